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
  off: false,
  muted: true,
  temperature: null,
  underVoltage: null,
  canReboot: false,
  canPowerOff: false,
  health: null,
  shell: null,
};

/** Starts the official Socket.IO server, which the product uses. */
async function startServer() {
  const http = createServer();
  const server = new Server(http, { path: LIVE_PATH });
  const connections: ServerSocket[] = [];
  const state = { refuses: false };
  server
    .of(NAMESPACES.screen)
    .use((_socket, next) => next(state.refuses ? new Error('unknown') : undefined))
    .on('connection', (socket) => connections.push(socket));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, connections, state, close: () => server.close() };
}

/** Connects the screen's live link with either client and records the messages it receives. */
function openLink(connect: typeof io) {
  const events: unknown[] = [];
  const link = openLiveLink(
    {
      identity,
      onSync: (message) => events.push(['sync', message]),
      onRefused: () => events.push('refused'),
      onFullReportRequested: () => undefined,
      onSpreadRequested: () => undefined,
      onCommand: ({ action }) => events.push(action),
      onEmergency: (update) => events.push(['emergency', update]),
      onScreenshotRequested: () => events.push('screenshot'),
      onMoveAnnounced: (withinMs) => events.push(['move', withinMs]),
      onConnected: (connected) => events.push(connected),
    },
    connect,
  );
  return { link, events };
}

const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });

const clients: [string, (origin: string) => typeof io][] = [
  [
    "Socket.IO's client",
    (origin) => ((namespace: string, options: object) => io(`${origin}${namespace}`, { ...options, forceNew: true })) as typeof io,
  ],
  ['the lightweight client', connectTo],
];

describe.each(clients)('live link with %s', (_name, createClient) => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let link: LiveLink;
  let events: unknown[];
  beforeEach(async () => {
    server = await startServer();
  });
  afterEach(async () => {
    link.close();
    await server.close();
  });
  const openTestLink = () => ({ link, events } = openLink(createClient(server.origin)));
  const connected = async () => {
    openTestLink();
    await waitFor(() => expect(server.connections).toHaveLength(1));
    await waitFor(() => expect(events).toEqual([true]));
    return server.connections[0] as ServerSocket;
  };

  it('sends the credentials on connect', async () => {
    const socket = await connected();
    expect(socket.handshake.auth).toEqual({ deviceId: 'K12345', secret: 'secret' });
    expect(link.connected).toBe(true);
  });

  it('passes events of its namespace to listeners and ignores other messages', async () => {
    const socket = await connected();
    socket.emit('action', { id: '1', action: 'pause' });
    socket.emit('other event', 1);
    socket.emit('action', { id: '2', action: 'play' });
    await waitFor(() => expect(events).toEqual([true, 'pause', 'play']));
    socket.emit('sync', { revision: 3 });
    await waitFor(() => expect(events).toHaveLength(4));
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
    await waitFor(() => expect(received).toEqual([report, { id: '1', state: 'done' }]));
  });

  it('rejects a report when the connection ends before its acknowledgement', async () => {
    const socket = await connected();
    socket.on('report', () => socket.conn.close());
    await expect(link.send(report)).rejects.toThrow();
    expect(link.connected).toBe(false);
    expect(events).toEqual([true, false]);
  });

  it('notifies the listener when the server closes the connection, who then requests the reason', async () => {
    const socket = await connected();
    socket.disconnect(true);
    await waitFor(() => expect(events).toEqual([true, false, 'refused']));
  });

  it('notifies the listener when the server refuses the connection', async () => {
    server.state.refuses = true;
    openTestLink();
    await waitFor(() => expect(events).toEqual(['refused']));
  });

  it('reconnects after the connection was lost', async () => {
    const socket = await connected();
    socket.conn.close();
    await waitFor(() => expect(events).toEqual([true, false, true]));
  });
});
