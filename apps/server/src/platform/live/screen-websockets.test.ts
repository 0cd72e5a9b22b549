import type { IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAddressLimits } from './address-limits.ts';
import type { ConnectedScreens, ScreenLink } from './connected-screens.ts';
import { ScreenMessage } from './screen-packets.ts';
import { createScreenWebSockets, isScreenHandshake } from './screen-websockets.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const KEY = 'dGhlIHNhbXBsZSBub25jZQ==';
const HEADERS = { upgrade: 'websocket', 'sec-websocket-key': KEY, 'sec-websocket-version': '13' };
const aRequest = (change: object = {}) => ({ method: 'GET', headers: HEADERS, ...change }) as unknown as IncomingMessage;

/** A connection whose client reads everything, or nothing. */
function aConnection({ isReading = true } = {}) {
  const written: Buffer[] = [];
  const tcp = new Duplex({
    read: () => undefined,
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk);
      if (isReading) done();
    },
  });
  const read = () => Buffer.concat(written).toString('latin1');
  /** Sends a short text in a frame with an empty mask. */
  const send = (text: string) => tcp.push(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]));
  return { tcp, read, send };
}

function aServer() {
  const links: ScreenLink[] = [];
  const screens = {
    authenticate: async () => ({ screenId: 'screen', isOwned: true, userAgent: undefined }),
    add: (link: ScreenLink) => {
      link.guard.joined();
      links.push(link);
      return { screenId: 'screen' };
    },
    remove: vi.fn(),
    receive: vi.fn(),
  };
  const server = createScreenWebSockets({
    screens: screens as unknown as ConnectedScreens,
    limits: createAddressLimits(10),
    warn: vi.fn(),
    maxMessageBytes: 65_536,
    pingIntervalMs: 30_000,
    pongTimeoutMs: 12_000,
  });
  const accept = (tcp: Duplex, change: object = {}) => server.accept(aRequest(change), tcp, Buffer.alloc(0), '192.0.2.7');
  return { screens, links, accept, dropAll: server.dropAll };
}

async function aJoinedLink(options?: { isReading: boolean }) {
  const [server, connection] = [aServer(), aConnection(options)];
  server.accept(connection.tcp);
  connection.send('40/screen,{}');
  await vi.advanceTimersByTimeAsync(0);
  expect(server.links).toHaveLength(1);
  return { ...server, ...connection };
}

describe('a handshake', () => {
  it.each([
    ['/socket.io/?client=screen&EIO=4&transport=websocket', true],
    ['/socket.io?EIO=4&transport=websocket&client=screen', true],
    ['/socket.io/?client=screen&EIO=4&transport=polling', false],
    ['/socket.io/?EIO=4&transport=websocket', false],
    ['/elsewhere/?client=screen&transport=websocket', false],
    ['//?client=screen&transport=websocket', false],
  ])('of %s is of a screen: %s', (url, expected) => {
    expect(isScreenHandshake({ url } as IncomingMessage)).toBe(expected);
  });

  it('is answered with the digest of its key, and the settings of the link', () => {
    const { tcp, read } = aConnection();
    aServer().accept(tcp);
    expect(read()).toContain('HTTP/1.1 101 Switching Protocols\r\n');
    expect(read()).toContain('Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n');
    expect(read()).toContain('"pingInterval":30000,"pingTimeout":12000');
  });

  it.each([
    ['another method', { method: 'POST' }],
    ['no key', { headers: { ...HEADERS, 'sec-websocket-key': undefined } }],
    ['a short key', { headers: { ...HEADERS, 'sec-websocket-key': 'YWJj' } }],
    ['another version', { headers: { ...HEADERS, 'sec-websocket-version': '8' } }],
    ['another protocol', { headers: { ...HEADERS, upgrade: 'h2c' } }],
  ])('is refused with %s', async (_name, change) => {
    const { tcp, read } = aConnection();
    aServer().accept(tcp, change);
    await vi.advanceTimersByTimeAsync(0);
    expect(read()).toContain('HTTP/1.1 400 Bad Request');
  });

  it('is refused without an unhandled error when the client has disconnected', async () => {
    const tcp = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done(new Error('write ECONNRESET')) });
    aServer().accept(tcp, { method: 'POST' });
    await vi.advanceTimersByTimeAsync(0);
    expect(tcp.destroyed).toBe(true);
  });
});

describe('a link', () => {
  it('gets a ping every 30 seconds, and ends without an answer for 12 seconds', async () => {
    const { tcp, read, send, screens } = await aJoinedLink();
    const countPings = () => read().split('\x81\x012').length - 1;
    await vi.advanceTimersByTimeAsync(29_000);
    expect(countPings()).toBe(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(countPings()).toBe(1);
    send('3');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(countPings()).toBe(2);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(tcp.destroyed).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(tcp.destroyed).toBe(true);
    expect(screens.remove).toHaveBeenCalledOnce();
  });

  it('ends when the client does not read', async () => {
    const { tcp, links } = await aJoinedLink({ isReading: false });
    for (let message = 0; message < 20; message++) links[0]?.send(new ScreenMessage('sync', 'x'.repeat(60_000)));
    expect(tcp.destroyed).toBe(true);
  });

  it('ends with a closing handshake when it is dropped, also without an answer of the client', async () => {
    const { tcp, read, links } = await aJoinedLink();
    links[0]?.drop();
    expect(read().endsWith('\x88\x02\x03\xe8')).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(tcp.destroyed).toBe(true);
  });

  it('ends before it has joined when the process stops, and joins no more', async () => {
    const [server, { tcp, send }] = [aServer(), aConnection()];
    server.accept(tcp);
    server.dropAll();
    send('40/screen,{}');
    await vi.advanceTimersByTimeAsync(1000);
    expect(tcp.destroyed).toBe(true);
    expect(server.links).toEqual([]);
  });

  it('passes the events of the screen on, and nothing before it has joined', async () => {
    const { send, screens } = await aJoinedLink();
    send('42/screen,["painted",{"alertIds":[]}]');
    await vi.advanceTimersByTimeAsync(0);
    expect(screens.receive).toHaveBeenCalledWith({ screenId: 'screen' }, 'painted', { alertIds: [] }, undefined);
    const [server, connection] = [aServer(), aConnection()];
    server.accept(connection.tcp);
    connection.send('42/screen,["painted",{}]');
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.tcp.destroyed).toBe(true);
    expect(server.screens.receive).not.toHaveBeenCalled();
  });
});
