import net from 'node:net';

/** Below the ephemeral range, so that no outgoing connection takes the port of a process that restarts. */
const FIRST_PORT = 4100;
const LAST_PORT = 4299;

/** Finds this many ports on which nothing listens. */
export async function findPorts(count: number): Promise<number[]> {
  const found: number[] = [];
  for (let port = FIRST_PORT; port <= LAST_PORT && found.length < count; port++) if (await isFree(port)) found.push(port);
  if (found.length < count) throw new Error(`Fewer than ${count} ports from ${FIRST_PORT} to ${LAST_PORT} are free`);
  return found;
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
