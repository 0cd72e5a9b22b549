import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

/** A TCP relay in front of a test database, which can be cut to make the database unreachable. */
export interface DatabaseLink {
  /** Address of the database through the relay. */
  url: string;
  /** Ends all connections, and refuses new ones until `restore`. */
  cut(): Promise<void>;
  restore(): Promise<void>;
}

/** Starts a relay in front of the database. Cut it at the end of the test. */
export async function linkDatabase(databaseUrl: string): Promise<DatabaseLink> {
  const target = new URL(databaseUrl);
  const sockets = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    async cut() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async restore() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}
