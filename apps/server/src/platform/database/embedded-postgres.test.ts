import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { holdDataFolder } from './one-server.ts';

const log = pino({ level: 'silent' });
let folder: string;
const running: EmbeddedPostgres[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-postgres-'));
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  // What a killed server leaves running writes for a moment more.
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(folder, log);
  running.push(server);
  return server;
}

async function query<T>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows as T[];
}

const pidOf = async () => Number.parseInt(await readFile(path.join(folder, 'postgres-18', 'postmaster.pid'), 'utf8'), 10);

describe('the embedded PostgreSQL', () => {
  it('keeps what was committed over a restart on the same folder', async () => {
    const first = await start();
    await query(first.url, 'create table kept (id int); insert into kept values (7)');
    await first.stop();
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await query(second.url, 'select id from kept')).toEqual([{ id: 7 }]);
  });

  it('takes over a server whose parent was killed', async () => {
    const left = await start();
    const heir = await start();
    expect(heir).toMatchObject({ adopted: true, url: left.url });
  });

  it('comes back on the same port when the server itself is killed, with what was committed', async () => {
    const server = await start();
    await query(server.url, 'create table kept (id int); insert into kept values (7)');
    process.kill(await pidOf(), 'SIGKILL');
    const rows = await vi.waitFor(() => query(server.url, 'select id from kept'), { timeout: 30_000, interval: 200 });
    expect(rows).toEqual([{ id: 7 }]);
  });

  it('starts although another process has the number that a killed server left behind', async () => {
    const first = await start();
    const lockFile = path.join(folder, 'postgres-18', 'postmaster.pid');
    const lock = await readFile(lockFile, 'utf8');
    await first.stop();
    // PostgreSQL itself overlooks its parent, which is us.
    await writeFile(lockFile, lock.replace(/^\d+/, String(process.ppid)));
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('lets one Vitrine at a time use the folder', async () => {
    const server = await start();
    const release = await holdDataFolder(server.url, folder);
    await expect(holdDataFolder(server.url, folder)).rejects.toThrow('Another Vitrine is running');
    await release();
    await (await holdDataFolder(server.url, folder))();
  });
});
