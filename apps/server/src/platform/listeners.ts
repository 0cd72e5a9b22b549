import type { Server } from 'node:http';
import net from 'node:net';

export interface ListenAddress {
  port: number;
  host: string;
  /** Connections that wait to be taken, for each door. */
  backlog: number;
}

/** Node takes one new connection of a listener in a turn of its event loop. With so many, a crowd that comes back is taken in as many times as fast. */
const LISTENER_COUNT = 8;

/** Whether several listeners of one process can share an address; elsewhere the system has no such thing, or means another by it. */
export const canShareAddress = process.platform === 'linux';

/**
 * The port, once nobody listens on it; the system chooses one for 0. Listeners that share an address do not hear that it is taken by
 * others that share it: a product that is started twice has to fail as ever. Rejects with EADDRINUSE.
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

/** More listeners beside the server's own, which has to share its address. Answers how to stop listening; who has come in stays. */
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
