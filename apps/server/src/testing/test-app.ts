import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { Logger as GraphileLogger, runOnce, type Task } from 'graphile-worker';
import { sql } from 'kysely';
import pino, { type Logger } from 'pino';
import { inject } from 'vitest';
import { createApp } from '../app.ts';
import { type Config, readConfig } from '../config/config.ts';
import type { Module, Platform } from '../modules/define-module.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Nudge } from '../platform/live/live.ts';
import type { MediaTools } from '../platform/media-tools/media-tools.ts';
import { buildTasks } from '../platform/queue/worker.ts';
import { readServerKey } from '../platform/security/server-key.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import type { DeclaredRoute } from '../plugins/access-gate.ts';
import { wireModules } from '../wire-modules.ts';
import { MODULES } from '../wiring.ts';
import { getTestFolderPrefix } from './global-setup.ts';
import { startS3 } from './s3-server.ts';
import { createStoredFiles } from './stored-files.ts';
import { createTestDatabase, openSameDatabase, type TestDatabase } from './test-database.ts';
import { shareMediaTools } from './test-tools.ts';

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

/** A clock that tests can move. */
export class TestClock implements Clock {
  offsetMs = 0;
  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }
}

/** Parts that two processes of one test share, such as the clock and the recorded messages. */
interface Shared {
  log: Logger;
  clock: TestClock;
  printed: string[];
  nudges: Nudge[];
  /** Whether users are connected to this process, and whether other processes may exist. */
  presence: { hasLocalUsers: boolean; hasOtherProcesses: boolean };
  postToSelf: Platform['postToOwnServer'];
  moduleList: readonly Module[];
}

/** Opens the connections, storage and modules of one process. */
async function openProcess(database: TestDatabase, config: Config, processId: string, tools: MediaTools, shared: Shared) {
  const { log, clock, printed, nudges, presence, postToSelf, moduleList } = shared;
  const { storage, objects, close } = await openStorage(config, processId);
  const modules = await wireModules({
    config,
    db: database.db,
    log,
    clock,
    storage,
    objects,
    tools,
    processId,
    print: (line) => printed.push(line),
    deliverLocally: (nudge) => nudges.push(nudge),
    hasLocalSubscribers: () => presence.hasLocalUsers,
    mayRunOtherProcesses: () => presence.hasOtherProcesses,
    postToOwnServer: postToSelf,
    modules: moduleList,
  });
  return { modules, storage, objects, database, closeStorage: close };
}

/** True in `npm run test:scaled`: files are in an object store, and jobs run in a second process. */
export const IS_SCALED = process.env['TEST_SCALED'] !== undefined;

/** Waits until finished jobs are recorded. The runner returns earlier, and until then the jobs seem to be running. */
async function waitUntilRecorded(db: Database, ids: readonly string[]): Promise<void> {
  const areRecorded = async () =>
    (await sql`select 1 from graphile_worker._private_jobs where id = any(${ids}::bigint[]) and locked_at is not null`.execute(db)).rows
      .length === 0;
  while (ids.length > 0 && !(await areRecorded()));
}

/** Returns whether jobs are due. The runner can skip a job while the lock of the previous job in the same line is being released. */
async function hasDueJobs(db: Database): Promise<boolean> {
  const due = sql`select 1 from graphile_worker._private_jobs where is_available and locked_at is null and run_at <= now() limit 1`;
  return (await due.execute(db)).rows.length > 0;
}

/** Returns the settings of another process with a separate data folder, which needs the same server key. */
const withKeyOf = async (dataDir: string, config: Config): Promise<Config> => ({ ...config, serverKey: await readServerKey(dataDir) });

/**
 * Creates the real server with a separate database and data folder. Requests are injected without a port, and jobs run on request. With `peer`, it is
 * another process of an existing installation.
 */
export async function createTestApp(
  env: Record<string, string> = {},
  moduleList: readonly Module[] = MODULES,
  peer?: { databaseUrl: string; dataDir: string; storageEnv?: Record<string, string> },
  // The cause of an unexpected 500 is only in the log.
  log: Logger = pino({ level: 'error' }, pino.destination({ fd: 2, sync: true })),
) {
  const database = peer ? openSameDatabase(peer.databaseUrl) : await createTestDatabase();
  const dataDir = peer?.dataDir ?? (await mkdtemp(getTestFolderPrefix(inject('templateName'))));
  const isScaled = IS_SCALED && !peer;
  const s3 = isScaled ? await startS3() : undefined;
  const storageEnv = peer?.storageEnv ?? s3?.env ?? {};
  const createConfig = (folder: string) =>
    readConfig({
      ACCOUNT_REQUESTS_PER_SECOND: '1000000',
      // Tests move the clock by hours.
      STAFF_IDLE_MINUTES: '0',
      DATA_DIR: folder,
      PUBLIC_URL: 'http://vitrine.test',
      ...storageEnv,
      ...env,
    });
  const config = createConfig(dataDir);
  const shared: Shared = {
    log,
    clock: new TestClock(),
    printed: [],
    nudges: [],
    presence: { hasLocalUsers: true, hasOtherProcesses: false },
    postToSelf: async (url, payload, headers) => (await app.inject({ method: 'POST', url, payload, headers })).statusCode,
    moduleList,
  };
  const { clock, printed, nudges, presence } = shared;
  const tools = shareMediaTools(config);
  const own = await openProcess(database, config, peer ? 'peer' : 'test', tools, shared);
  const { modules, storage, objects } = own;
  const worker = isScaled
    ? await openProcess(
        openSameDatabase(database.url),
        await withKeyOf(dataDir, createConfig(path.join(dataDir, 'worker'))),
        'worker',
        tools,
        shared,
      )
    : own;
  let routes: DeclaredRoute[] = [];
  const undeclared = new Set<string>();
  const app = await createApp({
    config,
    log,
    db: database.db,
    modules,
    onDeclared: (declared) => (routes = declared),
    onUndeclaredError: ({ route, code }) => undeclared.add(`${route} ${code}`),
  });
  await app.ready();
  const checkDeclaredErrors = () => {
    const found = [...undeclared];
    undeclared.clear();
    // Add the code to `errors` of the endpoint in packages/contract.
    if (found.length > 0) throw new Error(`Endpoints answered with error codes that they do not declare:\n${found.join('\n')}`);
  };
  const neverAborted = new AbortController();
  return {
    app,
    modules,
    /** Modules of the process that runs jobs, which is a separate one when scaled. */
    workerModules: worker.modules,
    tools,
    db: database.db,
    databaseUrl: database.url,
    storage,
    files: createStoredFiles({ storage, db: database.db, dataDir, isInBucket: objects !== null }),
    clock,
    dataDir,
    storageEnv,
    printed,
    nudges,
    presence,
    routes: () => routes,
    /** Runs all due jobs, including jobs that they add. */
    async runJobs(): Promise<void> {
      let run: string[] = [];
      const tasks = Object.entries(buildTasks(worker.modules.jobs, neverAborted.signal, log)).map(([name, task]): [string, Task] => [
        name,
        (payload, helpers) => {
          run.push(helpers.job.id);
          return task?.(payload, helpers);
        },
      ]);
      do {
        run = [];
        await runOnce({
          pgPool: worker.database.pool,
          taskList: Object.fromEntries(tasks),
          logger: new GraphileLogger(() => () => undefined),
        });
        await waitUntilRecorded(database.db, run);
      } while (run.length > 0 && (await hasDueJobs(database.db)));
    },
    /** Runs one periodic task, or starts due work, now. */
    async runWorkerTasks(name: string): Promise<void> {
      const task = [...modules.workerTasks, ...modules.everyProcessTasks, ...modules.dueWork].find((known) => known.name === name);
      if (!task) throw new Error(`There is no task '${name}'`);
      await task.run();
    },
    async close() {
      await app.close();
      for (const { closeStorage } of new Set([own, worker])) closeStorage();
      await s3?.close();
      if (worker !== own) await worker.database.close();
      await database.close();
      if (!peer) await rm(dataDir, { recursive: true, force: true });
      // Last, so that a failure leaves nothing open.
      checkDeclaredErrors();
    },
    checkDeclaredErrors,
  };
}
