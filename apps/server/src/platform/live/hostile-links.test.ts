/** Limits for clients that send more than screens and pages do. */
import net, { type AddressInfo } from 'node:net';
import { SCREEN_CLIENT } from '@vitrine/contract';
import pg from 'pg';
import pino from 'pino';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { aDevice, aPerson, aScreen, type TestPerson } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createClientAddress } from '../client-address.ts';
import { newId } from '../ids.ts';
import { createLiveServer, type LiveServer } from './live-server.ts';

const SCREENS_PER_ADDRESS = 10;
const submit = vi.spyOn(pg.Query.prototype, 'submit');
let test: TestApp;
let live: LiveServer;
let port: number;
let ana: TestPerson;
const logged: string[] = [];
const opened: { close(): unknown }[] = [];

beforeAll(async () => {
  test = await createTestApp();
  live = createLiveServer(test.app.server, {
    people: { authenticate: test.modules.resolvePerson },
    screens: test.modules.screenSockets,
    completeSync: test.modules.completeSync,
    clientAddress: createClientAddress('127.0.0.1'),
    screensPerAddress: SCREENS_PER_ADDRESS,
    log: pino({ level: 'warn' }, { write: (line: string) => logged.push(line) }),
  });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as AddressInfo).port;
  ana = await aPerson(test, { devices: 10 });
});
afterAll(async () => {
  for (const link of opened) link.close();
  submit.mockRestore();
  await live.close();
  await test.close();
});

/** Lists the statements that were sent with one of these ids. */
const listSubmitted = (ids: readonly string[]) =>
  submit.mock.contexts.filter((query) => {
    const values = JSON.stringify((query as { values?: unknown }).values) ?? '';
    return ids.some((id) => values.includes(id));
  });

let addresses = 0;
const newAddress = () => `10.0.0.${++addresses}`;

/** Parameters of the links, for either implementation. */
const TRANSPORTS = [
  ['a WebSocket', 'client=screen&'],
  ['Socket.IO', ''],
] as const;
let parameters: string = TRANSPORTS[0][1];

/** Opens a WebSocket without the client library, as an attacker would. Resolves once the transport is open. */
function openLink(address = newAddress()): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?${parameters}EIO=4&transport=websocket`, {
    headers: { 'x-forwarded-for': address },
  });
  opened.push(socket);
  return new Promise((resolve, reject) => {
    socket.once('message', () => resolve(socket));
    socket.on('error', reject);
  });
}
const closed = (socket: WebSocket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

/** Joins the namespace of screens without the client library. */
async function joinAsScreen(address = newAddress(), known?: Awaited<ReturnType<typeof aScreen>>): Promise<WebSocket> {
  const { deviceId, secret } = known ?? (await aScreen(test));
  const socket = await openLink(address);
  socket.send(`40/screen,${JSON.stringify({ deviceId, secret })}`);
  await new Promise((resolve) => socket.once('message', resolve));
  return socket;
}

function connect(namespace: string, auth: object, address: string): Promise<Socket | string> {
  const socket = io(`http://127.0.0.1:${port}${namespace}`, {
    auth,
    ...(namespace === '/screen' && { query: SCREEN_CLIENT }),
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: { 'x-forwarded-for': address },
  });
  opened.push(socket);
  return new Promise((resolve) => {
    socket.on('connect', () => resolve(socket));
    socket.on('connect_error', (error) => resolve(error.message));
    // The server disconnected the client before it joined.
    socket.on('disconnect', (reason) => resolve(reason));
  });
}

/** Sends a report with this number and waits until it is acknowledged. */
function acknowledgedReport(socket: WebSocket, id: number): Promise<string> {
  socket.send(`42/screen,${id}["report",{"revision":"none"}]`);
  return new Promise((resolve) =>
    socket.on('message', (data: Buffer) => data.toString().startsWith(`43/screen,${id}[`) && resolve('served')),
  );
}

it('logs one line about a flood', async () => {
  for (let attempt = 0; attempt < 2; attempt++) {
    const socket = await joinAsScreen();
    const ended = closed(socket);
    for (let at = 0; at < 500; at++) socket.send('3');
    await ended;
  }
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('a live link was cut off');
});

describe.each(TRANSPORTS)('a link over %s', (_name, query) => {
  beforeAll(() => {
    parameters = query;
  });

  it('drops receipts of unknown commands before any statement', async () => {
    const screen = await aScreen(test);
    const { id: screenId } = await test.db
      .selectFrom('screens')
      .select('id')
      .where('device_code', '=', screen.deviceId)
      .executeTakeFirstOrThrow();
    const socket = await joinAsScreen(undefined, screen);
    const known = newId();
    test.modules.screenSockets.commanded(screenId, { id: known });
    const unknown = Array.from({ length: 20 }, newId);
    submit.mockClear();
    for (const id of [...unknown, known]) socket.send(`42/screen,["receipt",{"id":"${id}","state":"done"}]`);
    // A report is acknowledged after everything before it was processed.
    await acknowledgedReport(socket, 0);
    expect(listSubmitted([known])).not.toEqual([]);
    expect(listSubmitted(unknown)).toEqual([]);
  });

  it('cuts off a screen that floods receipts', async () => {
    const socket = await joinAsScreen();
    const ended = closed(socket);
    for (let at = 0; at < 5000; at++) socket.send(`42/screen,["receipt",{"id":"${newId()}","state":"done"}]`);
    await ended;
  });

  it('keeps the budget of a screen when it reconnects', async () => {
    const screen = await aScreen(test);
    const count = 40;
    const send = async () => {
      const socket = await joinAsScreen(undefined, screen);
      const ended = closed(socket);
      for (let at = 0; at < count; at++) socket.send('42/screen,["receipt",{}]');
      const outcome = await Promise.race([ended.then(() => 'cut off'), acknowledgedReport(socket, 0)]);
      socket.terminate();
      return outcome;
    };
    expect([await send(), await send(), await send()]).toContain('cut off');
  });

  it.each<[string, (socket: WebSocket) => void]>([
    ['pings of WebSocket', (socket) => socket.ping()],
    ['pongs of WebSocket', (socket) => socket.pong()],
    ['pongs of Engine.IO', (socket) => socket.send('3')],
    ['unknown events', (socket) => socket.send('42/screen,["nothing",1]')],
    ['acknowledgements', (socket) => socket.send('43/screen,1[]')],
    ['fragments', (socket) => socket.send('4'.repeat(1000), { fin: false })],
  ])('cuts off a client that floods %s', async (_name, send) => {
    const socket = await joinAsScreen();
    const ended = closed(socket);
    socket.on('error', () => undefined);
    for (let at = 0; at < 500; at++) send(socket);
    await ended;
  });

  it.each([
    ['a binary frame', Buffer.from([1, 2, 3])],
    ['a packet with attachments', '451-/screen,["report",{"_placeholder":true,"num":0}]'],
    ['a packet of no known type', '49'],
    ['a ping of the client', '2'],
    ['a frame of more than 64 KiB', 'x'.repeat(70_000)],
  ])('disconnects a client that sends %s', async (_name, data) => {
    const socket = await joinAsScreen();
    socket.on('error', () => undefined);
    const ended = closed(socket);
    socket.send(data);
    await ended;
  });

  it.each(['40', '40{}', '40/,', '40/nothing,', '40/screens,{}', '40/screen{}'])(
    'cuts off a link that joins an unknown namespace: %s',
    async (join) => {
      const socket = await openLink();
      const ended = closed(socket);
      socket.send(join);
      await ended;
    },
  );

  it('cuts off a link that tries several namespaces', async () => {
    const socket = await openLink();
    const ended = closed(socket);
    for (let at = 0; at < 20; at++) socket.send(`40/screen,{"deviceId":"A0000${at % 10}","secret":"guess"}`);
    await ended;
  });
});

it('ends a polling session that sends more messages than allowed', async () => {
  const url = `http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`;
  const headers = { 'x-forwarded-for': newAddress() };
  const { sid } = JSON.parse((await (await fetch(url, { headers })).text()).slice(1)) as { sid: string };
  const body = Array<string>(1000).fill('3').join('\x1e');
  await fetch(`${url}&sid=${sid}`, { method: 'POST', headers, body });
  expect(await (await fetch(`${url}&sid=${sid}`, { headers })).json()).toMatchObject({ message: 'Session ID unknown' });
});

it('closes the connection of a refused request that continues to send its body', async () => {
  const socket = net.connect(port, '127.0.0.1');
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined).resume();
  socket.write('POST /socket.io/?EIO=4&transport=polling&sid=unknown HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n4');
  await ended;
});

it('limits unowned screens by address, not screens that are devices', async () => {
  const address = newAddress();
  const join = async () => {
    const { deviceId, secret } = await aScreen(test);
    return connect('/screen', { deviceId, secret }, address);
  };
  const answers = await Promise.all(Array.from({ length: SCREENS_PER_ADDRESS + 5 }, join));
  const isConnected = (answer: Socket | string) => typeof answer !== 'string' && answer.connected;
  // Some concurrent joins exceeded the limit of waiting links; repeat them.
  while (answers.at(-1) !== 'TOO_MANY_SOCKETS' && answers.length < 100) answers.push(await join());
  await expect.poll(() => answers.filter(isConnected).length).toBe(SCREENS_PER_ADDRESS);
  expect(await join()).toBe('TOO_MANY_SOCKETS');
  const owned = await aScreen(test);
  await aDevice(ana, owned);
  expect(isConnected(await connect('/screen', { deviceId: owned.deviceId, secret: owned.secret }, address))).toBe(true);
});

/** Opens many links that join no namespace, and returns those that were opened. */
async function openMany(addressOf: (at: number) => string): Promise<WebSocket[]> {
  const links = await Promise.allSettled(Array.from({ length: SCREENS_PER_ADDRESS * 5 }, (_, at) => openLink(addressOf(at))));
  return links.flatMap((link) => (link.status === 'fulfilled' ? [link.value] : []));
}
const stillOpen = (links: WebSocket[]) => links.filter(({ readyState }) => readyState === WebSocket.OPEN).length;

it('refuses links of an address that has too many without a namespace, and serves other addresses', async () => {
  const address = newAddress();
  const links = await openMany(() => address);
  await expect.poll(() => stillOpen(links)).toBe(SCREENS_PER_ADDRESS);
  await expect(openLink(address)).rejects.toThrow();
  expect(typeof (await connect('/media', { token: ana.token }, newAddress()))).toBe('object');
});

it('counts the addresses of an IPv6 network together', async () => {
  const links = await openMany((at) => `2001:db8::${at.toString(16)}`);
  await expect.poll(() => stillOpen(links)).toBe(SCREENS_PER_ADDRESS);
  await expect(openLink('2001:db8::ffff')).rejects.toThrow();
});
