import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { createApp } from '../../../apps/server/src/app.ts';
import { readConfig } from '../../../apps/server/src/config/config.ts';
import type { Person } from '../../../apps/server/src/modules/access/index.ts';
import { ensureAdministrator } from '../../../apps/server/src/modules/accounts/index.ts';
import { uploadsModule } from '../../../apps/server/src/modules/uploads/index.ts';
import { systemClock } from '../../../apps/server/src/platform/clock.ts';
import { type Database, openDatabase } from '../../../apps/server/src/platform/database/database.ts';
import { migrate } from '../../../apps/server/src/platform/database/migrate.ts';
import { createMediaTools, type MediaTools } from '../../../apps/server/src/platform/media-tools/media-tools.ts';
import type { JobHandler } from '../../../apps/server/src/platform/queue/job-type.ts';
import { migrateQueue, startWorker, type Worker } from '../../../apps/server/src/platform/queue/worker.ts';
import { openStorage } from '../../../apps/server/src/platform/storage/open-storage.ts';
import type { Storage } from '../../../apps/server/src/platform/storage/storage.ts';
import { startOwnPostgres } from '../../../apps/server/src/testing/test-postgres.ts';
import { wireModules } from '../../../apps/server/src/wire-modules.ts';
import { median } from '../figures.ts';

export interface BenchServer {
  app: FastifyInstance;
  db: Database;
  storage: Storage;
  tools: MediaTools;
  /** Stores one file, like an upload request. Returns its key. */
  upload: (body: Readable, fileName: string, sizeBytes: number) => Promise<string>;
  /** Runs the job with this name immediately. */
  runJob: (name: string, payload: unknown) => Promise<void>;
  dataDir: string;
  databaseUrl: string;
  person: Person;
  token: string;
  /** Starts the job worker. `close` stops it. */
  startWorker(): Promise<void>;
  stopWorker(): Promise<void>;
  /** Returns how many renditions the media tools have rendered. */
  renders(): number;
  close(): Promise<void>;
}

const noOpDependencies = {
  processId: 'bench',
  print: () => undefined,
  deliverLocally: () => undefined,
  mayRunOtherProcesses: () => false,
  hasLocalSubscribers: () => false,
};
const administrator = { email: 'bench@example.com', password: 'correct horse' };

const CONNECTIONS = 20;
/** A million rows are inserted in one statement. */
const INSERT_TIMEOUT_MS = 600_000;

/** Starts the real server in this process with a separate database and data folder, and signs in an account. */
export async function startBenchServer(addRoutes: (app: FastifyInstance, dataDir: string) => void = () => undefined): Promise<BenchServer> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'vitrine-bench-'));
  const log = pino({ level: 'silent' });
  const postgres = await startOwnPostgres();
  const { db, pool, close } = openDatabase(postgres.url, log, CONNECTIONS, INSERT_TIMEOUT_MS);
  await migrate(db);
  await migrateQueue(pool);
  await ensureAdministrator(db, systemClock, administrator);
  const tools = createMediaTools({ ffmpegPath: undefined, log });
  const renders = countRenders(tools);
  // One account sends all requests, far more than the limit of an account.
  const config = readConfig({ ACCOUNT_REQUESTS_PER_SECOND: '1000000', DATA_DIR: dataDir });
  const { storage, objects } = await openStorage(config, 'bench');
  const modules = await wireModules({
    config,
    db,
    log,
    clock: systemClock,
    storage,
    objects,
    tools,
    postToOwnServer: async (url, payload, headers) => (await app.inject({ method: 'POST', url, payload, headers })).statusCode,
    ...noOpDependencies,
  });
  const app = await createApp({ config, log, db, modules });
  addRoutes(app, dataDir);
  const { token } = (await app.inject({ method: 'POST', url: '/api/users/login', payload: administrator })).json<{ token: string }>();
  await setRole(db, 'user');
  const person = await modules.resolvePerson(token);
  if (!person) throw new Error('Sign-in failed');
  let worker: Worker | undefined;
  return {
    app,
    db,
    storage,
    tools,
    upload: async (body, fileName, declaredBytes) =>
      (await modules.getApi(uploadsModule).store(person, body, { fileName, declaredBytes, runInTurn: (work) => work() })).key,
    runJob: createJobRunner(modules.jobs),
    dataDir,
    databaseUrl: postgres.url,
    person,
    token,
    renders: () => renders.count,
    async startWorker() {
      worker = await startWorker(pool, modules.jobs, log);
    },
    async stopWorker() {
      await worker?.stop();
      worker = undefined;
    },
    async close() {
      await worker?.stop();
      await app.close();
      await tools.stop();
      await close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Changes the role of the signed-in account. It starts as 'user', because requests of staff cost one more statement. The console needs 'admin'. */
export const setRole = (db: Database, role: 'user' | 'admin') =>
  db.updateTable('users').set({ role, is_super_admin: false }).where('email', '=', administrator.email).execute();

/** Creates an album of the signed-in account. Returns its id. */
export async function createAlbum({ app, token }: Pick<BenchServer, 'app' | 'token'>, name: string): Promise<string> {
  const response = await app.inject({ method: 'POST', url: '/api/albums', headers: { authorization: token }, payload: { name } });
  return response.json<{ result: { _id: string } }>().result._id;
}

const createJobRunner =
  (jobs: readonly JobHandler[]) =>
  async (name: string, payload: unknown): Promise<void> => {
    const job = jobs.find((handler) => handler.name === name);
    if (!job) throw new Error(`Unknown job: ${name}`);
    await job.run(payload, { id: 'job', attempt: 1, isLastAttempt: true, signal: new AbortController().signal });
  };

function countRenders({ images }: MediaTools): { count: number } {
  const counter = { count: 0 };
  const render = images.render;
  images.render = (args, requester) => {
    counter.count++;
    return render(args, requester);
  };
  return counter;
}

/** Returns the duration of `work` in seconds. */
export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** Runs both sides in turn, so that a warm disk or other load on the host favors neither. Returns the median of each. */
export async function runInterleaved(
  rounds: number,
  ours: (round: number) => Promise<number>,
  baseline: (round: number) => Promise<number>,
): Promise<{ ours: number; peer: number }> {
  const [ourValues, peerValues]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    peerValues.push(await baseline(round));
    ourValues.push(await ours(round));
  }
  return { ours: median(ourValues), peer: median(peerValues) };
}
