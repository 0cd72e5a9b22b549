import { LIVE_PATH, NAMESPACES, type ScreenEvents, type ScreenSends, type SyncMessage } from '@vitrine/contract/live';
import type { CommandReceipt, ScreenReport } from '@vitrine/contract/screens';
import { io, type Socket } from 'socket.io-client';
import type { Identity } from '../database/database.ts';

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
  onSync: (message: SyncMessage) => void;
  /** The namespace refused the connection; the API answers why. */
  onRefused: () => void;
  onCommand: ScreenEvents['action'];
  onConnected: (connected: boolean) => void;
}

const ACKNOWLEDGED_WITHIN_MS = 10_000;

/** The live link. It reconnects forever, and nothing depends on a message arriving: whoever missed one asks the API. */
export function openLiveLink({ identity, onSync, onRefused, onCommand, onConnected }: LiveLinkOptions): LiveLink {
  const socket: Socket<ScreenEvents, ScreenSends> = io(NAMESPACES.screen, {
    path: LIVE_PATH,
    transports: ['websocket', 'polling'],
    auth: { deviceId: identity.deviceId, secret: identity.secret },
    reconnectionDelay: 1000,
    reconnectionDelayMax: 15_000,
    randomizationFactor: 0.5,
  });
  socket.on('sync', onSync);
  socket.on('action', onCommand);
  socket.on('connect', () => onConnected(true));
  socket.on('disconnect', (reason) => {
    onConnected(false);
    // Only this reason ends socket.io's own reconnecting.
    if (reason === 'io server disconnect') setTimeout(() => socket.connect(), 1000 + Math.random() * 4000);
  });
  socket.on('connect_error', () => {
    if (socket.active) return;
    // Refused by the namespace, which is final for socket.io. The API tells an unknown screen from a starting server.
    onRefused();
    setTimeout(() => socket.connect(), 5000 + Math.random() * 10_000);
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
      socket.off();
      socket.disconnect();
    },
  };
}
