import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { buildApp } from './app.ts';
import type { Config } from './config/config.ts';
import { ensureAdministrator } from './modules/accounts/index.ts';
import { systemClock } from './platform/clock.ts';
import { openDatabase } from './platform/database/database.ts';
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts';
import { migrate } from './platform/database/migrate.ts';
import { holdDataFolder } from './platform/database/one-server.ts';
import { newId } from './platform/ids.ts';
import { startLiveListener } from './platform/live/live-listener.ts';
import { createLiveServer, type LiveServer } from './platform/live/live-server.ts';
import { createLog } from './platform/log.ts';
import { createMediaTools } from './platform/media-tools/media-tools.ts';
import { createHeartbeat } from './platform/queue/heartbeat.ts';
import { startPeriodic } from './platform/queue/periodic.ts';
import { migrateQueue, startWorker } from './platform/queue/worker.ts';
import { createFileStorage } from './platform/storage/file-storage.ts';
import { wireModules } from './wiring.ts';

const BEAT_MS = 10_000;

export interface RunningServer {
  url: string;
  stop(): Promise<void>;
}

/** Brings up everything the configuration's roles ask for; answers when it can serve. */
export async function startServer(config: Config, print: (line: string) => void): Promise<RunningServer> {
  const log = createLog(config.logLevel);
  /** How to undo what was started, last first. */
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step().catch((error) => log.warn({ err: error }, 'a step of stopping failed'));
  };
  try {
    return { url: await start(config, print, log, undo), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  config: Config,
  print: (line: string) => void,
  log: ReturnType<typeof createLog>,
  undo: (() => Promise<unknown>)[],
): Promise<string> {
  mkdirSync(config.dataDir, { recursive: true });
  const databaseUrl = config.databaseUrl ?? (await startOwnDatabase(config, log, undo));
  const isAlone = config.databaseUrl === undefined;
  const { db, pool, close } = openDatabase(databaseUrl, log);
  undo.push(close);
  await migrate(db);
  await migrateQueue(pool);

  const processId = newId();
  const heartbeat = createHeartbeat(db, pool, processId);
  await heartbeat.beat([]);
  await heartbeat.sweep({ alone: isAlone });
  undo.push(() => heartbeat.end());

  let live: LiveServer | undefined;
  const storage = await createFileStorage(path.join(config.dataDir, 'media'));
  const tools = createMediaTools({ ffmpegPath: config.ffmpegPath, log });
  undo.push(() => tools.stop());
  const modules = await wireModules({
    config,
    db,
    log,
    clock: systemClock,
    storage,
    tools,
    processId,
    print,
    sendLocally: (nudge) => live?.deliver(nudge),
  });

  const administrator = await ensureAdministrator(db, systemClock, { email: config.adminEmail, password: config.adminPassword });

  let url = '';
  if (config.roles.has('api') || config.roles.has('live')) {
    let isStopping = false;
    const app = await buildApp({ config, log, modules, isStopping: () => isStopping });
    undo.push(() => app.close());
    if (config.roles.has('live')) {
      live = createLiveServer(app.server, { authenticate: modules.resolvePerson }, modules.screenSockets);
      undo.push(async () => live?.close());
      const listener = await startLiveListener(databaseUrl, (message) => live?.deliver(message), log);
      undo.push(listener.stop);
    }
    // Undone first: /readyz refuses, and sockets end before the server waits for its connections.
    undo.push(async () => {
      isStopping = true;
    });
    url = await app.listen({ port: config.port, host: config.host });
  }

  let workerIds = () => [] as string[];
  if (config.roles.has('worker')) {
    const worker = await startWorker(pool, modules.jobs, log);
    workerIds = worker.workerIds;
    undo.push(worker.stop);
  }
  undo.push(
    startPeriodic(
      [
        { name: 'heartbeat', everyMs: BEAT_MS, run: () => heartbeat.beat(workerIds()) },
        { name: 'sweep', everyMs: 15_000, run: () => heartbeat.sweep() },
        ...(config.roles.has('worker') ? modules.housekeeping : []),
      ],
      log,
    ),
  );

  if (administrator) print(`The administrator is ${administrator.email} with the password ${administrator.password} (shown this once).`);
  print(`Vitrine is ready: open ${config.publicUrl} (a screen opens ${config.publicUrl}/screen).`);
  return url;
}

/** The embedded PostgreSQL, held by this process alone. */
async function startOwnDatabase(config: Config, log: ReturnType<typeof createLog>, undo: (() => Promise<unknown>)[]): Promise<string> {
  const postgres = await startEmbeddedPostgres(config.dataDir, log);
  const release = await holdDataFolder(postgres.url, config.dataDir);
  undo.push(postgres.stop);
  undo.push(release);
  return postgres.url;
}
