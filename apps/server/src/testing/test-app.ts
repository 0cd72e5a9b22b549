import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Logger as GraphileLogger, runOnce } from 'graphile-worker';
import pino from 'pino';
import { buildApp } from '../app.ts';
import { readConfig } from '../config/config.ts';
import type { Module } from '../modules/define-module.ts';
import type { Clock } from '../platform/clock.ts';
import type { Nudge } from '../platform/live/live.ts';
import { createMediaTools } from '../platform/media-tools/media-tools.ts';
import { buildTasks } from '../platform/queue/worker.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import type { DeclaredRoute } from '../plugins/access-gate.ts';
import { wireModules } from '../wire-modules.ts';
import { MODULES } from '../wiring.ts';
import { startS3 } from './s3-server.ts';
import { createStoredFiles } from './stored-files.ts';
import { createTestDatabase, openSameDatabase } from './test-database.ts';

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

/** A clock that tests move. */
export class TestClock implements Clock {
  offsetMs = 0;
  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }
}

/** The real server on a database and a data folder of its own, called without a port; jobs run when told. `beside` makes it another process of that one. */
export async function createTestApp(
  env: Record<string, string> = {},
  moduleList: readonly Module[] = MODULES,
  beside?: { databaseUrl: string; dataDir: string; storageEnv?: Record<string, string> },
) {
  const database = beside ? openSameDatabase(beside.databaseUrl) : await createTestDatabase();
  const dataDir = beside?.dataDir ?? (await mkdtemp(path.join(os.tmpdir(), 'vitrine-app-')));
  const log = pino({ level: 'silent' });
  const clock = new TestClock();
  const printed: string[] = [];
  const nudges: Nudge[] = [];
  const people = { areHere: true, mayBeElsewhere: false };
  // All that tests ask of the server itself holds with an object store as well: `TEST_S3=1` shows it.
  const s3 = process.env['TEST_S3'] && !beside ? await startS3() : undefined;
  const storageEnv = beside?.storageEnv ?? s3?.env ?? {};
  const config = readConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'http://vitrine.test', ...storageEnv, ...env });
  const { storage, objects, close: closeStorage } = await openStorage(config, beside ? 'beside' : 'test');
  const tools = createMediaTools({ ffmpegPath: config.ffmpegPath, workDir: path.join(dataDir, 'tools'), log });
  const modules = await wireModules({
    config,
    db: database.db,
    log,
    clock,
    storage,
    objects,
    tools,
    processId: beside ? 'beside' : 'test',
    print: (line) => printed.push(line),
    sendLocally: (nudge) => nudges.push(nudge),
    isHeardLocally: () => people.areHere,
    mayHaveOthers: () => people.mayBeElsewhere,
    postToSelf: async (url, payload, headers) => (await app.inject({ method: 'POST', url, payload, headers })).statusCode,
    modules: moduleList,
  });
  let routes: DeclaredRoute[] = [];
  const app = await buildApp({ config, log, db: database.db, modules, onDeclared: (declared) => (routes = declared) });
  await app.ready();
  const never = new AbortController();
  return {
    app,
    modules,
    tools,
    db: database.db,
    databaseUrl: database.url,
    files: createStoredFiles({ storage, db: database.db, dataDir, isInBucket: objects !== null }),
    clock,
    dataDir,
    storageEnv,
    printed,
    nudges,
    /** Whether somebody is connected to this process who would hear of its nudges, and whether there may be other processes. */
    people,
    routes: () => routes,
    /** Runs every job that is due, and those they add, until none is left. */
    async runJobs(): Promise<void> {
      await runOnce({
        pgPool: database.pool,
        taskList: buildTasks(modules.jobs, never.signal, log),
        logger: new GraphileLogger(() => () => undefined),
      });
    },
    /** Runs one task of housekeeping now. */
    async housekeep(name: string): Promise<void> {
      const task = [...modules.housekeeping, ...modules.everywhere].find((known) => known.name === name);
      if (!task) throw new Error(`There is no task '${name}'`);
      await task.run();
    },
    async close() {
      await app.close();
      await tools.stop();
      closeStorage();
      await s3?.close();
      await database.close();
      if (!beside) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
