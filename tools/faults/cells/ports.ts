import net from 'node:net';

/**
 * Below the ports that the system assigns to outgoing connections, because one of those could take the port of a process that restarts. Outside of the ports
 * that fetch refuses, such as 4190.
 */
const FIRST_PORT = 4200;
const PORTS = 200;
const PORTS_OF_A_RUN = 10;

/** Finds this many ports on which nothing listens. Concurrent runs start at different ports, because a port is also free while its process restarts. */
export async function findPorts(count: number): Promise<number[]> {
  const found: number[] = [];
  const start = process.pid * PORTS_OF_A_RUN;
  for (let tried = 0; tried < PORTS && found.length < count; tried++) {
    const port = FIRST_PORT + ((start + tried) % PORTS);
    if (await isFree(port)) found.push(port);
  }
  if (found.length < count) throw new Error(`Fewer than ${count} ports from ${FIRST_PORT} to ${FIRST_PORT + PORTS - 1} are free`);
  return found;
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
