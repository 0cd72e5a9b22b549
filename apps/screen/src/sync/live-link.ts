import { LIVE_PATH, NAMESPACES, type ScreenEvents, type ScreenSends } from '@vitrine/contract/live';
import type { CommandReceipt } from '@vitrine/contract/screens';
import { io, type Socket } from 'socket.io-client';
import type { Identity } from '../database/database.ts';
import type { ReportLink } from '../report/reporter.ts';

export interface LiveLink extends ReportLink {
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
  /** The server does not know what was reported before. */
  onWhole: () => void;
  /** Thousands of screens were told the same, whose reports are to come within this many milliseconds. */
  onCrowd: (withinMs: number) => void;
  onCommand: ScreenEvents['action'];
  onConnected: (connected: boolean) => void;
}

const ACKNOWLEDGED_WITHIN_MS = 10_000;

/** The live link. It reconnects forever; every message only triggers a request to the API. */
export function openLiveLink({ identity, onSync, onRefused, onWhole, onCrowd, onCommand, onConnected }: LiveLinkOptions): LiveLink {
  const socket: Socket<ScreenEvents, ScreenSends> = io(NAMESPACES.screen, {
    path: LIVE_PATH,
    transports: ['websocket', 'polling'],
    auth: { deviceId: identity.deviceId, secret: identity.secret },
    reconnectionDelay: 1000,
    reconnectionDelayMax: 15_000,
    randomizationFactor: 0.5,
  });
  // Spread over `withinMs`, because thousands of screens receive the same message.
  socket.on('sync', ({ revision, withinMs = 0 }) => {
    if (withinMs > 0) onCrowd(withinMs);
    if (withinMs > 0) setTimeout(() => onSync(revision), Math.random() * withinMs);
    else onSync(revision);
  });
  socket.on('whole', onWhole);
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
    send: async (report) => (await socket.timeout(ACKNOWLEDGED_WITHIN_MS).emitWithAck('report', report)) === true,
    sendChanges(changes) {
      if (socket.connected) socket.emit('changes', changes);
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
