/** Serves HTTP on PORT: the product, or only its health. */
import type { FastifyInstance, FastifyListenOptions } from 'fastify';
import type { Logger } from 'pino';
import { createApp, createHealthApp } from './app.ts';
import type { Config } from './config/config.ts';
import { createClientAddress } from './platform/client-address.ts';
import { createConnectionDrain } from './platform/connection-drain.ts';
import { type DatabaseHandle, warmUpPool } from './platform/database/database.ts';
import { canShareAddress, findFreePort, openExtraListeners } from './platform/listeners.ts';
import { createLiveServer, type LiveServer } from './platform/live/live-server.ts';
import type { LiveTransport } from './platform/live/live-transport.ts';
import { OperatorError } from './platform/operator-error.ts';
import type { Shutdown } from './platform/shutdown.ts';
import type { Readiness } from './plugins/health.ts';
import type { WiredModules } from './wire-modules.ts';

/** Length of the accept queue. After a restart, thousands of screens connect; beyond Node's 511, connections would be dropped and retried after a second. */
const LISTEN_BACKLOG = 4096;
/** As many as a busy server uses. */
const WARM_CONNECTIONS = 10;
/** Half of the time in which a process must stop. Longer uploads continue at another process. */
const DRAIN_TIMEOUT_MS = 10_000;
/** Only a proxy reuses connections for requests that are not retried. */
const PROXY_IDLE_MS = 1000;

export interface ServedDatabase extends Pick<DatabaseHandle, 'db' | 'pool'> {
  /** Past a pooler, where there is one; for listening. */
  directUrl: string;
}

interface ServeOptions {
  config: Config;
  log: Logger;
  stopping: Shutdown;
  modules: WiredModules;
  data: ServedDatabase;
  readiness: Readiness;
  transport: LiveTransport;
  /** Messages sent or received through the database may be lost. */
  onResumed: () => void;
}

interface ServeResult {
  url: string;
  live: LiveServer | undefined;
}

export async function serveHttp({
  config,
  log,
  stopping,
  modules,
  data,
  readiness,
  transport,
  onResumed,
}: ServeOptions): Promise<ServeResult> {
  let live: LiveServer | undefined;
  const app = await createApp({
    config,
    log,
    db: data.db,
    modules,
    readiness,
    figures: { pool: data.pool, countSockets: () => live?.countSockets() ?? {} },
  });
  stopping.addStep('HTTP', () => app.close());
  if (config.roles.has('live')) {
    const server = createLiveServer(app.server, {
      people: { authenticate: modules.resolveSession },
      screens: modules.screenSockets,
      completeSync: modules.completeSync,
      emergency: modules.emergencySockets,
      serverMove: modules.serverMoveSockets,
      clientAddress: createClientAddress(config.trustProxy),
      screensPerAddress: config.screensPerAddress,
      screenUrl: config.screenUrl,
      log,
    });
    live = server;
    stopping.addStep('sockets', () => server.close());
  }
  const listener = await transport.listen({
    onMessage: (message) => ('revoked' in message ? modules.clearAccessCache() : live?.dispatch(message)),
    onResumed: () => {
      modules.clearAccessCache();
      live?.resync();
      onResumed();
    },
  });
  stopping.addStep('the listener', listener.stop);
  const { acceptPending, drain } = createConnectionDrain(app.server);
  stopping.addStep('requests under way', async () => {
    await acceptPending();
    // Stops listening at once. Ending thousands of sockets takes time in which connections would arrive.
    const drained = drain({ idleMs: config.trustProxy === false ? 0 : PROXY_IDLE_MS, limitMs: DRAIN_TIMEOUT_MS });
    live?.endSockets();
    await drained;
  });
  await warmUpPool(data.pool, WARM_CONNECTIONS);
  if (!live || !canShareAddress) return { url: await listen(app, config), live };
  const { url, close } = await listenWithExtraListeners(app, config);
  stopping.addStep('the doors', async () => {
    await acceptPending();
    close();
  });
  return { url, live };
}

/** Serves health checks for a process without HTTP roles. */
export async function serveHealth({ config, log, stopping, data, readiness }: ServeOptions): Promise<ServeResult> {
  const app = await createHealthApp({ config, log, db: data.db, readiness, figures: { pool: data.pool } });
  stopping.addStep('HTTP', () => app.close());
  return { url: await listen(app, config), live: undefined };
}

const listen = (app: FastifyInstance, config: Config): Promise<string> =>
  translateAddressInUse(config, () => app.listen({ port: config.port, host: config.host, backlog: LISTEN_BACKLOG }));

/** Uses several listeners, because thousands of screens may connect at once. */
const listenWithExtraListeners = (app: FastifyInstance, config: Config): Promise<{ url: string; close: () => void }> =>
  translateAddressInUse(config, async () => {
    const address = { port: await findFreePort(config), host: config.host, backlog: LISTEN_BACKLOG };
    // Fastify hands on what it does not know.
    const shared: FastifyListenOptions = Object.assign(address, { reusePort: true });
    const url = await app.listen(shared);
    return { url, close: await openExtraListeners(app.server, address) };
  });

async function translateAddressInUse<T>({ port, host }: Config, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause;
    throw new OperatorError(`Port ${port} on ${host} is in use. Each process needs its own port for /healthz. Set PORT to another port.`, {
      cause,
    });
  }
}

/** The wildcard address is not a valid destination everywhere. */
export const getOwnUrl = (url: string): string => url.replace(/\/\/(0\.0\.0\.0|\[::\])(?=:|$)/, '//localhost');
