import path from 'node:path';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import type { Config } from './config/config.ts';
import { ensureAdministrator } from './modules/accounts/index.ts';
import { systemClock } from './platform/clock.ts';
import { openDataFolder } from './platform/data-folder.ts';
import { type DatabaseHandle, openDatabase } from './platform/database/database.ts';
import { type LaunchedPostgres, launchEmbeddedPostgres } from './platform/database/embedded-postgres.ts';
import { migrate } from './platform/database/migrate.ts';
import { holdDataFolder } from './platform/database/one-server.ts';
import { slowStatements } from './platform/database/slow-statements.ts';
import { loadCertificate } from './platform/ftp/certificate.ts';
import { startFtpServer } from './platform/ftp/ftp-server.ts';
import { newId } from './platform/ids.ts';
import { deleteOverRequests } from './platform/limits/request-counts.store.ts';
import { startLiveListener } from './platform/live/live-listener.ts';
import { createLiveServer, type LiveServer } from './platform/live/live-server.ts';
import { createLog } from './platform/log.ts';
import { createMediaTools } from './platform/media-tools/media-tools.ts';
import { createMemoryKeeper } from './platform/memory.ts';
import { createHeartbeat, type Heartbeat } from './platform/queue/heartbeat.ts';
import { startPeriodic } from './platform/queue/periodic.ts';
import { measureVitals } from './platform/queue/vitals.ts';
import { migrateQueue, removeEmptyLines, startWorker } from './platform/queue/worker.ts';
import { openStorage } from './platform/storage/open-storage.ts';
import { type Wired, wireModules } from './wire-modules.ts';

const BEAT_MS = 10_000;
const SWEEP_MS = 15_000;
const LINES_MS = 3_600_000;
const OVER_MS = 60_000;
const POST_LIMIT_MS = 20_000;
/** Screens come back by the thousand after a restart. Beyond Node's 511 their knocks, and everybody's, would be lost, and made again after a second. */
const WAITING_CONNECTIONS = 4096;
/** As many as a busy server uses; those that nobody needs are closed after half a minute. */
const CONNECTIONS_AT_START = 10;
/** Two listen for good, and the jobs' own statements take turns with the rest. What jobs do goes by the pooler. */
const JOBS_CONNECTIONS = 6;

export interface RunningServer {
  url: string;
  stop(): Promise<void>;
}

/** Brings up everything the configuration's roles ask for; answers when it can serve. `launched`: its own PostgreSQL, where that was set going before. */
export async function startServer(config: Config, print: (line: string) => void, launched?: LaunchedPostgres): Promise<RunningServer> {
  const log = createLog(config.logLevel);
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step().catch((error) => log.warn({ err: error }, 'a step of stopping failed'));
  };
  try {
    return { url: await start({ config, print, log, undo, launched }), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What the parts of the start hand on to each other. */
interface Start {
  config: Config;
  print: (line: string) => void;
  log: Logger;
  launched: LaunchedPostgres | undefined;
  /** How to undo what was started, last first. */
  undo: (() => Promise<unknown>)[];
}

async function start(starting: Start): Promise<string> {
  const { config, print, log, undo } = starting;
  openDataFolder(config.dataDir);
  const data = await startDatabase(starting);

  let live: LiveServer | undefined;
  let ownUrl = config.publicUrl;
  const { processId } = data.heartbeat;
  const { storage, objects, close: closeStorage } = await openStorage(config, processId);
  undo.push(async () => closeStorage());
  const tools = createMediaTools({
    ffmpegPath: config.ffmpegPath,
    searchPath: config.searchPath,
    workDir: storage.tempPath(),
    log,
  });
  undo.push(() => tools.stop());
  const modules = await wireModules({
    config,
    db: data.db,
    log,
    clock: systemClock,
    storage,
    objects,
    tools,
    processId,
    print,
    sendLocally: (nudge) => live?.deliver(nudge),
    isHeardLocally: () => live?.hasPeople() ?? false,
    postToSelf: (address, body, headers) => post(`${ownUrl}${address}`, body, headers),
  });
  const administrator = await ensureAdministrator(data.db, systemClock, { email: config.adminEmail, password: config.adminPassword });

  if (config.roles.has('ftp')) await serveFtp(starting, modules);
  await startWork(starting, modules, data);
  // Last: who knocks, and that may be all screens at once, shares the first moments with nothing else.
  let url = '';
  if (config.roles.has('api') || config.roles.has('live')) {
    const http = await serveHttp(starting, modules, data);
    live = http.live;
    url = http.url;
    // Not by way of a proxy, or of the internet.
    ownUrl = ownUrlOf(url);
  }
  if (administrator) print(`The administrator is ${administrator.email} with the password ${administrator.password} (shown this once).`);
  print(`Vitrine is ready: open ${config.publicUrl} (a screen opens ${config.publicUrl}/screen).`);
  return url;
}

interface StartedDatabase extends Pick<DatabaseHandle, 'db' | 'pool'> {
  /** Past a pooler, where there is one; for listening. */
  directUrl: string;
  /** The same for the job worker. */
  jobsPool: DatabaseHandle['pool'];
  heartbeat: Heartbeat;
}

/** To change a large table takes longer than any request may wait for its answer: by connections of its own, without that limit. */
async function bringForward(url: string, log: Logger): Promise<void> {
  const handle = openDatabase(url, log, 2, 0);
  try {
    await migrate(handle.db);
  } finally {
    await handle.close();
  }
}

/** Where a pooler is between, what needs a connection for itself goes past it. */
function openPools({ config, log, undo }: Start, url: string): Pick<StartedDatabase, 'db' | 'pool' | 'jobsPool' | 'directUrl'> {
  const { databaseDirectUrl: directUrl } = config;
  const { db, pool, close } = openDatabase(url, log, undefined, undefined, directUrl === undefined ? 'direct' : 'pooled');
  undo.push(close);
  if (directUrl === undefined) return { db, pool, jobsPool: pool, directUrl: url };
  const direct = openDatabase(directUrl, log, JOBS_CONNECTIONS);
  undo.push(direct.close);
  return { db, pool, jobsPool: direct.pool, directUrl };
}

async function startDatabase(starting: Start): Promise<StartedDatabase> {
  const { config, log, undo } = starting;
  const url = config.databaseUrl ?? (await startOwnDatabase(starting));
  const pools = openPools(starting, url);
  await bringForward(pools.directUrl, log);
  await migrateQueue(pools.jobsPool);
  slowStatements.forget();
  const heartbeat = createHeartbeat(pools.db, pools.pool, newId(), { roles: [...config.roles], vitals: measureVitals() });
  await heartbeat.beat([]);
  // On our own database nobody else can be alive: what a killed server held is free at once.
  await heartbeat.sweep({ alone: config.databaseUrl === undefined });
  undo.push(() => heartbeat.end());
  return { ...pools, heartbeat };
}

/** Before anybody knocks: a fleet that comes back at once would wait for connections, and everybody else behind it. A database with fewer to give is no reason not to start. */
async function openConnections(pool: DatabaseHandle['pool']): Promise<void> {
  const opened = await Promise.allSettled(Array.from({ length: CONNECTIONS_AT_START }, () => pool.connect()));
  for (const one of opened) if (one.status === 'fulfilled') one.value.release();
}

async function serveHttp(
  { config, log, undo }: Start,
  modules: Wired,
  { directUrl, db, pool }: StartedDatabase,
): Promise<{ url: string; live: LiveServer | undefined }> {
  let isStopping = false;
  let live: LiveServer | undefined;
  const app = await buildApp({ config, log, db, modules, isStopping: () => isStopping });
  undo.push(() => app.close());
  if (config.roles.has('live')) {
    const server = createLiveServer(app.server, {
      people: { authenticate: modules.resolvePerson },
      screens: modules.screenSockets,
      completeSync: modules.completeSync,
    });
    live = server;
    undo.push(() => server.close());
  }
  const listener = await startLiveListener({
    url: directUrl,
    onMessage: (message) => {
      if ('revoked' in message) modules.forgetGrants();
      else live?.deliver(message);
    },
    onResumed: () => {
      modules.forgetGrants();
      live?.resync();
    },
    log,
  });
  undo.push(listener.stop);
  // Undone first: /readyz refuses, and sockets end before the server waits for its connections.
  undo.push(async () => {
    isStopping = true;
  });
  await openConnections(pool);
  return { url: await app.listen({ port: config.port, host: config.host, backlog: WAITING_CONNECTIONS }), live };
}

/** An address that stands for every interface is none to send to everywhere. */
const ownUrlOf = (url: string): string => url.replace(/\/\/(0\.0\.0\.0|\[::\])(?=:|$)/, '//localhost');

/** Answers the status. */
async function post(url: string, body: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(url, { method: 'POST', body, headers, signal: AbortSignal.timeout(POST_LIMIT_MS) });
  await answer.body?.cancel();
  return answer.status;
}

async function serveFtp({ config, print, log, undo }: Start, modules: Wired): Promise<void> {
  const { hostname } = new URL(config.publicUrl);
  try {
    const server = await startFtpServer({
      host: config.host,
      port: config.ftpPort,
      passivePorts: config.ftpPassivePorts,
      certificate: await loadCertificate(path.join(config.dataDir, 'ftp', 'certificate.pem'), hostname),
      signIn: modules.ftpSignIn,
      log,
    });
    undo.push(server.stop);
  } catch (error) {
    // A port somebody else has is no reason to take the rest of the product away.
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || config.roles.size === 1) throw error;
    print(`FTP is off: port ${config.ftpPort} is in use. Choose another with FTP_PORT, or leave ftp out of ROLES.`);
  }
}

/** The job worker, where the role asks for it, and housekeeping. */
async function startWork({ config, log, undo }: Start, modules: Wired, { db, jobsPool, heartbeat }: StartedDatabase): Promise<void> {
  const isWorker = config.roles.has('worker');
  const worker = isWorker ? await startWorker(jobsPool, modules.jobs, log) : undefined;
  if (worker) undo.push(worker.stop);
  const tasks = [
    { name: 'heartbeat', everyMs: BEAT_MS, run: () => heartbeat.beat(worker?.workerIds() ?? []) },
    { name: 'sweep', everyMs: SWEEP_MS, run: () => heartbeat.sweep() },
    { name: 'requests.over', everyMs: OVER_MS, run: async () => void (await deleteOverRequests(db)) },
    createMemoryKeeper(),
    ...(isWorker ? [{ name: 'lines', everyMs: LINES_MS, run: () => removeEmptyLines(jobsPool) }, ...modules.housekeeping] : []),
  ];
  undo.push(startPeriodic(tasks, log));
}

/** The embedded PostgreSQL, held by this process alone. */
async function startOwnDatabase({ config, log, undo, launched }: Start): Promise<string> {
  const postgres = await (launched ?? (await launchEmbeddedPostgres(config.dataDir))).ready(log);
  const release = await holdDataFolder(postgres.url, config.dataDir);
  undo.push(postgres.stop);
  undo.push(release);
  return postgres.url;
}
