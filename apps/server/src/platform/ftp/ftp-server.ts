import net, { type AddressInfo, type Socket } from 'node:net';
import type { Logger } from 'pino';
import { rateLimitKey } from '../network-addresses.ts';
import { createConnectionTls } from './connection-tls.ts';
import { toIpv4Address } from './control-connection.ts';
import type { FtpSignIn } from './file-tree.ts';
import { type FtpConnection, serveConnection } from './ftp-connection.ts';
import { FTP_LIMITS, type FtpLimits } from './ftp-limits.ts';
import type { FtpServices, FtpSession } from './ftp-session.ts';
import type { PortRange } from './passive-channel.ts';

export interface FtpServerOptions {
  host: string;
  /** 0 lets the system choose. */
  port: number;
  /** Ports for data connections; any that is free when absent. */
  passivePorts?: PortRange;
  /** Private key and certificate in one PEM. */
  certificate: string;
  /** Lets clients sign in and transfer data without TLS. */
  isPlainAllowed?: boolean;
  signIn: FtpSignIn;
  log: Logger;
  limits?: Partial<FtpLimits>;
}

export interface FtpServer {
  port: number;
  /** Ends all connections; settles when their transfers have cleaned up after themselves. */
  stop(): Promise<void>;
}

/** FTP (RFC 959, 2428, 3659) with explicit TLS (RFC 4217), in front of a tree that is not a file system. */
export async function startFtpServer(options: FtpServerOptions): Promise<FtpServer> {
  const limits = { ...FTP_LIMITS, ...options.limits };
  const connections = new Set<FtpConnection>();
  const services: FtpServices = {
    signIn: options.signIn,
    createTls: () => createConnectionTls(options.certificate),
    isPlainAllowed: options.isPlainAllowed ?? false,
    passivePorts: options.passivePorts,
    limits,
    log: options.log,
    admit: (session: FtpSession, userId: string) =>
      count(connections, (each) => each !== session && each.signedIn?.userId === userId) < limits.connectionsPerUser,
  };
  const onSocket = (socket: Socket) => {
    const network = rateLimitKey(toIpv4Address(socket.remoteAddress));
    const fromThere = count(connections, (each) => rateLimitKey(each.control.remoteAddress) === network);
    if (connections.size >= limits.connections || fromThere >= limits.connectionsPerAddress) return rejectConnection(socket);
    const connection: FtpConnection = serveConnection(socket, services, () => connections.delete(connection));
    connections.add(connection);
  };
  const server = net.createServer(onSocket);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => resolve());
  });
  server.on('error', (error) => options.log.error({ err: error }, 'the FTP server failed'));
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.all([...connections].map((connection) => connection.end(421, 'The server is shutting down. Try again in a moment.')));
      await closed;
    },
  };
}

const count = (connections: ReadonlySet<FtpConnection>, fits: (session: FtpSession) => boolean): number =>
  [...connections].filter(({ session }) => fits(session)).length;

function rejectConnection(socket: Socket): void {
  socket.on('error', () => undefined);
  socket.end('421 Too many connections. Please try again in a moment.\r\n');
  socket.setTimeout(1000, () => socket.destroy());
}
