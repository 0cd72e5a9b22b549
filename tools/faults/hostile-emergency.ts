import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EmergencyAlert, EmergencyAlertDetails, EmergencyMessage } from '@vitrine/contract/emergency';
import { insertApiToken } from '../../apps/server/src/testing/api-tokens.ts';
import { ApiPerson } from '../../e2e/api.ts';
import { allowDevices, withProductDatabase } from '../../e2e/product-database.ts';
import { until } from '../../e2e/until.ts';
import type { Attack } from './attack.ts';
import { openLink, registerWithRetry, type ScreenIdentity, waitUntilClosed, waitUntilOpen } from './hostile-screens.ts';
import { inBatches } from './in-batches.ts';
import { assert } from './round.ts';

const ADDRESS = '10.26.0.1';
const ATTEMPTS = 300;
const RAISES = 500;
const BATCHES = { concurrent: 25, pauseMs: 50 };
const CONFIRMATIONS = 20_000;
const RAISES_PER_MINUTE = 30;

interface Victim {
  owner: ApiPerson;
  screen: ScreenIdentity;
  messageId: string;
}

/** Creates an account with a screen and a message for it. */
export async function createVictim({ product }: ApiPerson, content: object = {}): Promise<Victim> {
  const owner = await ApiPerson.create(product, `emergency-${randomUUID()}@example.com`);
  const screen = await registerWithRetry(owner, ADDRESS);
  await owner.device('Lobby', screen.deviceId);
  const { _id: messageId } = await owner.request<EmergencyMessage>('POST', '/emergency/messages', {
    texts: [{ language: 'en', title: 'Leave the building' }],
    color: 'red',
    isForAll: true,
    minutes: 60,
    ...content,
  });
  return { owner, screen, messageId };
}

const postWithToken = async ({ product }: ApiPerson, token: string, path: string): Promise<number> => {
  const response = await fetch(`${product.origin}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ drill: false }),
  });
  return response.status;
};

const CAP_BOMB = `<!DOCTYPE alert [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><alert><identifier>&b;</identifier></alert>`;

let prepared: Victim | undefined;

/**
 * Another account, and a program of the owner whose token has all other scopes, raise, extend and end messages. The attacker also names the owner's screen as a
 * target of an own message, and posts CAP alerts with entities and deep nesting.
 */
export const raiseWithoutPermission: Attack = {
  name: 'emergency messages of another account, without permission and without the scope',
  async prepare(attacker) {
    prepared = await createVictim(attacker);
  },
  async run(attacker) {
    assert(prepared !== undefined, 'the attack was not prepared');
    const { owner, messageId } = prepared;
    const devices = await owner.request<{ devices: { _id: string }[] }>('GET', `/devices/users/${owner.userId}`);
    const foreign = await attacker.call('POST', '/emergency/messages', {
      texts: [{ language: 'en', title: 'Mine' }],
      color: 'red',
      isForAll: false,
      deviceIds: devices.devices.map(({ _id }) => _id),
      minutes: 60,
    });
    assert(foreign.status === 404, `a message for a screen of another account was answered with ${foreign.status}`);
    const byOther = await inBatches(
      ATTEMPTS,
      BATCHES,
      async () => (await attacker.call('POST', `/emergency/messages/${messageId}/raise`, { drill: false })).status,
    );
    assert(
      byOther.every((status) => status === 404 || status === 429),
      `raising as another account was answered with ${[...new Set(byOther)].join(', ')}`,
    );
    const scopes = ['devices:write', 'devices:command', 'publishing:write', 'emergency:read', 'emergency:write'];
    const token = await withProductDatabase(owner.product, (db) => insertApiToken(db, owner.userId, scopes));
    const byToken = await inBatches(ATTEMPTS, BATCHES, () => postWithToken(owner, token, `/emergency/messages/${messageId}/raise`));
    assert(
      byToken.every((status) => status === 403 || status === 429),
      `raising without the scope was answered with ${[...new Set(byToken)].join(', ')}`,
    );
    for (const body of [CAP_BOMB, `${'<alert>'.repeat(30_000)}`]) {
      const response = await fetch(`${attacker.product.origin}/api/emergency/cap`, {
        method: 'POST',
        headers: { authorization: attacker.token, 'content-type': 'application/cap+xml' },
        body,
      });
      assert(response.status === 422 || response.status === 429, `a harmful CAP alert was answered with ${response.status}`);
    }
    const alerts = await owner.request<EmergencyAlert[]>('GET', '/emergency/alerts');
    assert(alerts.length === 0, `${alerts.length} alerts were raised`);
  },
};

/** An account raises a message as fast as it can, and one of its screens floods the server with confirmations. */
export const floodEmergency: Attack = {
  name: 'a flood of emergency messages and of their confirmations',
  async run(attacker) {
    const { owner, screen, messageId } = await createVictim(attacker);
    const startedAt = Date.now();
    const statuses = await inBatches(
      RAISES,
      BATCHES,
      async () => (await owner.call('POST', `/emergency/messages/${messageId}/raise`, { drill: false })).status,
    );
    const raised = statuses.filter((status) => status === 201).length;
    const windows = Math.ceil((Date.now() - startedAt) / 60_000) + 1;
    assert(raised > 0 && raised <= RAISES_PER_MINUTE * windows, `${raised} raises were accepted`);
    assert(!statuses.some((status) => status >= 500 && status !== 503), 'a raise failed with an internal error');
    const [alert] = await owner.request<EmergencyAlert[]>('GET', '/emergency/alerts');
    assert(alert !== undefined && alert.endedAt === null, 'the message is not shown');
    const link = openLink(owner, ADDRESS);
    await waitUntilOpen(link);
    link.socket.send(`40/screen,${JSON.stringify(screen)}`);
    await new Promise((resolve) => link.socket.once('message', resolve));
    for (let at = 0; at < CONFIRMATIONS && !link.isClosed; at++) {
      // The first confirmation is real, the others are of alerts that do not exist.
      const alertId = at === 0 ? alert._id : randomUUID();
      link.socket.send(`42/screen,["painted",${JSON.stringify({ alertIds: [alertId] })}]`);
      if (at % 100 === 99) await sleep(0);
    }
    await waitUntilClosed([link]);
    const isCounted = async () => (await owner.request<EmergencyAlertDetails>('GET', `/emergency/alerts/${alert._id}`)).shown === 1;
    await until('the real confirmation is counted', isCounted, 10_000);
  },
};

const PRESSES = 300;
const PRESSES_PER_MINUTE = 3;
const DEVICES = 5;

/** Screens that the owner has not allowed, and screens of another account, raise a message by its key. The allowed one does so as fast as it can. */
export const pressKeys: Attack = {
  name: 'keys of emergency messages on screens that may not raise them, and a flood of them on one that may',
  async run(attacker) {
    const { owner, messageId } = await createVictim(attacker);
    await allowDevices(owner, DEVICES);
    const [reception, hall] = [await registerWithRetry(owner, ADDRESS), await registerWithRetry(owner, ADDRESS)];
    const { _id: receptionId } = await owner.device('Reception', reception.deviceId);
    await owner.device('Hall', hall.deviceId);
    const stranger = await ApiPerson.create(attacker.product, `stranger-${randomUUID()}@example.com`);
    const foreign = await registerWithRetry(stranger, ADDRESS);
    await stranger.device('Elsewhere', foreign.deviceId);
    await owner.request('PUT', `/emergency/messages/${messageId}`, {
      texts: [{ language: 'en', title: 'Leave the building' }],
      color: 'red',
      isForAll: true,
      minutes: 60,
      key: { digit: 1, deviceIds: [receptionId] },
    });
    const press = async ({ deviceId, secret }: ScreenIdentity) => {
      const response = await fetch(`${owner.product.origin}/api/screens/emergency/raise`, {
        method: 'POST',
        headers: { authorization: `Screen ${deviceId}:${secret}`, 'content-type': 'application/json', 'x-forwarded-for': ADDRESS },
        body: JSON.stringify({ messageId }),
      });
      return response.status;
    };
    const listAlerts = () => owner.request<EmergencyAlert[]>('GET', '/emergency/alerts');
    const refused = await inBatches(PRESSES, BATCHES, (at) => press(at % 2 === 0 ? hall : foreign));
    assert(
      refused.every((status) => status === 404 || status === 429),
      `a key of another screen was answered with ${[...new Set(refused)].join(', ')}`,
    );
    assert((await listAlerts()).length === 0, 'a screen without permission raised a message');
    const startedAt = Date.now();
    const answers = await inBatches(PRESSES, BATCHES, () => press(reception));
    const accepted = answers.filter((status) => status === 200).length;
    const windows = Math.ceil((Date.now() - startedAt) / 60_000) + 1;
    assert(
      accepted > 0 && accepted <= PRESSES_PER_MINUTE * windows,
      `${accepted} presses were accepted; answers: ${[...new Set(answers)].join(', ')}`,
    );
    assert((await listAlerts()).length === 1, 'the key raised several alerts');
  },
};
