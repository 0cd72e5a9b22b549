import type { Socket } from 'node:net';
import type { ConnectionTls } from './connection-tls.ts';

/** A client that sends commands without reading the responses is disconnected. */
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
    // A broken connection closes on its own.
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
    // A client that does not read the last response is disconnected anyway.
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

/** Longer than any command with the longest path; what has no end by then is no command. */
const MAX_LINE_BYTES = 4096;

/** Cuts what arrives into lines, wherever the network cut it. */
export function createLineReader(onLine: (line: string) => void, onTooLong: () => void) {
  let rest: Buffer = Buffer.alloc(0);
  return {
    add(chunk: Buffer): void {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a)) {
        const line = rest.subarray(0, end);
        rest = rest.subarray(end + 1);
        if (line.length > MAX_LINE_BYTES) return onTooLong();
        onLine(decode(line));
      }
      if (rest.length > MAX_LINE_BYTES) onTooLong();
    },
    /** Data sent in clear text must not count as sent under TLS. */
    forget(): void {
      rest = Buffer.alloc(0);
    },
  };
}

/** Telnet signals stand before an ABOR (RFC 959, 4.1.3): bytes beyond ASCII, with which no command begins. */
function decode(line: Buffer): string {
  let start = 0;
  while (start < line.length && (line[start] ?? 0) >= 0x80) start++;
  return line.toString('utf8', start).replace(/\r$/, '');
}
