import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import type { ApiPerson } from '../api.ts';
import type { Attack } from './hostile.ts';
import { assert, until } from './round.ts';

const RECEIPTS = 60_000;
const FLOODING_SCREENS = 20;
const LINKS = 3000;
/** Twice SCREENS_PER_ADDRESS, as it is by default. */
const WAITING_LINKS_OF_AN_ADDRESS = 2000;
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
  const screen = await register(attacker, address);
  assert(screen !== undefined, 'a new screen was refused');
  return screen as ScreenIdentity;
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

/** 3,000 anonymous links that join the namespace `/`: every one is refused and closed. */
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
      if (at % 50 === 49) await sleep(20);
    }
    await allClosed(links);
    assert(!answers.some((answer) => answer.startsWith('40')), 'the namespace / accepted a socket');
    assert(answers.length > 0, 'no link was answered');
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
