import net, { type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { ConnectionTls } from './connection-tls.ts';
import { FtpError } from './replies.ts';

/** The connection that carries the bytes of one transfer, from PASV or PORT to its end. */
export interface DataChannel {
  /** Returns the connection once it is ready. Throws a 425 or 522 reply when it does not become ready in time. */
  open(): Promise<Socket>;
  close(): void;
}

export interface ChannelOptions {
  /** Address of the client on the control connection: the only address that data flows to or comes from. */
  peer: string;
  /** TLS of the control connection; undefined for a data connection in the clear. */
  tls: ConnectionTls | undefined;
  connectMs: number;
  stallMs: number;
}

/** Thrown when a TLS data connection does not resume the session of its control connection. */
export class SessionNotResumedError extends FtpError {
  constructor(cause?: unknown) {
    super(522, 'The data connection must resume the TLS session of the control connection (TLS session reuse).', { cause });
    this.name = 'SessionNotResumedError';
  }
}

/** Connects to the client's own address only: a server that connects elsewhere can be used to attack others (RFC 2577). */
export function connectActive(port: number, localAddress: string, options: ChannelOptions): DataChannel {
  let raw: Socket | undefined;
  const connect = async (socket: Socket) => {
    await waitForEvent(socket, 'connect');
    return await prepare(socket, options);
  };
  return {
    open() {
      // Connect only after the transfer command: the client may start to listen as late as that.
      raw = net.connect({ host: options.peer, port, localAddress });
      return withTimeout(connect(raw), options.connectMs, notOpened);
    },
    close: () => raw?.destroy(),
  };
}

export const notOpened = (cause: unknown): FtpError => new FtpError(425, 'The data connection could not be opened.', { cause });

/** Returns the socket. When it fails or is not ready after `ms`, throws the error that `refusal` creates from the cause. */
export async function withTimeout(socket: Promise<Socket>, ms: number, refusal: (cause: unknown) => FtpError): Promise<Socket> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no connection in time')), ms);
  try {
    return await Promise.race([socket, late.promise]);
  } catch (error) {
    throw error instanceof FtpError ? error : refusal(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Performs the TLS handshake, if there is one, and limits how long the connection may be silent. */
export async function prepare(raw: Socket, { tls, stallMs }: ChannelOptions): Promise<Socket> {
  const secure = tls?.secureData(raw);
  const socket = secure ?? raw;
  // Errors are handled by the transfer while it uses the socket. This listener covers the time before and after.
  for (const watched of new Set([raw, socket])) watched.on('error', () => undefined);
  socket.setTimeout(stallMs, () => socket.destroy(Object.assign(new Error('Data connection timed out'), { code: 'ECONNRESET' })));
  if (!secure) return raw;
  await waitForEvent(secure, 'secure').catch(explainHandshake);
  if (!secure.isSessionReused()) throw new SessionNotResumedError();
  // TLS 1.3 session tickets are written right after this event. Ending the socket before them loses its close_notify, and careful
  // clients then take a complete file for a truncated one.
  await setImmediate();
  return secure;
}

/** A full handshake fails, because data connections have no certificate. */
function explainHandshake(error: NodeJS.ErrnoException): never {
  throw error.code?.startsWith('ERR_SSL_') ? new SessionNotResumedError(error) : error;
}

function waitForEvent(socket: Socket, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(event, () => resolve());
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`closed before ${event}`)));
  });
}
