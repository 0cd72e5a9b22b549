/** Two processes that serve users and screens, and a worker. They share a separate, durable PostgreSQL. */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/database/embedded-postgres.ts';
import { newestMailTo, type RunningProduct } from '../../e2e/product.ts';
import { ServerProcess } from '../../e2e/server-process.ts';
import { findPorts } from '../faults/cells/ports.ts';
import { listProcessTree, listProductProcesses, processorSeconds } from './process-figures.ts';
import { StatementCounter } from './statement-counter.ts';

type Undo = (() => Promise<unknown>)[];

interface Parts {
  dataDir: string;
  databaseDir: string;
  databaseUrl: string;
  counter: StatementCounter;
  serving: [ServerProcess, ServerProcess];
  worker: ServerProcess;
  undo: Undo;
}

export class ProcessPair implements RunningProduct {
  readonly dataDir: string;
  /** Bypasses the counter of statements. */
  readonly databaseUrl: string;
  readonly counter: StatementCounter;
  /** The processes that serve users and screens. */
  readonly serving: readonly [ServerProcess, ServerProcess];
  readonly #databaseDir: string;
  readonly #worker: ServerProcess;
  readonly #undo: Undo;

  private constructor({ dataDir, databaseDir, databaseUrl, counter, serving, worker, undo }: Parts) {
    [this.dataDir, this.databaseUrl, this.counter, this.serving] = [dataDir, databaseUrl, counter, serving];
    [this.#databaseDir, this.#worker, this.#undo] = [databaseDir, worker, undo];
  }

  /** Starts all processes. If `countsStatements` is true, they connect through a port that counts their statements and delays them. */
  static async start({ redisUrl, countsStatements }: { redisUrl: string | undefined; countsStatements: boolean }): Promise<ProcessPair> {
    const undo: Undo = [];
    try {
      const pair = new ProcessPair(await prepare(redisUrl, countsStatements, undo));
      for (const server of [...pair.serving, pair.#worker]) {
        undo.push(() => server.stop('SIGKILL'));
        await server.start();
      }
      return pair;
    } catch (error) {
      await undoAll(undo);
      throw error;
    }
  }

  get origin(): string {
    return this.serving[0].origin;
  }

  /** Returns the processor time since the start of the servers with the worker, and of the database, in seconds. */
  processorSeconds(): { servers: number; database: number } {
    const pids = [...this.serving, this.#worker].flatMap(({ pid }) => pid ?? []);
    return {
      servers: processorSeconds(listProcessTree(...pids)),
      database: processorSeconds(listProductProcesses({ dataDir: this.#databaseDir })),
    };
  }

  remove = (): Promise<void> => undoAll(this.#undo);
  mailTo = (address: string): Promise<string> => newestMailTo(this.#worker.dataDir, address);
}

async function prepare(redisUrl: string | undefined, countsStatements: boolean, undo: Undo): Promise<Parts> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'vitrine-pair-'));
  undo.push(() => rm(dataDir, { recursive: true, force: true }));
  const databaseDir = path.join(dataDir, 'database');
  const { url: databaseUrl, stop } = await startEmbeddedPostgres(databaseDir, pino({ level: 'silent' }));
  undo.push(stop);
  const counter = await StatementCounter.open(databaseUrl);
  undo.push(() => counter.close());
  const ports = await findPorts(3);
  const files = path.join(dataDir, 'files');
  await mkdir(files);
  const env = {
    DATABASE_URL: countsStatements ? counter.url : databaseUrl,
    SERVER_KEY: randomBytes(32).toString('base64'),
    PUBLIC_URL: `http://localhost:${ports[0]}`,
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
  };
  const create = (at: number, ROLES: string) => new ServerProcess(ports[at] ?? 0, files, { ...env, ROLES });
  return {
    dataDir: files,
    databaseDir,
    databaseUrl,
    counter,
    serving: [create(0, 'api,live'), create(1, 'api,live')],
    worker: create(2, 'worker'),
    undo,
  };
}

async function undoAll(undo: Undo): Promise<void> {
  for (const step of undo.splice(0).reverse()) await step();
}
