import {
  type EmergencyUpdate,
  LIVE_PATH,
  NAMESPACES,
  SCREEN_CLIENT,
  type ScreenEvents,
  type ScreenSends,
  type SyncMessage,
} from '@vitrine/contract/live';
import type { CommandReceipt } from '@vitrine/contract/screens';
import { io, type Socket } from 'socket.io-client';
import type { Identity } from '../database/database.ts';
import type { ReportLink } from '../report/reporter.ts';
import { ReconnectTimer } from './reconnect.ts';

export interface LiveLink extends ReportLink {
  /** Sends the receipt of a command. Dropped while the link is down. */
  sendReceipt(receipt: CommandReceipt): void;
  /** Confirms that alerts were painted. Dropped while the link is down, and confirmed again with the next connection. */
  sendPainted(alertIds: string[], silentIds: string[]): void;
  readonly connected: boolean;
  close(): void;
}

export interface LiveLinkOptions {
  identity: Identity;
  onSync: (message: SyncMessage) => void;
  /** Called when the server refused or closed the connection. A request to the API returns the reason. */
  onRefused: () => void;
  /** Called when the server needs a complete report. */
  onFullReportRequested: () => void;
  /** Called when many screens received the same message, so that their reports must be spread over this many milliseconds. */
  onSpreadRequested: (withinMs: number) => void;
  onCommand: ScreenEvents['action'];
  onEmergency: (update: EmergencyUpdate) => void;
  onScreenshotRequested: () => void;
  /** Called when the server moves its screens to another address. */
  onMoveAnnounced: (withinMs: number) => void;
  onConnected: (connected: boolean) => void;
}

const ACKNOWLEDGE_TIMEOUT_MS = 10_000;

/**
 * Opens the live link. It reconnects forever, and nothing depends on the arrival of a message: a screen that missed one requests the manifest from the API.
 * Simulated screens pass another client as `connect`.
 */
export function openLiveLink({ identity, ...handlers }: LiveLinkOptions, connect = io): LiveLink {
  const socket: Socket<ScreenEvents, ScreenSends> = connect(NAMESPACES.screen, {
    path: LIVE_PATH,
    query: SCREEN_CLIENT,
    transports: ['websocket', 'polling'],
    auth: { deviceId: identity.deviceId, secret: identity.secret },
    // ReconnectTimer schedules reconnections, because the delays of socket.io cannot depend on the length of the outage.
    reconnection: false,
  });
  const reconnecting = new ReconnectTimer();
  let retry: ReturnType<typeof setTimeout> | undefined;
  const connectAfter = (durationMs: number) => {
    clearTimeout(retry);
    retry = setTimeout(() => socket.connect(), durationMs);
  };
  socket.on('sync', (message) => {
    if (message.withinMs) handlers.onSpreadRequested(message.withinMs);
    handlers.onSync(message);
  });
  socket.on('whole', handlers.onFullReportRequested);
  socket.on('action', handlers.onCommand);
  socket.on('emergency', handlers.onEmergency);
  socket.on('screenshot', handlers.onScreenshotRequested);
  socket.on('move', ({ withinMs }) => handlers.onMoveAnnounced(withinMs));
  socket.on('connect', () => {
    reconnecting.reset();
    handlers.onConnected(true);
  });
  socket.on('disconnect', (reason) => {
    handlers.onConnected(false);
    // The server closes a link when another page of this screen has connected, its permissions changed or the screen was replaced.
    if (reason === 'io server disconnect') handlers.onRefused();
    connectAfter(reason === 'io server disconnect' ? 1000 + Math.random() * 4000 : reconnecting.nextDelayMs());
  });
  socket.on('connect_error', () => {
    if (socket.active) return connectAfter(reconnecting.nextDelayMs());
    // The server refused the connection. The API distinguishes an unknown screen from a starting server.
    handlers.onRefused();
    connectAfter(5000 + Math.random() * 10_000);
  });
  return {
    send: async (report) => (await socket.timeout(ACKNOWLEDGE_TIMEOUT_MS).emitWithAck('report', report)) === true,
    sendChanges(changes) {
      if (socket.connected) socket.emit('changes', changes);
    },
    sendReceipt(receipt) {
      if (socket.connected) socket.emit('receipt', receipt);
    },
    sendPainted(alertIds, silentIds) {
      if (socket.connected) socket.emit('painted', { alertIds, silentIds });
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
