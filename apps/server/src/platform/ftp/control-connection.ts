import type { Socket } from 'node:net';
import { createLineReader } from './command-lines.ts';
import type { ConnectionTls } from './connection-tls.ts';

/** A client that asks on and never reads the answers is let go. */
const MAX_UNSENT_BYTES = 64 * 1024;
const CLOSE_TIMEOUT_MS = 1000;

export interface ControlEvents {
  onLine: (line: string) => void;
  /** Nothing was sent for the idle time. */
  onIdle: () => void;
}

/** The connection that carries commands and replies: lines in, replies out, TLS from AUTH on. */
export function createControlConnection(raw: Socket, idleMs: number, { onLine, onIdle }: ControlEvents) {
  let socket: Socket = raw;
  let isClosed = false;
  const gone = Promise.withResolvers<void>();
  const closeSockets = () => {
    isClosed = true;
    gone.resolve();
  };
  const lines = createLineReader(onLine, () => close(500, 'This command is too long.'));
  const listen = (to: Socket) => {
    to.on('data', (chunk: Buffer) => lines.add(chunk));
    to.once('end', closeSockets).once('close', closeSockets);
    // A broken connection closes by itself.
    to.on('error', closeSockets);
  };

  function write(text: string): Promise<void> {
    if (isClosed || !socket.writable) return Promise.resolve();
    if (socket.writableLength > MAX_UNSENT_BYTES) socket.destroy();
    return new Promise((resolve) => socket.write(text, () => resolve()));
  }

  /** The last of several lines is the one that counts (RFC 959, 4.2). */
  function reply(code: number, ...texts: string[]): Promise<void> {
    const last = texts.length - 1;
    return write(
      texts.map((text, at) => (at === last ? `${code} ${text}\r\n` : at === 0 ? `${code}-${text}\r\n` : ` ${text}\r\n`)).join(''),
    );
  }

  function close(code?: number, text = ''): void {
    lines.forget();
    socket.removeAllListeners('data');
    socket.resume();
    if (code !== undefined && socket.writable) socket.write(`${code} ${text}\r\n`);
    socket.destroySoon();
    // Whoever doesn't read the last words is cut off all the same.
    setTimeout(() => raw.destroy(), CLOSE_TIMEOUT_MS).unref();
    closeSockets();
  }

  listen(raw);
  raw.setNoDelay(true);
  raw.setTimeout(idleMs, onIdle);

  return {
    reply,
    close,
    /** Settles when the client has left, or was made to. */
    gone: gone.promise,
    isGone: () => isClosed,
    isSecure: () => socket !== raw,
    localAddress: toIpv4Address(raw.localAddress),
    remoteAddress: toIpv4Address(raw.remoteAddress),
    async secure(tls: ConnectionTls, text: string): Promise<void> {
      raw.removeAllListeners('data');
      raw.pause();
      lines.forget();
      await reply(234, text);
      if (isClosed) return;
      socket = tls.secureControl(raw);
      // An end without TLS's own goodbye closes the raw connection alone.
      listen(socket);
    },
  };
}

export type ControlConnection = ReturnType<typeof createControlConnection>;

/** IPv4 as such also where the socket speaks both (`::ffff:10.0.0.1`). */
export const toIpv4Address = (address: string | undefined): string => (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
