import type { DeviceEvents, MediaEvents, NotificationEvents } from '@vitrine/contract/live';
import { LIVE_PATH, NAMESPACES } from '@vitrine/contract/live';
import type { io as Io } from 'socket.io-client';
import { serverReachability } from './reachability.ts';

export interface LiveHandlers {
  notification: NotificationEvents['notification'];
  devicestatus: DeviceEvents['devicestatus'];
  publishUpdate: DeviceEvents['publishUpdate'];
  contentDownload: MediaEvents['contentDownload'];
  videoTranscode: MediaEvents['videoTranscode'];
  albumUpdate: MediaEvents['albumUpdate'];
  /** The link was opened for the first time: events since the page's requests were missed. */
  begun: () => void;
  /** The link was restored after a gap: events were lost, so everything must be refetched. */
  resumed: () => void;
}

type SocketClient = { io: typeof Io };

const LOAD_RETRY_MS = 5000;
/** Delay against a server that disconnects repeatedly. */
const RECONNECT_DELAY_MS = 300;

/**
 * The live link of a signed-in person. Socket.IO is loaded when it is first wanted.
 * Returns a function that closes it.
 */
export function openLiveConnection(token: string, handlers: LiveHandlers): () => void {
  let isClosed = false;
  let close = () => {};
  const open = ({ io }: SocketClient) => {
    if (isClosed) return;
    const options = { path: LIVE_PATH, auth: { token }, transports: ['websocket', 'polling'], reconnectionDelayMax: 8000 };
    const notification = io(NAMESPACES.notification, options);
    const device = io(NAMESPACES.device, options);
    const media = io(NAMESPACES.media, options);
    notification.on('notification', handlers.notification);
    device.on('devicestatus', handlers.devicestatus);
    device.on('publishUpdate', handlers.publishUpdate);
    media.on('contentDownload', handlers.contentDownload);
    media.on('videoTranscode', handlers.videoTranscode);
    media.on('albumUpdate', handlers.albumUpdate);
    let awaited = 3;
    for (const socket of [notification, device, media]) {
      socket.once('connect', () => {
        awaited -= 1;
        if (awaited === 0) handlers.begun();
      });
      socket.on('disconnect', (reason) => {
        // The session has ended or changed. Only the server can distinguish the two, and socket.io does not reconnect automatically.
        if (reason === 'io server disconnect') setTimeout(() => !isClosed && socket.connect(), RECONNECT_DELAY_MS);
      });
    }
    let hasConnected = false;
    media.on('connect', () => {
      if (hasConnected) handlers.resumed();
      hasConnected = true;
    });
    media.on('disconnect', (reason) => {
      if (reason !== 'io client disconnect') serverReachability.suspected();
    });
    media.on('connect_error', ({ message }) => {
      // The session has ended: the next request reports it and leads to sign-in.
      if (message === 'UNAUTHENTICATED') handlers.resumed();
      else serverReachability.suspected();
    });
    close = () => {
      for (const socket of [notification, device, media]) socket.disconnect();
    };
  };
  const load = () => {
    if (isClosed) return;
    import('socket.io-client').then(open, () => {
      // The server stopped before the client's script was loaded.
      serverReachability.suspected();
      setTimeout(load, LOAD_RETRY_MS);
    });
  };
  load();
  return () => {
    isClosed = true;
    close();
  };
}
