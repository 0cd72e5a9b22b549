/** Faults while emergency messages are raised, shown and ended. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CapResult, EmergencyAlert } from '@vitrine/contract/emergency';
import { insertApiToken } from '../../../apps/server/src/testing/api-tokens.ts';
import type { ApiPerson } from '../../../e2e/api.ts';
import { withProductDatabase } from '../../../e2e/product-database.ts';
import { assert } from '../round.ts';
import { attempt, type FleetWorld, type Scope } from './fleet-world.ts';
import { type FleetFault, raceRequests } from './target-faults.ts';

/** Refusals of requests about an alert that has ended or does not exist, and of too many requests. */
const REFUSED = [404, 409, 422, 429];
const MAX_KILL_DELAY_MS = 150;
const MINUTE_MS = 60_000;

const raise = (person: ApiPerson, messageId: string, body: object = { drill: false }) =>
  person.call<EmergencyAlert>('POST', `/emergency/messages/${messageId}/raise`, body);
const isOpen = async (world: FleetWorld, scope: Scope, alertId: string) =>
  (await world.listAlerts(scope)).some(({ _id, endedAt }) => _id === alertId && endedAt === null);

/** The server is killed between the request to raise a message, or to end it, and the confirmations of the screens. */
export const killedServer: FleetFault = {
  name: 'kill',
  async run(world) {
    const scope = world.scopes[1] as Scope;
    const { person } = scope;
    const messageId = await world.prepareMessage(scope);
    const isEnding = world.random.next() < 0.4;
    const first = isEnding ? (await raise(person, messageId)).body.result : undefined;
    const delayMs = Math.round(world.random.between(0, MAX_KILL_DELAY_MS));
    const request = (first ? person.call<EmergencyAlert>('POST', `/emergency/alerts/${first._id}/end`) : raise(person, messageId)).catch(
      () => undefined,
    );
    await sleep(delayMs);
    await world.killServer();
    const response = await request;
    // A response states a change that was committed.
    if (response) assert((await isOpen(world, scope, response.body.result._id)) !== isEnding, 'an acknowledged change was lost');
    return `${isEnding ? 'ending' : 'raising'}, after ${delayMs} ms, ${response ? 'acknowledged' : 'interrupted'}`;
  },
};

/** Two members of a family raise, extend and end the same message at the same moment, as drills and as real alerts. */
export const twoPeople: FleetFault = {
  name: 'two people',
  async run(world) {
    const { owner, member } = world.people;
    const scope = world.scopes[1] as Scope;
    const messageId = await world.prepareMessage(scope);
    const findOpen = async () => (await world.listAlerts(scope)).find((alert) => alert.messageId === messageId && alert.endedAt === null);
    const changes = [owner, member].flatMap((person) => [
      () => attempt(REFUSED, () => raise(person, messageId, { drill: world.random.next() < 0.3 })),
      async () => {
        const alert = await findOpen();
        if (alert)
          await attempt(REFUSED, () => person.call('PUT', `/emergency/alerts/${alert._id}`, { minutes: world.random.whole(1, 90) }));
      },
      async () => {
        const alert = await findOpen();
        if (alert) await attempt(REFUSED, () => person.call('POST', `/emergency/alerts/${alert._id}/end`));
      },
    ]);
    for (let repeat = 0; repeat < 3; repeat++) await raceRequests(world, changes);
    const alerts = (await world.listAlerts(scope)).filter((alert) => alert.messageId === messageId && alert.endedAt === null);
    assert(alerts.length <= 1, `${alerts.length} alerts show the same message`);
    return `${alerts.length} still shown`;
  },
};

/** Alerts while pages of screens are loaded again, as for the trial of a version, screens are reset, devices are edited, and screens are off. */
export const busyScreens: FleetFault = {
  name: 'busy screens',
  async run(world) {
    const { random } = world;
    const scope = world.scopes[1] as Scope;
    const { person } = scope;
    const messageId = await world.prepareMessage(scope);
    const devices = await world.listDevices(scope);
    const weekday = (new Date().getUTCDay() + 3) % 7;
    const operatingHours = { week: [{ weekdays: [weekday], startTime: '10:00', endTime: '11:00' }], exceptions: [] };
    const closed = devices.filter(() => random.next() < 0.5);
    for (const { _id } of closed) await person.request('PUT', `/devices/settings/${_id}`, { operatingHours });
    const command = (deviceId: string) => () =>
      attempt([409], () => person.call('PUT', `/devices/actions/${deviceId}`, { action: random.pick(['reload', 'factory_reset']) }));
    const change = (deviceId: string) => () => person.request('PUT', `/devices/settings/${deviceId}`, { volume: random.whole(0, 100) });
    await raceRequests(world, [
      () => raise(person, messageId),
      ...devices.filter(() => random.next() < 0.4).map(({ _id }) => command(_id)),
      ...devices.filter(() => random.next() < 0.4).map(({ _id }) => change(_id)),
    ]);
    return `${closed.length} screens are off`;
  },
};

/** Turns the devices of the family on again. */
export async function removeOperatingHours(world: FleetWorld): Promise<void> {
  for (const scope of world.scopes)
    for (const device of await world.listDevices(scope))
      if (device.operatingHours) await scope.person.request('PUT', `/devices/settings/${device._id}`, { operatingHours: null });
}

interface CapOptions {
  type?: 'Alert' | 'Update' | 'Cancel';
  references?: string[];
  /** Minutes from now until it expires. */
  minutes?: number;
}

function createCapAlert(identifier: string, { type = 'Alert', references = [], minutes = 60 }: CapOptions = {}): string {
  const at = (offsetMinutes: number) => new Date(Date.now() + offsetMinutes * MINUTE_MS).toISOString();
  const sent = at(Math.min(0, minutes) - 1);
  const listed = references.map((reference) => `weather@example.com,${reference},${sent}`).join(' ');
  return `<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>${identifier}</identifier><sender>weather@example.com</sender>
    <sent>${sent}</sent><status>Actual</status><msgType>${type}</msgType><scope>Public</scope><references>${listed}</references>
    <info><category>Met</category><event>Flood</event><urgency>Immediate</urgency><severity>Severe</severity><certainty>Likely</certainty>
    <expires>${at(minutes)}</expires><area><areaDesc>Harbor</areaDesc></area></info></alert>`;
}

/** A program posts CAP alerts that are sent twice, expired, updated and cancelled, in any order and at the same time. */
export const capAlerts: FleetFault = {
  name: 'cap',
  async run(world) {
    const scope = world.scopes[0] as Scope;
    await world.prepareMessage(scope, { isForAll: true, cap: { areas: [], severities: [], events: ['flood'] } });
    const token = await withProductDatabase(world.product, (db) => insertApiToken(db, scope.person.userId, ['emergency:raise']));
    const post = async (body: string) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/cap+xml' };
      const response = await fetch(`${world.product.origin}/api/emergency/cap`, { method: 'POST', headers, body });
      assert(response.status === 200, `a CAP alert was answered with ${response.status}`);
      return ((await response.json()) as { result: CapResult }).result;
    };
    const id = world.newName('alert').replace(' ', '-');
    const results: CapResult[] = [];
    const send = (body: string) => async () => void results.push(await post(body));
    const first = createCapAlert(`${id}-1`);
    const update = createCapAlert(`${id}-2`, { type: 'Update', references: [`${id}-1`], minutes: world.random.whole(5, 90) });
    await raceRequests(world, [send(first), send(first), send(update), send(update), send(createCapAlert(`${id}-old`, { minutes: -30 }))]);
    const alerts = (await world.listAlerts(scope)).filter(({ isFromCap, endedAt }) => isFromCap && endedAt === null);
    assert(alerts.length === 1, `${alerts.length} alerts are shown after two copies of an alert and of its update`);
    const cancel = createCapAlert(`${id}-3`, { type: 'Cancel', references: [`${id}-1`, `${id}-2`] });
    if (world.random.next() < 0.5) return 'not cancelled';
    await raceRequests(world, [send(cancel), send(cancel), send(first)]);
    const left = (await world.listAlerts(scope)).filter(({ isFromCap, endedAt }) => isFromCap && endedAt === null);
    assert(left.length === 0, `${left.length} alerts are shown after the cancellation`);
    return 'cancelled';
  },
};

/** Another account raises, extends and ends alerts of a family that shows one, and raises an own one at the same time. */
export const otherAccount: FleetFault = {
  name: 'other account',
  async run(world) {
    const { owner, stranger } = world.people;
    const family = world.scopes[1] as Scope;
    const [messageId, own] = [await world.prepareMessage(family), await world.prepareMessage(world.scopes[3] as Scope)];
    const { _id: alertId } = (await raise(owner, messageId)).body.result;
    const statuses: number[] = [];
    const refuse = (method: string, path: string, body?: object) => async () =>
      void statuses.push((await stranger.call(method, path, body)).status);
    const devices = await world.listDevices(family);
    const deviceIds = devices.map(({ _id }) => _id);
    await raceRequests(world, [
      refuse('POST', `/emergency/messages/${messageId}/raise`, { drill: false }),
      refuse('PUT', `/emergency/alerts/${alertId}`, { minutes: 1 }),
      refuse('POST', `/emergency/alerts/${alertId}/end`),
      refuse('PUT', `/emergency/messages/${own}`, {
        texts: [{ language: 'en', title: 'Mine' }],
        color: 'red',
        isForAll: false,
        deviceIds,
        minutes: 5,
      }),
      refuse('POST', '/devices/many/move', { deviceId: deviceIds, orgId: null }),
      () => raise(stranger, own),
    ]);
    assert(
      statuses.every((status) => REFUSED.includes(status)),
      `another account was answered with ${statuses.join(', ')}`,
    );
    assert(await isOpen(world, family, alertId), 'another account ended the alert');
    return 'refused';
  },
};
