import type { Server } from 'node:http';
import net from 'node:net';

export interface ListenAddress {
  port: number;
  host: string;
  /** Connections that wait to be taken, for each door. */
  backlog: number;
}

/**
 * Node accepts one new connection per listener and turn of its event loop. This number of listeners accepts reconnecting clients that many times
 * faster.
 */
const LISTENER_COUNT = 8;

/** Whether several listeners of one process can share an address. Elsewhere the system does not support it, or gives it a different meaning. */
export const canShareAddress = process.platform === 'linux';

/**
 * Returns the port once nothing listens on it; for 0 the system chooses one. Listeners that share an address do not detect others that share it, but a
 * product that is started twice must fail. Rejects with EADDRINUSE.
 */
export async function findFreePort({ port, host }: Pick<ListenAddress, 'port' | 'host'>): Promise<number> {
  const probe = net.createServer();
  const free = await new Promise<number>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen({ port, host }, () => resolve((probe.address() as net.AddressInfo).port));
  });
  await new Promise((resolve) => probe.close(resolve));
  return free;
}

/** Opens more listeners on the server's shared address. Returns the function to stop listening, which keeps existing connections. */
export async function openExtraListeners(server: Server, address: ListenAddress): Promise<() => void> {
  const doors: net.Server[] = [];
  const close = () => {
    for (const door of doors) door.close();
  };
  try {
    while (doors.length < LISTENER_COUNT - 1) doors.push(await openListener(server, address));
  } catch (error) {
    close();
    throw error;
  }
  // Each counts its own; the system spreads them evenly.
  const { maxConnections } = server;
  if (maxConnections) for (const one of [server, ...doors]) one.maxConnections = Math.ceil(maxConnections / LISTENER_COUNT);
  return close;
}

function openListener(server: Server, address: ListenAddress): Promise<net.Server> {
  // As http's own listener has them.
  const door = net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));
  return new Promise((resolve, reject) => {
    door.once('error', reject);
    door.listen({ ...address, reusePort: true }, () => {
      door.off('error', reject);
      resolve(door);
    });
  });
}
