import net, { type Server, type Socket } from 'node:net';
import { toIpv4Address } from './control-connection.ts';
import { type ChannelOptions, type DataChannel, notOpened, prepare, SessionNotResumedError, withTimeout } from './data-channel.ts';
import { FtpError } from './replies.ts';

/** Handshakes that run at once on one passive port. A newer connection replaces the oldest. */
const MAX_CANDIDATES = 8;
/** Connections from the client's address to one passive port before the transfer is given up. */
const MAX_CONNECTIONS = 100;

export interface PortRange {
  first: number;
  last: number;
}

export interface PassiveChannel extends DataChannel {
  port: number;
}

/**
 * Listens on a separate port until the client has opened its data connection. Other programs may connect first, even from the client's address. Under TLS
 * they cannot resume the control connection's session, so each is closed and the port keeps listening.
 */
export async function listenPassive(host: string, ports: PortRange | undefined, options: ChannelOptions): Promise<PassiveChannel> {
  const arrived = Promise.withResolvers<Socket>();
  const candidates = new Set<Socket>();
  let chosen: Socket | undefined;
  let notResumed: SessionNotResumedError | undefined;
  let connections = 0;

  const choose = (raw: Socket, ready: Socket) => {
    if (chosen) return void raw.destroy();
    chosen = raw;
    candidates.delete(raw);
    stopListening();
    arrived.resolve(ready);
  };
  const refuse = (raw: Socket, error: unknown) => {
    candidates.delete(raw);
    raw.destroy();
    if (error instanceof SessionNotResumedError) notResumed = error;
  };
  const stopListening = () => {
    server.close();
    for (const raw of candidates) raw.destroy();
    candidates.clear();
  };
  const server = net.createServer({ pauseOnConnect: true }, (raw) => {
    if (chosen || toIpv4Address(raw.remoteAddress) !== options.peer) return void raw.destroy();
    if (++connections > MAX_CONNECTIONS) {
      raw.destroy();
      stopListening();
      return arrived.reject(new FtpError(425, 'Too many other connections were made to the data port.'));
    }
    const [oldest] = candidates;
    if (candidates.size >= MAX_CANDIDATES && oldest) refuse(oldest, undefined);
    candidates.add(raw);
    prepare(raw, options).then(
      (ready) => choose(raw, ready),
      (error: unknown) => refuse(raw, error),
    );
  });
  server.on('error', arrived.reject);
  // A client may never send a transfer command, and then no code waits for this promise.
  arrived.promise.catch(() => undefined);
  const port = await listenOnFreePort(server, host, ports);
  return {
    port,
    open: () => withTimeout(arrived.promise, options.connectMs, (cause) => notResumed ?? notOpened(cause)),
    close: () => {
      stopListening();
      chosen?.destroy();
    },
  };
}

/** Listens on a port that the system chooses, or on the first free one of the range, searched from a random position. */
async function listenOnFreePort(server: Server, host: string, ports: PortRange | undefined): Promise<number> {
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
  throw new FtpError(425, 'All data ports are in use. Try again in a moment.');
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
