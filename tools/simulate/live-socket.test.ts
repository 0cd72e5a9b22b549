import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LIVE_PATH, NAMESPACES } from '@vitrine/contract/live';
import type { ScreenReport } from '@vitrine/contract/screens';
import { Server, type Socket as ServerSocket } from 'socket.io';
import { io } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LiveLink, openLiveLink } from '../../apps/screen/src/sync/live-link.ts';
import { connectTo } from './live-socket.ts';

const identity = { deviceId: 'K12345', secret: 'secret', versionCode: '' };
const report: ScreenReport = {
  revision: 3,
  downloaded: 1,
  total: 1,
  publishId: null,
  itemId: null,
  mediaId: null,
  failed: [],
  paused: false,
  muted: true,
  temperature: null,
  underVoltage: null,
  canReboot: false,
  canPowerOff: false,
  health: null,
  shell: null,
};

/** Socket.IO's own server, as the product runs it. */
async function aServer() {
  const http = createServer();
  const server = new Server(http, { path: LIVE_PATH });
  const came: ServerSocket[] = [];
  const state = { refuses: false };
  server
    .of(NAMESPACES.screen)
    .use((_socket, next) => next(state.refuses ? new Error('unknown') : undefined))
    .on('connection', (socket) => came.push(socket));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, came, state, close: () => server.close() };
}

/** Connects the screen's live link with either client and records the messages it receives. */
function aLink(connect: typeof io) {
  const told: unknown[] = [];
  const link = openLiveLink(
    {
      identity,
      onSync: (heard) => told.push(['sync', heard]),
      onRefused: () => told.push('refused'),
      onFullReportRequested: () => undefined,
      onSpreadRequested: () => undefined,
      onCommand: ({ action }) => told.push(action),
      onConnected: (connected) => told.push(connected),
    },
    connect,
  );
  return { link, told };
}

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });

const clients: [string, (origin: string) => typeof io][] = [
  [
    "Socket.IO's client",
    (origin) => ((namespace: string, options: object) => io(`${origin}${namespace}`, { ...options, forceNew: true })) as typeof io,
  ],
  ['the light one', connectTo],
];

describe.each(clients)('the live link by %s', (_name, clientOf) => {
  let server: Awaited<ReturnType<typeof aServer>>;
  let link: LiveLink;
  let told: unknown[];
  beforeEach(async () => {
    server = await aServer();
  });
  afterEach(async () => {
    link.close();
    await server.close();
  });
  const open = () => ({ link, told } = aLink(clientOf(server.origin)));
  const connected = async () => {
    open();
    await eventually(() => expect(server.came).toHaveLength(1));
    await eventually(() => expect(told).toEqual([true]));
    return server.came[0] as ServerSocket;
  };

  it('sends the credentials on connect', async () => {
    const socket = await connected();
    expect(socket.handshake.auth).toEqual({ deviceId: 'K12345', secret: 'secret' });
    expect(link.connected).toBe(true);
  });

  it('passes events of its namespace to listeners and ignores other messages', async () => {
    const socket = await connected();
    socket.emit('action', { id: '1', action: 'pause' });
    socket.emit('something else', 1);
    socket.emit('action', { id: '2', action: 'play' });
    await eventually(() => expect(told).toEqual([true, 'pause', 'play']));
    socket.emit('sync', { revision: 3 });
    await eventually(() => expect(told).toHaveLength(4));
  });

  it('sends reports until they are acknowledged, and receipts', async () => {
    const socket = await connected();
    const received: unknown[] = [];
    socket.on('report', (payload, acknowledge) => {
      received.push(payload);
      acknowledge();
    });
    socket.on('receipt', (payload) => received.push(payload));
    await link.send(report);
    link.sendReceipt({ id: '1', state: 'done' });
    await eventually(() => expect(received).toEqual([report, { id: '1', state: 'done' }]));
  });

  it('rejects a report that the end of the link left without an answer', async () => {
    const socket = await connected();
    socket.on('report', () => socket.conn.close());
    await expect(link.send(report)).rejects.toThrow();
    expect(link.connected).toBe(false);
    expect(told).toEqual([true, false]);
  });

  it('reports that the server closed the link', async () => {
    const socket = await connected();
    socket.disconnect(true);
    await eventually(() => expect(told).toEqual([true, false]));
  });

  it('reports a refused connection', async () => {
    server.state.refuses = true;
    open();
    await eventually(() => expect(told).toEqual(['refused']));
  });

  it('reconnects automatically', async () => {
    const socket = await connected();
    socket.conn.close();
    await eventually(() => expect(told).toEqual([true, false, true]));
  });
});
