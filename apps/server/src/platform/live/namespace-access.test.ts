import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, type Namespace as SocketNamespace } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAddressLimits } from './address-limits.ts';
import type { ConnectedScreens } from './connected-screens.ts';
import type { LinkGuard } from './link-guard.ts';
import { AUTHENTICATION_UNAVAILABLE } from './namespace-access.ts';
import { type PeopleSockets, servePeople } from './people-sockets.ts';
import { serveScreenNamespace } from './screen-namespace.ts';

const SESSION_MS = 3_600_000;
const person = () => ({ userId: 'ana', sessionId: 'one', hasConsented: true, expiresAt: new Date(Date.now() + SESSION_MS) });
const guardOf = () => ({ addressKey: '192.0.2.7', joined: vi.fn(), left: vi.fn(), refused: vi.fn() }) as unknown as LinkGuard;

let http: HttpServer;
let server: Server;
let clients: Socket[];
beforeEach(async () => {
  http = createServer();
  server = new Server(http);
  clients = [];
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
});
afterEach(async () => {
  for (const client of clients) client.disconnect();
  await server.close();
  vi.restoreAllMocks();
});

function connect(namespace: SocketNamespace): Socket {
  const { port } = http.address() as AddressInfo;
  const client = io(`http://127.0.0.1:${port}${namespace.name}`, {
    auth: { token: 'token' },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  clients.push(client);
  return client;
}
const disconnected = (client: Socket) => new Promise<void>((resolve) => client.io.once('close', () => resolve()));
/** Sockets that Socket.IO keeps until their middlewares end. */
const countWaiting = (namespace: SocketNamespace) =>
  (namespace as unknown as { _preConnectSockets: Map<string, unknown> })._preConnectSockets.size;
const serve = (name: string, authenticate: PeopleSockets['authenticate']) => {
  const namespace = server.of(name);
  servePeople(namespace, { people: { authenticate }, guardOf, limits: createAddressLimits(10) });
  return namespace;
};

it('forgets a person who is not authenticated because the database does not answer', async () => {
  const away = () => Promise.reject(new Error('the database does not answer'));
  const first = serve('/device', away);
  await disconnected(connect(first));
  const second = serve('/media', vi.fn<PeopleSockets['authenticate']>(away).mockResolvedValueOnce(person()));
  await disconnected(connect(second));
  await expect.poll(() => [countWaiting(first), countWaiting(second), second.adapter.rooms.size]).toEqual([0, 0, 0]);
});

it('forgets a screen that is not authenticated because the database does not answer', async () => {
  const namespace = server.of('/screen');
  const screens = { authenticate: async () => AUTHENTICATION_UNAVAILABLE } as unknown as ConnectedScreens;
  serveScreenNamespace(namespace, { screens, guardOf });
  await disconnected(connect(namespace));
  await expect.poll(() => countWaiting(namespace)).toBe(0);
});

it('keeps no timer for a person who has left before the session was found', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  let find: (found: ReturnType<typeof person>) => void = () => undefined;
  const namespace = serve('/device', () => new Promise((resolve) => (find = resolve)));
  const link = new Promise<void>((resolve) =>
    server.engine.once('connection', (raw: { once(event: 'close', end: () => void): void }) => raw.once('close', resolve)),
  );
  const client = connect(namespace);
  await expect.poll(() => countWaiting(namespace)).toBe(1);
  client.disconnect();
  await link;
  find(person());
  await new Promise(setImmediate);
  find(person());
  await expect.poll(() => countWaiting(namespace)).toBe(0);
  expect(timers.mock.calls.filter(([, delayMs]) => (delayMs ?? 0) > SESSION_MS / 2)).toEqual([]);
});
