import path from 'node:path';
import type { Logger } from 'pino';
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
import type { LiveServer } from './platform/live/live-server.ts';
import { createPeopleHere, PEOPLE_EVERY_MS, type PeopleHere } from './platform/live/people-here.ts';
import { openRelay } from './platform/live/redis-relay.ts';
import { createLog } from './platform/log.ts';
import { createMediaTools } from './platform/media-tools/media-tools.ts';
import { createMemoryKeeper } from './platform/memory.ts';
import { networkAddresses } from './platform/network-addresses.ts';
import { BEAT_EVERY_MS, BURY_EVERY_MS, createHeartbeat, type Heartbeat } from './platform/queue/heartbeat.ts';
import { startPeriodic } from './platform/queue/periodic.ts';
import { measureVitals } from './platform/queue/vitals.ts';
import { migrateQueue, removeEmptyLines, startWorker } from './platform/queue/worker.ts';
import { createStopping, type Stopping } from './platform/stopping.ts';
import { openStorage } from './platform/storage/open-storage.ts';
import type { Readiness } from './plugins/health.ts';
import { ownUrlOf, type ServedDatabase, serveHealth, serveHttp } from './serve-http.ts';
import { type Wired, wireModules } from './wire-modules.ts';

const SWEEP_MS = 15_000;
const LINES_MS = 3_600_000;
const OVER_MS = 60_000;
const POST_LIMIT_MS = 20_000;
/** Two listen for good, and the jobs' own statements take turns with the rest. What jobs do goes by the pooler. */
const JOBS_CONNECTIONS = 6;

export interface RunningServer {
  url: string;
  stop(): Promise<void>;
  /** What `stop` has not come past yet, in words. */
  waitingFor(): string;
}

/** Brings up everything the configuration's roles ask for; answers when it can serve. `launched`: its own PostgreSQL, where that was set going before. */
export async function startServer(config: Config, print: (line: string) => void, launched?: LaunchedPostgres): Promise<RunningServer> {
  const log = createLog(config.logLevel);
  const stopping = createStopping(log);
  try {
    return { url: await start({ config, print, log, stopping, launched }), stop: stopping.run, waitingFor: stopping.waitingFor };
  } catch (error) {
    await stopping.run();
    throw error;
  }
}

/** What the parts of the start hand on to each other. */
interface Start {
  config: Config;
  print: (line: string) => void;
  log: Logger;
  launched: LaunchedPostgres | undefined;
  stopping: Stopping;
}

async function start(starting: Start): Promise<string> {
  const { config, print, log, stopping } = starting;
  openDataFolder(config.dataDir);
  const data = await startDatabase(starting);

  /** Known once it serves. */
  const served: { live: LiveServer | undefined } = { live: undefined };
  let ownUrl = config.publicUrl;
  let isStopping = false;
  const isPublic = config.roles.has('api') || config.roles.has('live');
  const { processId } = data.heartbeat;
  const { storage, objects, close: closeStorage } = await openStorage(config, processId);
  stopping.push('the storage', async () => closeStorage());
  const tools = createMediaTools({
    ffmpegPath: config.ffmpegPath,
    searchPath: config.searchPath,
    workDir: storage.tempPath(),
    log,
  });
  stopping.push('the media tools', () => tools.stop());
  const relay = config.redisUrl === undefined ? undefined : await openRelay({ db: data.db, url: config.redisUrl, log });
  if (relay) stopping.push('the relay', relay.stop);
  const modules = await wireModules({
    handOver: relay?.handOver,
    config,
    db: data.db,
    log,
    clock: systemClock,
    storage,
    objects,
    tools,
    processId,
    print,
    sendLocally: (nudge) => served.live?.deliver(nudge),
    isHeardLocally: () => served.live?.hasPeople() ?? false,
    mayHaveOthers: () => config.databaseUrl !== undefined,
    postToSelf: (address, body, headers) => post(`${ownUrl}${address}`, body, headers),
  });
  const administrator = await ensureAdministrator(data.db, systemClock, { email: config.adminEmail, password: config.adminPassword });

  if (config.roles.has('ftp')) await serveFtp(starting, modules);
  const people = createPeopleHere(data.db, processId, () => served.live?.listPeople() ?? []);
  const work = await startWork(starting, modules, data, {
    people,
    onRevived() {
      people.forget();
      served.live?.announceScreens();
    },
  });
  // Last: who knocks, and that may be all screens at once, shares the first moments with nothing else.
  const readiness = { isStopping: () => isStopping, takesJobs: work.takesJobs };
  const serving = { config, log, stopping, modules, data, readiness, onResumed: people.forget };
  const http = isPublic ? await serveHttp(serving) : await serveHealth(serving);
  served.live = http.live;
  // Not by way of a proxy, or of the internet.
  ownUrl = ownUrlOf(http.url);
  // Undone first: /readyz refuses, and sockets end before the server waits for its connections.
  stopping.push('readiness', async () => {
    isStopping = true;
  });
  if (administrator) print(`Administrator account: ${administrator.email}. Password: ${administrator.password} (shown only once).`);
  if (isPublic) printAddresses(config, print);
  else print(`Vitrine is ready (roles: ${[...config.roles].join(', ')}). Health check: ${http.url}/readyz`);
  return http.url;
}

function printAddresses(config: Config, print: (line: string) => void): void {
  print(`Vitrine is ready at ${config.publicUrl}. On a screen, open ${config.publicUrl}/screen`);
  for (const origin of networkAddresses(config)) print(`On your network: ${origin}. On a screen, open ${origin}/screen`);
}

interface StartedDatabase extends ServedDatabase {
  /** For the job worker. */
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
function openPools({ config, log, stopping }: Start, url: string): Pick<StartedDatabase, 'db' | 'pool' | 'jobsPool' | 'directUrl'> {
  const { databaseDirectUrl: directUrl } = config;
  const { db, pool, close } = openDatabase(url, log, undefined, undefined, directUrl === undefined ? 'direct' : 'pooled');
  stopping.push('the database', close);
  if (directUrl === undefined) return { db, pool, jobsPool: pool, directUrl: url };
  const direct = openDatabase(directUrl, log, JOBS_CONNECTIONS);
  stopping.push('the direct database', direct.close);
  return { db, pool, jobsPool: direct.pool, directUrl };
}

async function startDatabase(starting: Start): Promise<StartedDatabase> {
  const { config, log, stopping } = starting;
  const url = config.databaseUrl ?? (await startOwnDatabase(starting));
  const pools = openPools(starting, url);
  await bringForward(pools.directUrl, log);
  await migrateQueue(pools.jobsPool);
  slowStatements.forget();
  const heartbeat = createHeartbeat(pools.db, pools.pool, newId(), { roles: [...config.roles], vitals: measureVitals() });
  await heartbeat.beat([]);
  // On our own database nobody else can be alive: what a killed server held is free at once.
  await heartbeat.sweep({ alone: config.databaseUrl === undefined });
  stopping.push('the heartbeat', () => heartbeat.end());
  return { ...pools, heartbeat };
}

/** Answers the status. */
async function post(url: string, body: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(url, { method: 'POST', body, headers, signal: AbortSignal.timeout(POST_LIMIT_MS) });
  await answer.body?.cancel();
  return answer.status;
}

async function serveFtp({ config, print, log, stopping }: Start, modules: Wired): Promise<void> {
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
    stopping.push('FTP', server.stop);
  } catch (error) {
    // A port somebody else has is no reason to take the rest of the product away.
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || config.roles.size === 1) throw error;
    print(`FTP is off because port ${config.ftpPort} is in use. Set FTP_PORT to another port, or remove ftp from ROLES.`);
  }
}

interface Told {
  people: PeopleHere;
  /** The others had taken this process for dead. */
  onRevived: () => void;
}

/** The job worker, where the role asks for it, and housekeeping. */
async function startWork(
  { config, log, stopping }: Start,
  modules: Wired,
  { db, jobsPool, heartbeat }: StartedDatabase,
  { people, onRevived }: Told,
): Promise<Pick<Readiness, 'takesJobs'>> {
  const isWorker = config.roles.has('worker');
  const worker = isWorker ? await startWorker(jobsPool, modules.jobs, log) : undefined;
  if (worker) stopping.push('jobs', worker.stop, worker.running);
  const beat = async () => {
    if (await heartbeat.beat(worker?.workerIds() ?? [])) onRevived();
  };
  const tasks = [
    { name: 'heartbeat', everyMs: BEAT_EVERY_MS, run: beat },
    { name: 'bury', everyMs: BURY_EVERY_MS, run: () => heartbeat.bury() },
    ...modules.everywhere,
    ...(config.databaseUrl !== undefined && config.roles.has('live')
      ? [{ name: 'people', everyMs: PEOPLE_EVERY_MS, run: people.tell }]
      : []),
    { name: 'sweep', everyMs: SWEEP_MS, run: () => heartbeat.sweep() },
    { name: 'requests.over', everyMs: OVER_MS, run: async () => void (await deleteOverRequests(db)) },
    createMemoryKeeper(),
    ...(isWorker ? [{ name: 'lines', everyMs: LINES_MS, run: () => removeEmptyLines(jobsPool) }, ...modules.housekeeping] : []),
  ];
  const periodic = startPeriodic(tasks, log);
  stopping.push('housekeeping', periodic.stop, periodic.running);
  return { takesJobs: worker?.takesJobs };
}

/** The embedded PostgreSQL, held by this process alone. */
async function startOwnDatabase({ config, log, stopping, launched }: Start): Promise<string> {
  const postgres = await (launched ?? (await launchEmbeddedPostgres(config.dataDir))).ready(log);
  const release = await holdDataFolder(postgres.url, config.dataDir);
  stopping.push('PostgreSQL', postgres.stop);
  stopping.push('the data folder', release);
  return postgres.url;
}
