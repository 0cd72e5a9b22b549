import { chmod, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { prepareDataFolder } from '../data-folder.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { type EmbeddedPostgres, launchEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

const log = pino({ level: 'silent' });
let folder: string;
const running: EmbeddedPostgres[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-postgres-'));
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  // Processes of a killed server may still write for a moment.
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
  it('keeps committed data over a restart on the same folder', async () => {
    const first = await start();
    await query(first.url, 'create table kept (id int); insert into kept values (7)');
    await first.stop();
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await query(second.url, 'select id from kept')).toEqual([{ id: 7 }]);
  });

  it('listens on this machine only, and refuses any password but its random one', async () => {
    const { url } = await start();
    const { password, hostname } = new URL(url);
    expect([hostname, Buffer.from(password, 'base64url').length]).toEqual(['127.0.0.1', 18]);
    expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    for (const wrong of ['', 'vitrine']) await expect(query(url.replace(password, wrong), 'select 1')).rejects.toThrow(/password/);
    expect((await stat(path.join(folder, 'postgres.json'))).mode & 0o077).toBe(0);
  });

  it('reuses a server whose parent was killed', async () => {
    const left = await start();
    const heir = await start();
    expect(heir).toMatchObject({ adopted: true, url: left.url });
  });

  it('restarts on the same port after the server was killed, with all commits', async () => {
    const server = await start();
    await query(server.url, 'create table kept (id int); insert into kept values (7)');
    process.kill(await pidOf(), 'SIGKILL');
    const rows = await vi.waitFor(() => query(server.url, 'select id from kept'), { timeout: 30_000, interval: 200 });
    expect(rows).toEqual([{ id: 7 }]);
  });

  it('starts although another process has the process id of a killed server', async () => {
    const first = await start();
    const lockFile = path.join(folder, 'postgres-18', 'postmaster.pid');
    const lock = await readFile(lockFile, 'utf8');
    await first.stop();
    // PostgreSQL ignores its parent process, which is this test.
    await writeFile(lockFile, lock.replace(/^\d+/, String(process.ppid)));
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('allows one Vitrine at a time to use the folder', async () => {
    const server = await start();
    const release = await lockDataFolder(server.url, folder);
    await expect(lockDataFolder(server.url, folder)).rejects.toThrow('Another Vitrine server is using');
    await release();
    await (await lockDataFolder(server.url, folder))();
  });
});

describe.runIf(process.getuid?.() === 0)('the embedded PostgreSQL as root without user namespaces', () => {
  const PATH = process.env['PATH'] ?? '';
  const umask = process.umask();
  let programs: string;
  beforeEach(async () => {
    programs = await mkdtemp(path.join(os.tmpdir(), 'vitrine-unshare-'));
    await writeFile(path.join(programs, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    vi.stubEnv('PATH', `${programs}:${PATH}`);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    process.umask(umask);
    await rm(programs, { recursive: true });
  });

  it('starts on an empty folder and loads its extensions after the data folder is restricted', async () => {
    prepareDataFolder(folder);
    const launched = await launchEmbeddedPostgres(folder);
    prepareDataFolder(folder);
    const server = await launched.ready(log);
    running.push(server);
    await query(server.url, 'create extension pg_trgm');
    await query(server.url, "do $$ begin raise notice 'plpgsql loads'; end $$");
    expect((await stat(folder)).mode & 0o777).toBe(0o711);
  });

  it('stores the database in /var/lib when its user cannot enter the data folder', async () => {
    await chmod(folder, 0o700);
    const dataDir = path.join(folder, 'data');
    const server = await startEmbeddedPostgres(dataDir, log);
    running.push(server);
    const databaseFolder = await realpath(path.join(dataDir, 'postgres-18'));
    expect(databaseFolder).toMatch(/^\/var\/lib\/vitrine-/);
    await query(server.url, 'create table kept (id int); insert into kept values (7)');
    await server.stop();
    const again = await startEmbeddedPostgres(dataDir, log);
    running.push(again);
    expect(await query(again.url, 'select id from kept')).toEqual([{ id: 7 }]);
    await again.stop();
    await rm(path.dirname(databaseFolder), { recursive: true });
  });

  it('reuses a database that was created with user namespaces', async () => {
    vi.stubEnv('PATH', PATH);
    const first = await start();
    await query(first.url, 'create table kept (id int); insert into kept values (7)');
    await first.stop();
    vi.stubEnv('PATH', `${programs}:${PATH}`);
    const second = await start();
    expect(await query(second.url, 'select id from kept')).toEqual([{ id: 7 }]);
  });
});
