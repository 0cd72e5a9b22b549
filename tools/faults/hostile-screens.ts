import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import { ApiPerson } from '../../e2e/api.ts';
import { until } from '../../e2e/until.ts';
import type { Attack } from './attack.ts';
import { assert } from './round.ts';

const RECEIPTS = 60_000;
const FLOODING_SCREENS = 20;
const LINKS = 3000;
const REGISTRATIONS_FROM_NETWORK = 1000;
const REGISTRATIONS = 5000;
/** From all addresses together. */
const REGISTRATIONS_PER_MINUTE = 3000;
const PLAY_REPORTS = 50;
/** Time that a new device may report as played: the slack for clocks, and the time that the attack takes. */
const PLAYED_MS_LIMIT = 10 * 60_000;
/** Per minute, and for the minute in which the attack may end. */
const REGISTRATIONS_OF_AN_ADDRESS = 120;
/** SCREENS_PER_ADDRESS by default, and those whose closing has not arrived yet. */
const WAITING_LINKS_OF_AN_ADDRESS = 1100;
const CLOSED_WITHIN_MS = 30_000;

interface ScreenIdentity {
  deviceId: string;
  secret: string;
}

const postJson = (url: string, body: object, headers: Record<string, string>): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });

/** Registers a new screen from this address; undefined when the server refuses. */
async function register({ product }: ApiPerson, address: string): Promise<ScreenIdentity | undefined> {
  const response = await postJson(`${product.origin}/api/register/device`, {}, { 'x-forwarded-for': address });
  const { result } = (await response.json()) as { result?: ScreenIdentity };
  return response.status === 200 ? result : undefined;
}

async function mustRegister(attacker: ApiPerson, address: string): Promise<ScreenIdentity> {
  let screen: ScreenIdentity | undefined;
  // An attack before this one may have used up the registrations of the current minute.
  await until('a new screen is registered', async () => (screen = await register(attacker, address)) !== undefined);
  return screen as unknown as ScreenIdentity;
}

/** Opens a transport from this address; `isOpen` becomes true when the server accepted it. */
function openLink({ product }: ApiPerson, address: string) {
  const socket = new WebSocket(`${product.origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    headers: { 'x-forwarded-for': address },
  });
  const link = { socket, isOpen: false, isClosed: false };
  socket.on('error', () => undefined);
  socket.once('message', () => (link.isOpen = true));
  socket.once('close', () => (link.isClosed = true));
  return link;
}
type AttackLink = ReturnType<typeof openLink>;

const opened = (link: AttackLink) => until('the link is open', async () => link.isOpen || link.isClosed, CLOSED_WITHIN_MS);
const allClosed = (links: AttackLink[]) =>
  until('all links are closed', async () => links.every(({ isClosed }) => isClosed), CLOSED_WITHIN_MS);

async function joinAsScreen(attacker: ApiPerson, address: string): Promise<AttackLink> {
  const screen = await mustRegister(attacker, address);
  const link = openLink(attacker, address);
  await opened(link);
  link.socket.send(`40/screen,${JSON.stringify(screen)}`);
  await new Promise((resolve) => link.socket.once('message', resolve));
  return link;
}

/** One new screen sends 60,000 receipts; then twenty at once connect again and again to send more. */
export const floodReceipts: Attack = {
  name: 'a flood of receipts',
  async run(attacker) {
    const link = await joinAsScreen(attacker, '10.20.0.1');
    for (let at = 0; at < RECEIPTS && !link.isClosed; at++) {
      link.socket.send(`42/screen,["receipt",{"id":"${randomUUID()}","state":"done"}]`);
      if (at % 100 === 99) await sleep(0);
    }
    await allClosed([link]);
    const screens = await Promise.all(Array.from({ length: FLOODING_SCREENS }, () => mustRegister(attacker, '10.20.0.1')));
    await Promise.all(screens.map((screen) => floodAgain(attacker, screen)));
  },
};

/** Floods each new link until it is closed. */
async function floodAgain(attacker: ApiPerson, screen: ScreenIdentity): Promise<void> {
  for (let round = 0; round < 10; round++) {
    const link = openLink(attacker, '10.20.0.1');
    await opened(link);
    link.socket.send(`40/screen,${JSON.stringify(screen)}`);
    for (let at = 0; at < 1000 && !link.isClosed; at++) link.socket.send('42/screen,["changes",{"itemId":"a"}]');
    await allClosed([link]);
  }
}

/** 3,000 anonymous links that join the namespace `/`: every one is cut off. */
export const joinDefaultNamespace: Attack = {
  name: 'anonymous sockets in the default namespace',
  async run(attacker) {
    const answers: string[] = [];
    const links: AttackLink[] = [];
    for (let at = 0; at < LINKS; at++) {
      const link = openLink(attacker, `10.21.${at % 10}.1`);
      link.socket.on('message', (data: Buffer) => {
        const text = data.toString();
        if (text.startsWith('0')) link.socket.send('40');
        else answers.push(text);
      });
      links.push(link);
      if (at % 50 === 49) await sleep(60);
    }
    await allClosed(links);
    assert(!answers.some((answer) => answer.startsWith('40')), 'the namespace / accepted a socket');
    assert(
      links.some(({ isOpen }) => isOpen),
      'no link was opened',
    );
  },
};

/** Thousands of links of one address that say nothing: a bounded number is held, and only for seconds. */
export const holdLinks: Attack = {
  name: 'silent links of one address',
  async run(attacker) {
    const links: AttackLink[] = [];
    let most = 0;
    for (let at = 0; at < LINKS; at++) {
      links.push(openLink(attacker, '10.22.0.1'));
      if (at % 50 !== 49) continue;
      await sleep(20);
      most = Math.max(most, links.filter(({ isOpen, isClosed }) => isOpen && !isClosed).length);
    }
    await allClosed(links);
    assert(most <= WAITING_LINKS_OF_AN_ADDRESS, `${most} silent links of one address were held`);
  },
};

/** Registers this many screens from these addresses, 100 at a time, and returns how many got an id. */
async function registerFrom(attacker: ApiPerson, count: number, addressOf: (at: number) => string): Promise<number> {
  let registered = 0;
  for (let at = 0; at < count; at += 100) {
    const batch = Array.from({ length: 100 }, (_, index) => register(attacker, addressOf(at + index)));
    registered += (await Promise.all(batch)).filter((screen) => screen !== undefined).length;
    // The attacker shares the processors of the product.
    await sleep(50);
  }
  return registered;
}

/** Registrations from one IPv6 network, then from a hundred addresses: a bounded number of screens gets an id. */
export const floodRegistrations: Attack = {
  name: 'a flood of registrations',
  async run(attacker) {
    const startedAt = Date.now();
    const fromNetwork = await registerFrom(attacker, REGISTRATIONS_FROM_NETWORK, (at) => `2001:db8:20::${at.toString(16)}`);
    assert(fromNetwork > 0, 'no screen was registered');
    assert(fromNetwork <= REGISTRATIONS_OF_AN_ADDRESS, `${fromNetwork} screens were registered from one network`);
    const fromMany = await registerFrom(attacker, REGISTRATIONS, (at) => `10.23.0.${at % 100}`);
    // The first registration opened the first window.
    const windows = Math.ceil((Date.now() - startedAt) / 60_000);
    const registered = fromNetwork + fromMany;
    assert(registered <= REGISTRATIONS_PER_MINUTE * windows, `${registered} screens were registered within ${windows} minutes`);
  },
};

/** A new device claims millions of plays dated 2999: only what can have happened is counted, and on no day to come. */
export const inventPlays: Attack = {
  name: 'invented plays',
  async run(attacker) {
    // Other attacks use up the devices of the attacker's plan.
    const owner = await ApiPerson.create(attacker.product, `plays-${randomUUID()}@example.com`);
    const screen = await mustRegister(attacker, '10.24.0.1');
    const device = await owner.device('Invented plays', screen.deviceId);
    const headers = { authorization: `Screen ${screen.deviceId}:${screen.secret}`, 'x-forwarded-for': '10.24.0.1' };
    const [playlistId, mediaId] = [randomUUID(), randomUUID()];
    for (let report = 0; report < PLAY_REPORTS; report++) {
      const plays = Array.from({ length: 100 }, (_, at) => ({
        sequence: report * 100 + at + 1,
        deviceId: device._id,
        playlistId,
        mediaId,
        startedAt: '2999-01-01T00:00:00.000Z',
        count: 400,
        shownMs: 86_400_000,
      }));
      const response = await postJson(`${attacker.product.origin}/api/screens/plays`, { plays }, headers);
      assert(response.status === 200 || response.status === 429, `plays were answered with ${response.status}`);
      // Leaves enough time to measure another user's requests.
      await sleep(100);
    }
    const today = new Date().toISOString().slice(0, 10);
    const counted = await owner.must<{ shownMs: number; count: number }>(
      'GET',
      `/devices/${device._id}/plays?from=${today.slice(0, 4)}-01-01`,
    );
    const later = await owner.must<{ count: number }>('GET', `/devices/${device._id}/plays?from=2999-01-01&to=2999-01-01`);
    await owner.must('DELETE', `/devices/${device._id}`);
    assert(later.count === 0, 'plays were counted in the future');
    assert(counted.shownMs <= PLAYED_MS_LIMIT, `${counted.shownMs} ms of invented plays were counted`);
    assert(counted.count <= PLAYED_MS_LIMIT / 250, `${counted.count} invented plays were counted`);
  },
};
