import { LIVE_PATH, NAMESPACES, type ScreenEvents, type ScreenSends } from '@vitrine/contract/live';
import type { CommandReceipt, ScreenReport } from '@vitrine/contract/screens';
import { io, type Socket } from 'socket.io-client';
import type { Identity } from '../database/database.ts';
import { Reconnecting } from './reconnect.ts';

export interface LiveLink {
  /** Resolves when the server has acknowledged the report; rejects on timeout. */
  send(report: ScreenReport): Promise<void>;
  /** Sends the receipt of a command. Dropped while the link is down. */
  answer(receipt: CommandReceipt): void;
  readonly connected: boolean;
  close(): void;
}

export interface LiveLinkOptions {
  identity: Identity;
  /** The newest manifest has this number. */
  onSync: (revision: number) => void;
  /** The namespace refused the connection; the API answers why. */
  onRefused: () => void;
  onCommand: ScreenEvents['action'];
  onConnected: (connected: boolean) => void;
}

const ACKNOWLEDGED_WITHIN_MS = 10_000;

/** The live link. It reconnects forever; every message only triggers a request to the API. */
export function openLiveLink({ identity, onSync, onRefused, onCommand, onConnected }: LiveLinkOptions): LiveLink {
  const socket: Socket<ScreenEvents, ScreenSends> = io(NAMESPACES.screen, {
    path: LIVE_PATH,
    transports: ['websocket', 'polling'],
    auth: { deviceId: identity.deviceId, secret: identity.secret },
    // Its delays cannot depend on how long the server has been away; ours do.
    reconnection: false,
  });
  const reconnecting = new Reconnecting();
  let retry: ReturnType<typeof setTimeout> | undefined;
  const connectIn = (durationMs: number) => {
    clearTimeout(retry);
    retry = setTimeout(() => socket.connect(), durationMs);
  };
  // Spread over `withinMs`, because thousands of screens receive the same message.
  socket.on('sync', ({ revision, withinMs = 0 }) => {
    if (withinMs > 0) setTimeout(() => onSync(revision), Math.random() * withinMs);
    else onSync(revision);
  });
  socket.on('action', onCommand);
  socket.on('connect', () => {
    reconnecting.connected();
    onConnected(true);
  });
  socket.on('disconnect', (reason) => {
    onConnected(false);
    // The server ends a link on purpose: another page of this screen took its place, or its rights changed.
    connectIn(reason === 'io server disconnect' ? 1000 + Math.random() * 4000 : reconnecting.nextDelayMs());
  });
  socket.on('connect_error', () => {
    if (socket.active) return connectIn(reconnecting.nextDelayMs());
    // Refused by the namespace. The API tells an unknown screen from a starting server.
    onRefused();
    connectIn(5000 + Math.random() * 10_000);
  });
  return {
    async send(report) {
      await socket.timeout(ACKNOWLEDGED_WITHIN_MS).emitWithAck('report', report);
    },
    answer(receipt) {
      if (socket.connected) socket.emit('receipt', receipt);
    },
    get connected() {
      return socket.connected;
    },
    close: () => {
      clearTimeout(retry);
      socket.off();
      socket.disconnect();
    },
  };
}
