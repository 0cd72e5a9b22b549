import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { ensureAdministrator } from './modules/accounts/index.ts';
import { systemClock } from './platform/clock.ts';
import { prepareDataFolder } from './platform/data-folder.ts';
import { checkConnection } from './platform/database/check-connection.ts';
import { lockDataFolder } from './platform/database/data-folder-lock.ts';
import { type DatabaseHandle, openDatabase } from './platform/database/database.ts';
import { type LaunchedPostgres, launchEmbeddedPostgres } from './platform/database/embedded-postgres.ts';
import { migrate } from './platform/database/migrate.ts';
import { slowStatements } from './platform/database/slow-statements.ts';
import { loadCertificate } from './platform/ftp/certificate.ts';
import { startFtpServer } from './platform/ftp/ftp-server.ts';
import { createGarbageCollectionTask } from './platform/garbage-collection.ts';
import { newId } from './platform/ids.ts';
import { deleteExpiredRequestCounts } from './platform/limits/request-counts.store.ts';
import {
  CONNECTED_USERS_INTERVAL_MS,
  type ConnectedUsersPublisher,
  createConnectedUsersPublisher,
} from './platform/live/connected-users.ts';
import type { LiveServer } from './platform/live/live-server.ts';
import { openLiveTransport } from './platform/live/live-transport.ts';
import { createScreenBalanceTask } from './platform/live/screen-balance.ts';
import { createLog } from './platform/log.ts';
import { createMediaTools, type MediaTools } from './platform/media-tools/media-tools.ts';
import { listNetworkOrigins } from './platform/network-addresses.ts';
import { CLEANUP_INTERVAL_MS, createHeartbeat, HEARTBEAT_INTERVAL_MS, type Heartbeat } from './platform/queue/heartbeat.ts';
import { startPeriodic } from './platform/queue/periodic-tasks.ts';
import { createProcessStatsReader } from './platform/queue/process-stats.ts';
import { deleteEmptyJobQueues, migrateQueue, startWorker } from './platform/queue/worker.ts';
import { createShutdown, type Shutdown } from './platform/shutdown.ts';
import { openStorage } from './platform/storage/open-storage.ts';
import { writeOnce } from './platform/write-once.ts';
import type { Readiness } from './plugins/health.ts';
import { getOwnUrl, type ServedDatabase, serveHealth, serveHttp } from './serve-http.ts';
import { type WiredModules, wireModules } from './wire-modules.ts';

const JOB_RELEASE_INTERVAL_MS = 15_000;
const QUEUE_CLEANUP_INTERVAL_MS = 3_600_000;
const LIMIT_CLEANUP_INTERVAL_MS = 60_000;
const POST_TIMEOUT_MS = 20_000;
/** One connection listens permanently, and the queue's own statements share the others. The work of jobs uses the pooler. */
const JOB_POOL_SIZE = 3;

export interface RunningServer {
  url: string;
  stop(): Promise<void>;
  /** Describes what `stop` is waiting for. */
  getPendingStep(): string;
}

/** Starts everything that the configured roles need; resolves when it can serve. `launched`: the embedded PostgreSQL, if it was started before. */
export async function startServer(config: Config, print: (line: string) => void, launched?: LaunchedPostgres): Promise<RunningServer> {
  const log = createLog(config.logLevel);
  const stopping = createShutdown(log);
  try {
    return { url: await start({ config, print, log, stopping, launched }), stop: stopping.run, getPendingStep: stopping.getPendingStep };
  } catch (error) {
    await stopping.run();
    throw error;
  }
}

/** Data shared between the parts of the start. */
interface StartContext {
  config: Config;
  print: (line: string) => void;
  log: Logger;
  launched: LaunchedPostgres | undefined;
  stopping: Shutdown;
}

/** Prepares the processes that open users' files. They work in a folder on the volume of the files. */
function startMediaTools({ config, log, stopping }: StartContext, workDir: string): MediaTools {
  const { ffmpegPath, sofficePath, searchPath, mediaIdleMs: idleMs } = config;
  const tools = createMediaTools({ ffmpegPath, sofficePath, searchPath, workDir, idleMs, log });
  stopping.addStep('the media tools', () => tools.stop());
  return tools;
}

async function start(starting: StartContext): Promise<string> {
  const { config, print, log, stopping } = starting;
  prepareDataFolder(config.dataDir);
  const data = await startDatabase(starting);

  /** Known once it serves. */
  const served: { live: LiveServer | undefined } = { live: undefined };
  let ownUrl = config.publicUrl;
  let isStopping = false;
  const isPublic = config.roles.has('api') || config.roles.has('live');
  const { processId } = data.heartbeat;
  const { storage, objects } = await openFileStorage(starting, data);
  const tools = startMediaTools(starting, storage.tempPath());
  const transport = await openLiveTransport({ ...data, redisUrl: config.redisUrl, log });
  stopping.addStep('the relay', transport.stop);
  const modules = await wireModules({
    sendPayloads: transport.sendPayloads,
    config,
    db: data.db,
    log,
    clock: systemClock,
    storage,
    objects,
    tools,
    processId,
    print,
    deliverLocally: (nudge) => served.live?.dispatch(nudge),
    hasLocalSubscribers: () => served.live?.hasPeople() ?? false,
    mayRunOtherProcesses: () => config.databaseUrl !== undefined,
    postToOwnServer: (address, body, headers) => postText(`${ownUrl}${address}`, body, headers),
  });
  const administrator = await ensureAdministrator(data.db, systemClock, { email: config.adminEmail, password: config.adminPassword });

  if (config.roles.has('ftp')) await serveFtp(starting, modules);
  const people = createConnectedUsersPublisher(data.db, processId, () => served.live?.listPeople() ?? []);
  const work = await startBackgroundWork(starting, modules, data, {
    people,
    live: () => served.live,
    onRevived() {
      people.reset();
      served.live?.announceScreens();
    },
  });
  // Last, because all screens may connect at once and then share the time with nothing else.
  const readiness = { isStopping: () => isStopping, takesJobs: work.takesJobs, isRelayUp: transport.isRelayUp };
  const serving = { config, log, stopping, modules, data, readiness, transport, onResumed: people.reset };
  const http = isPublic ? await serveHttp(serving) : await serveHealth(serving);
  served.live = http.live;
  // Not by way of a proxy, or of the internet.
  ownUrl = getOwnUrl(http.url);
  // Undone first: /readyz refuses, and sockets end before the server waits for its connections.
  stopping.addStep('readiness', async () => {
    isStopping = true;
  });
  if (administrator) print(`Administrator account: ${administrator.email}. Password: ${administrator.password} (shown only once).`);
  if (isPublic) printAddresses(config, print);
  else print(`Vitrine is ready (roles: ${[...config.roles].join(', ')}). Health check: ${http.url}/readyz`);
  return http.url;
}

function printAddresses(config: Config, print: (line: string) => void): void {
  print(`Vitrine is ready at ${config.publicUrl}. On a screen, open ${config.publicUrl}/screen`);
  for (const origin of listNetworkOrigins(config)) print(`On your network: ${origin}. On a screen, open ${origin}/screen`);
}

interface StartedDatabase extends ServedDatabase {
  /** For the job worker. */
  jobsPool: DatabaseHandle['pool'];
  heartbeat: Heartbeat;
}

/** Migrations of large tables take longer than any request may wait, so they use separate connections without that limit. */
async function migrateDatabase(url: string, log: Logger): Promise<void> {
  const handle = openDatabase(url, log, 2, 0);
  try {
    await migrate(handle.db);
  } finally {
    await handle.close();
  }
}

/** Opens the connection pools. Background work that needs its own connection bypasses a pooler. */
function openPools({ config, log, stopping }: StartContext, url: string): Pick<StartedDatabase, 'db' | 'pool' | 'jobsPool' | 'directUrl'> {
  const { databaseDirectUrl: directUrl } = config;
  const { db, pool, close } = openDatabase(url, log, undefined, undefined, directUrl === undefined ? 'direct' : 'pooled');
  stopping.addStep('the database', close);
  if (directUrl === undefined) return { db, pool, jobsPool: pool, directUrl: url };
  const direct = openDatabase(directUrl, log, JOB_POOL_SIZE);
  stopping.addStep('the direct database', direct.close);
  return { db, pool, jobsPool: direct.pool, directUrl };
}

async function startDatabase(starting: StartContext): Promise<StartedDatabase> {
  const { config, log, stopping } = starting;
  if (config.databaseUrl !== undefined) await checkConnection(config.databaseUrl, 'DATABASE_URL');
  if (config.databaseDirectUrl !== undefined) await checkConnection(config.databaseDirectUrl, 'DATABASE_DIRECT_URL');
  const url = config.databaseUrl ?? (await startOwnDatabase(starting));
  const pools = openPools(starting, url);
  await migrateDatabase(pools.directUrl, log);
  await migrateQueue(pools.jobsPool);
  slowStatements.reset();
  const heartbeat = createHeartbeat(pools.db, pools.pool, newId(), {
    roles: [...config.roles],
    vitals: createProcessStatsReader(),
    dataFolderId: await writeOnce(path.join(config.dataDir, 'folder.id'), newId()),
  });
  await heartbeat.beat([]);
  await heartbeat.releaseJobsOfPredecessor();
  // On the embedded database no other process can be alive, so locks of a killed server are released immediately.
  await heartbeat.releaseJobsOfDeadProcesses({ alone: config.databaseUrl === undefined });
  stopping.addStep('the heartbeat', () => heartbeat.deleteOwnHeartbeat());
  return { ...pools, heartbeat };
}

/** Opens the storage for files. An object store must belong to this installation. */
async function openFileStorage({ config, stopping }: StartContext, { db, heartbeat }: StartedDatabase) {
  const { storage, objects, close } = await openStorage(config, heartbeat.processId);
  stopping.addStep('the storage', async () => close());
  if (objects && config.s3) {
    const { claimBucket } = await import('./platform/storage/bucket-owner.ts');
    await claimBucket(objects, config.s3, (await db.selectFrom('installation').select('id').executeTakeFirstOrThrow()).id);
  }
  return { storage, objects };
}

/** Answers the status. */
async function postText(url: string, body: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(url, { method: 'POST', body, headers, signal: AbortSignal.timeout(POST_TIMEOUT_MS) });
  await answer.body?.cancel();
  return answer.status;
}

async function serveFtp({ config, print, log, stopping }: StartContext, modules: WiredModules): Promise<void> {
  const { hostname } = new URL(config.publicUrl);
  try {
    const server = await startFtpServer({
      host: config.host,
      port: config.ftpPort,
      passivePorts: config.ftpPassivePorts,
      certificate: await loadCertificate(path.join(config.dataDir, 'ftp', 'certificate.pem'), hostname),
      isPlainAllowed: config.ftpAllowPlain,
      signIn: modules.ftpSignIn,
      log,
    });
    stopping.addStep('FTP', server.stop);
  } catch (error) {
    // A port in use must not prevent the rest of the product from starting.
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || config.roles.size === 1) throw error;
    print(`FTP is off because port ${config.ftpPort} is in use. Set FTP_PORT to another port, or remove ftp from ROLES.`);
  }
}

interface WorkCallbacks {
  people: ConnectedUsersPublisher;
  live: () => LiveServer | undefined;
  /** The others had taken this process for dead. */
  onRevived: () => void;
}

/** Starts the job worker, if the role is configured, and periodic tasks. */
async function startBackgroundWork(
  { config, log, stopping }: StartContext,
  modules: WiredModules,
  { db, jobsPool, heartbeat }: StartedDatabase,
  { people, live, onRevived }: WorkCallbacks,
): Promise<Pick<Readiness, 'takesJobs'>> {
  const isWorker = config.roles.has('worker');
  const worker = isWorker ? await startWorker(jobsPool, modules.jobs, log) : undefined;
  if (worker) stopping.addStep('jobs', worker.stop, worker.running);
  const sendHeartbeat = async () => {
    if (await heartbeat.beat(worker?.workerIds() ?? [], live()?.countScreens())) onRevived();
  };
  const tasks = [
    { name: 'heartbeat', everyMs: HEARTBEAT_INTERVAL_MS, run: sendHeartbeat },
    { name: 'bury', everyMs: CLEANUP_INTERVAL_MS, run: () => heartbeat.bury() },
    ...modules.everyProcessTasks,
    ...(config.databaseUrl !== undefined && config.roles.has('live')
      ? [
          { name: 'people', everyMs: CONNECTED_USERS_INTERVAL_MS, run: people.publish },
          createScreenBalanceTask({
            countOwn: () => live()?.countScreens() ?? 0,
            countOthers: heartbeat.countScreensOfOthers,
            move: (count) => live()?.moveScreens(count),
          }),
        ]
      : []),
    { name: 'sweep', everyMs: JOB_RELEASE_INTERVAL_MS, run: () => heartbeat.releaseJobsOfDeadProcesses() },
    { name: 'requests.over', everyMs: LIMIT_CLEANUP_INTERVAL_MS, run: async () => void (await deleteExpiredRequestCounts(db)) },
    createGarbageCollectionTask(),
    ...(isWorker
      ? [{ name: 'lines', everyMs: QUEUE_CLEANUP_INTERVAL_MS, run: () => deleteEmptyJobQueues(jobsPool) }, ...modules.workerTasks]
      : []),
  ];
  const periodic = startPeriodic(tasks, log);
  stopping.addStep('housekeeping', periodic.stop, periodic.running);
  return { takesJobs: worker?.isAcceptingJobs };
}

/** The embedded PostgreSQL, held by this process alone. */
async function startOwnDatabase({ config, log, stopping, launched }: StartContext): Promise<string> {
  const postgres = await (launched ?? (await launchEmbeddedPostgres(config.dataDir))).ready(log);
  const release = await lockDataFolder(postgres.url, config.dataDir);
  stopping.addStep('PostgreSQL', postgres.stop);
  stopping.addStep('the data folder', release);
  return postgres.url;
}
