import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { newId } from '../../../apps/server/src/platform/ids.ts';
import { withDatabase } from '../../../apps/server/src/testing/global-setup.ts';
import type { TestS3 } from '../../../apps/server/src/testing/s3-server.ts';
import { TcpProxy } from '../../../apps/server/src/testing/tcp-proxy.ts';
import { runOnce, startTestPostgres } from '../../../apps/server/src/testing/test-postgres.ts';
import { newestMailTo, type RunningProduct } from '../../../e2e/product.ts';
import { ServerProcess } from '../../../e2e/server-process.ts';
import type { Random } from '../../demo/random.ts';
import { startNginx } from './nginx.ts';
import { findPorts } from './ports.ts';
import { RedisProcess } from './redis-process.ts';
import { SmallDisk } from './small-disk.ts';
import { NAME_VARIABLE } from './store-calls.ts';
import { StoreProxy } from './store-proxy.ts';

type Undo = (() => Promise<unknown>)[];

interface Parts {
  dataDir: string;
  origin: string;
  databaseUrl: string;
  database: TcpProxy;
  s3: TestS3;
  store: StoreProxy;
  redis: RedisProcess;
  processes: Record<ProcessName, ServerProcess>;
  disk: SmallDisk;
  undo: Undo;
}

export type ProcessName = 'first' | 'second' | 'worker';
const ROLES: Record<ProcessName, string> = { first: 'api,live', second: 'api,live', worker: 'worker' };

/** Two API processes and a worker behind nginx, with a database and an object store that can fail. */
export class Installation implements RunningProduct {
  readonly origin: string;
  readonly dataDir: string;
  /** Bypasses the proxy that simulates outages. */
  readonly databaseUrl: string;
  readonly database: TcpProxy;
  readonly store: StoreProxy;
  readonly redis: RedisProcess;
  readonly processes: Record<ProcessName, ServerProcess>;
  /** Disk of the process `second`. */
  readonly disk: SmallDisk;
  /** Lists the keys of all stored objects. */
  readonly storedKeys: () => Promise<string[]>;
  #undo: Undo;
  #removed: Promise<void> | undefined;

  private constructor({ dataDir, origin, databaseUrl, database, s3, store, redis, processes, disk, undo }: Parts) {
    [this.dataDir, this.origin, this.databaseUrl] = [dataDir, origin, databaseUrl];
    [this.database, this.store, this.redis, this.processes, this.disk] = [database, store, redis, processes, disk];
    this.storedKeys = () => s3.keys();
    this.#undo = undo;
  }

  static async start(random: Random, startS3: () => Promise<TestS3>): Promise<Installation> {
    const undo: Undo = [];
    try {
      const installation = new Installation(await startParts(random, startS3, undo));
      for (const server of Object.values(installation.processes)) await server.start();
      return installation;
    } catch (error) {
      await undoAll(undo);
      throw error;
    }
  }

  /** The two processes that serve users and screens. */
  get apiProcesses(): [ServerProcess, ServerProcess] {
    return [this.processes.first, this.processes.second];
  }

  /** Restores all services and starts every process that was stopped or killed. */
  async heal(): Promise<void> {
    if (this.#removed) throw new Error('The installation is being removed');
    this.store.heal();
    this.database.restore();
    await this.redis.heal();
    const stopped = Object.values(this.processes).filter(({ isRunning }) => !isRunning);
    await Promise.all(stopped.map((server) => server.start()));
  }

  /** May be called repeatedly. */
  remove = (): Promise<void> => (this.#removed ??= undoAll(this.#undo));
  mailTo = (address: string): Promise<string> => newestMailTo(this.processes.worker.dataDir, address);
}

async function undoAll(undo: Undo): Promise<void> {
  for (const step of undo.splice(0).reverse()) await step();
}

async function startParts(random: Random, startS3: () => Promise<TestS3>, undo: Undo): Promise<Parts> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'vitrine-cells-'));
  undo.push(() => rm(dataDir, { recursive: true, force: true }));
  const databaseUrl = await createDatabase(undo);
  const s3 = await startS3();
  undo.push(() => s3.close());
  // Choose the ports after PostgreSQL and the store listen, because they use the same range.
  const [nginxPort = 0, changesPort = 0, databasePort = 0, storePort = 0, redisPort = 0, redisProxyPort = 0, ...ports] = await findPorts(9);
  const { proxy: database, url: proxiedUrl } = await openDatabaseProxy(databaseUrl, databasePort);
  undo.push(() => database.close());
  const store = await StoreProxy.open(s3.settings.endpoint ?? '', storePort, random);
  undo.push(() => store.close());
  const redis = await RedisProcess.start({ port: redisPort, proxyPort: redisProxyPort, folder: path.join(dataDir, 'redis') });
  undo.push(() => redis.close());
  const origin = `http://127.0.0.1:${nginxPort}`;
  const env = {
    ...s3.env,
    DATABASE_URL: proxiedUrl,
    REDIS_URL: redis.url,
    SERVER_KEY: randomBytes(32).toString('base64'),
    PUBLIC_URL: origin,
    TRUST_PROXY: '127.0.0.1',
    S3_ENDPOINT: `http://${store.address}`,
    S3_ACCEL_PATH: '/_stored/',
    S3_CACHE_BYTES: String(1e9),
  };
  const make = (name: ProcessName, port = 0) =>
    new ServerProcess(port, path.join(dataDir, name), { ...env, ROLES: ROLES[name], [NAME_VARIABLE]: name });
  const processes = { first: make('first', ports[0]), second: make('second', ports[1]), worker: make('worker', ports[2]) };
  for (const server of Object.values(processes)) {
    await mkdir(server.dataDir);
    undo.push(() => server.stop('SIGKILL'));
  }
  const disk = new SmallDisk(processes.second);
  undo.splice(1, 0, async () => disk.unmount());
  const apiProcesses = [processes.first.port, processes.second.port];
  const folder = path.join(dataDir, 'nginx');
  undo.push(await startNginx({ folder, port: nginxPort, changesPort, processes: apiProcesses, store: store.address }));
  return { dataDir, origin, databaseUrl, database, s3, store, redis, processes, disk, undo };
}

/** Opens a proxy in front of PostgreSQL, and returns it with the address that leads through it. */
async function openDatabaseProxy(databaseUrl: string, port: number): Promise<{ proxy: TcpProxy; url: string }> {
  const url = new URL(databaseUrl);
  const proxy = await TcpProxy.open({ host: url.hostname, port: Number(url.port || 5432) }, port);
  [url.hostname, url.port] = ['127.0.0.1', String(proxy.port)];
  return { proxy, url: url.toString() };
}

/** Creates a separate database in the PostgreSQL of the tests. */
async function createDatabase(undo: Undo): Promise<string> {
  const postgres = await startTestPostgres();
  undo.push(() => postgres.stop());
  const name = `cells_${newId().replaceAll('-', '')}`;
  await runOnce(postgres.url, `create database ${name}`);
  undo.push(() => runOnce(postgres.url, `drop database ${name} with (force)`));
  return withDatabase(postgres.url, name);
}
