import net, { type Server, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { type SecureContext, TLSSocket } from 'node:tls';
import { plainAddress } from './control-connection.ts';
import { FtpRefusal } from './replies.ts';

/** On a passive port: the peer's one, and few others on their way out. */
const MAX_WAITING = 4;

export interface PortRange {
  first: number;
  last: number;
}

/** The connection one transfer runs over, from PASV or PORT to its end. */
export interface DataChannel {
  /** Answers it when it is there, refuses with 425 when it does not come in time. */
  open(): Promise<Socket>;
  close(): void;
}

export interface ChannelOptions {
  /** The peer's address of the control connection: the only one allowed to open the data connection. */
  peer: string;
  /** Under TLS when given. */
  secureContext: SecureContext | undefined;
  connectMs: number;
  stallMs: number;
}

export interface PassiveChannel extends DataChannel {
  port: number;
}

/** Waits for one connection of the peer on a port of its own. Others are turned away and hold up nothing. */
export async function listenPassive(host: string, ports: PortRange | undefined, options: ChannelOptions): Promise<PassiveChannel> {
  const arrived = Promise.withResolvers<Socket>();
  let raw: Socket | undefined;
  const server = net.createServer({ pauseOnConnect: true }, (socket) => {
    if (raw || plainAddress(socket.remoteAddress) !== options.peer) return void socket.destroy();
    raw = socket;
    server.close();
    prepare(socket, options).then(arrived.resolve, arrived.reject);
  });
  server.maxConnections = MAX_WAITING;
  server.on('error', arrived.reject);
  // Nobody may ever ask for it.
  arrived.promise.catch(() => undefined);
  const port = await listenOnFree(server, host, ports);
  const close = () => {
    server.close();
    raw?.destroy();
  };
  return { port, open: () => inTime(arrived.promise, options.connectMs), close };
}

/** Connects to the peer, at its own address only: a server that connects to others is a tool against them (RFC 2577). */
export function connectActive(port: number, localAddress: string, options: ChannelOptions): DataChannel {
  let raw: Socket | undefined;
  const connect = async (socket: Socket) => {
    await happened(socket, 'connect');
    return prepare(socket, options);
  };
  return {
    open() {
      // Not before the client asks for data: it may listen only from then on.
      raw = net.connect({ host: options.peer, port, localAddress });
      return inTime(connect(raw), options.connectMs);
    },
    close: () => raw?.destroy(),
  };
}

async function inTime(socket: Promise<Socket>, ms: number): Promise<Socket> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no connection in time')), ms);
  try {
    return await Promise.race([socket, late.promise]);
  } catch (error) {
    throw new FtpRefusal(425, 'The data connection could not be opened.', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function prepare(raw: Socket, { secureContext, stallMs }: ChannelOptions): Promise<Socket> {
  const socket = secureContext ? new TLSSocket(raw, { isServer: true, secureContext }) : raw;
  // While the socket is used its errors are handled there; this handles those before and after.
  for (const each of new Set([raw, socket])) each.on('error', () => undefined);
  socket.setTimeout(stallMs, () =>
    socket.destroy(Object.assign(new Error('The data connection was silent for too long'), { code: 'ECONNRESET' })),
  );
  if (!secureContext) return socket;
  await happened(socket, 'secure');
  // Under TLS 1.3 the session's tickets are written right after this event, and an end before them loses its close_notify:
  // careful clients then take a whole file for a cut one.
  await setImmediate();
  return socket;
}

function happened(socket: Socket, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(event, () => resolve());
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`closed before ${event}`)));
  });
}

/** A port the system chooses, or the first free one of the range, searched from anywhere in it. */
async function listenOnFree(server: Server, host: string, ports: PortRange | undefined): Promise<number> {
  if (!ports) return listen(server, host, 0);
  const count = ports.last - ports.first + 1;
  const start = Math.floor(Math.random() * count);
  for (let step = 0; step < count; step++) {
    try {
      return await listen(server, host, ports.first + ((start + step) % count));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
  throw new FtpRefusal(425, 'All data ports are in use. Please try again in a moment.');
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
