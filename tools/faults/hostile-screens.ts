import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SCREEN_CLIENT } from '@vitrine/contract';
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
/** Limit for all addresses together. */
const REGISTRATIONS_PER_MINUTE = 3000;
const PLAY_REPORTS = 50;
/** Play time that a new device may report: the tolerance for clocks plus the duration of the attack. */
const PLAYED_MS_LIMIT = 10 * 60_000;
/** Limit of an address for two minutes, because the attack may end in the next minute. */
const REGISTRATIONS_PER_ADDRESS = 120;
/** Default of SCREENS_PER_ADDRESS, plus links whose end the attacker has not noticed yet. */
const WAITING_LINKS_PER_ADDRESS = 1100;
const LINK_TIMEOUT_MS = 30_000;

export interface ScreenIdentity {
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

export async function registerWithRetry(attacker: ApiPerson, address: string): Promise<ScreenIdentity> {
  let screen: ScreenIdentity | undefined;
  // An attack before this one may have used up the registrations of the current minute.
  await until('a new screen is registered', async () => (screen = await register(attacker, address)) !== undefined);
  return screen as unknown as ScreenIdentity;
}

let openedLinks = 0;

/**
 * Opens a transport from this address; `isOpen` becomes true when the server accepted it. Every other link is one of Socket.IO, which screens of earlier
 * versions use.
 */
export function openLink({ product }: ApiPerson, address: string) {
  const client = openedLinks++ % 2 === 0 ? `client=${SCREEN_CLIENT.client}&` : '';
  const socket = new WebSocket(`${product.origin.replace('http', 'ws')}/socket.io/?${client}EIO=4&transport=websocket`, {
    headers: { 'x-forwarded-for': address },
  });
  const link = { socket, isOpen: false, isClosed: false };
  socket.on('error', () => undefined);
  socket.once('message', () => (link.isOpen = true));
  socket.once('close', () => (link.isClosed = true));
  return link;
}
type AttackLink = ReturnType<typeof openLink>;

export const waitUntilOpen = (link: AttackLink) => until('the link is open', async () => link.isOpen || link.isClosed, LINK_TIMEOUT_MS);
export const waitUntilClosed = (links: AttackLink[]) =>
  until('all links are closed', async () => links.every(({ isClosed }) => isClosed), LINK_TIMEOUT_MS);

async function connectAsScreen(attacker: ApiPerson, address: string): Promise<AttackLink> {
  const screen = await registerWithRetry(attacker, address);
  const link = openLink(attacker, address);
  await waitUntilOpen(link);
  link.socket.send(`40/screen,${JSON.stringify(screen)}`);
  await new Promise((resolve) => link.socket.once('message', resolve));
  return link;
}

/** One new screen sends 60,000 receipts. Then twenty screens reconnect repeatedly to send more. */
export const floodReceipts: Attack = {
  name: 'a flood of receipts',
  async run(attacker) {
    const link = await connectAsScreen(attacker, '10.20.0.1');
    for (let at = 0; at < RECEIPTS && !link.isClosed; at++) {
      link.socket.send(`42/screen,["receipt",{"id":"${randomUUID()}","state":"done"}]`);
      if (at % 100 === 99) await sleep(0);
    }
    await waitUntilClosed([link]);
    const screens = await Promise.all(Array.from({ length: FLOODING_SCREENS }, () => registerWithRetry(attacker, '10.20.0.1')));
    await Promise.all(screens.map((screen) => floodOverNewLinks(attacker, screen)));
  },
};

/** Floods each new link until it is closed. */
async function floodOverNewLinks(attacker: ApiPerson, screen: ScreenIdentity): Promise<void> {
  for (let round = 0; round < 10; round++) {
    const link = openLink(attacker, '10.20.0.1');
    await waitUntilOpen(link);
    link.socket.send(`40/screen,${JSON.stringify(screen)}`);
    for (let at = 0; at < 1000 && !link.isClosed; at++) link.socket.send('42/screen,["changes",{"itemId":"a"}]');
    await waitUntilClosed([link]);
  }
}

/** Opens 3,000 anonymous links that join the namespace `/`. The server must close all of them. */
export const joinDefaultNamespace: Attack = {
  name: 'anonymous sockets in the default namespace',
  async run(attacker) {
    const responses: string[] = [];
    const links: AttackLink[] = [];
    for (let at = 0; at < LINKS; at++) {
      const link = openLink(attacker, `10.21.${at % 10}.1`);
      link.socket.on('message', (data: Buffer) => {
        const text = data.toString();
        if (text.startsWith('0')) link.socket.send('40');
        else responses.push(text);
      });
      links.push(link);
      if (at % 50 === 49) await sleep(60);
    }
    await waitUntilClosed(links);
    assert(!responses.some((response) => response.startsWith('40')), 'the namespace / accepted a socket');
    assert(
      links.some(({ isOpen }) => isOpen),
      'no link was opened',
    );
  },
};

/** Opens thousands of links from one address without sending data. The server must limit their number and close them within seconds. */
export const exhaustLinks: Attack = {
  name: 'silent links of one address',
  async run(attacker) {
    const links: AttackLink[] = [];
    let peak = 0;
    for (let at = 0; at < LINKS; at++) {
      links.push(openLink(attacker, '10.22.0.1'));
      if (at % 50 !== 49) continue;
      await sleep(20);
      peak = Math.max(peak, links.filter(({ isOpen, isClosed }) => isOpen && !isClosed).length);
    }
    await waitUntilClosed(links);
    assert(peak <= WAITING_LINKS_PER_ADDRESS, `${peak} silent links of one address were open`);
  },
};

/** Registers this many screens from these addresses, 100 at a time, and returns how many received an id. */
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

/** Registers screens from one IPv6 network, then from a hundred addresses. The server must limit the number of new ids. */
export const floodRegistrations: Attack = {
  name: 'a flood of registrations',
  async run(attacker) {
    const startedAt = Date.now();
    const fromNetwork = await registerFrom(attacker, REGISTRATIONS_FROM_NETWORK, (at) => `2001:db8:20::${at.toString(16)}`);
    assert(fromNetwork > 0, 'no screen was registered');
    assert(fromNetwork <= REGISTRATIONS_PER_ADDRESS, `${fromNetwork} screens were registered from one network`);
    const fromMany = await registerFrom(attacker, REGISTRATIONS, (at) => `10.23.0.${at % 100}`);
    // The first registration opened the first window.
    const windows = Math.ceil((Date.now() - startedAt) / 60_000);
    const registered = fromNetwork + fromMany;
    assert(registered <= REGISTRATIONS_PER_MINUTE * windows, `${registered} screens were registered within ${windows} minutes`);
  },
};

/** A new device reports millions of plays dated 2999. The server must count only plays that were possible, and none on a future day. */
export const inventPlays: Attack = {
  name: 'invented plays',
  async run(attacker) {
    // Other attacks use up the devices of the attacker's plan.
    const owner = await ApiPerson.create(attacker.product, `plays-${randomUUID()}@example.com`);
    const screen = await registerWithRetry(attacker, '10.24.0.1');
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
      assert(response.status === 200 || response.status === 429, `plays returned ${response.status}`);
      // Leaves enough time to measure another user's requests.
      await sleep(100);
    }
    const today = new Date().toISOString().slice(0, 10);
    const counted = await owner.request<{ shownMs: number; count: number }>(
      'GET',
      `/devices/${device._id}/plays?from=${today.slice(0, 4)}-01-01`,
    );
    const later = await owner.request<{ count: number }>('GET', `/devices/${device._id}/plays?from=2999-01-01&to=2999-01-01`);
    await owner.request('DELETE', `/devices/${device._id}`);
    assert(later.count === 0, 'plays were counted in the future');
    assert(counted.shownMs <= PLAYED_MS_LIMIT, `${counted.shownMs} ms of invented plays were counted`);
    assert(counted.count <= PLAYED_MS_LIMIT / 250, `${counted.count} invented plays were counted`);
  },
};
