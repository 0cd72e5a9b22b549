import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { startServer } from '../../server.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { type ConnectionMode, openDatabase } from './database.ts';

const cleanup: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanup.splice(0).reverse()) await step();
});

/** Returns the startup parameters that a connection of the pool sends, as names and values. */
async function readStartupParameters(mode: ConnectionMode): Promise<Record<string, string>> {
  const server = net.createServer().listen(0, '127.0.0.1');
  cleanup.push(async () => server.close());
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  const handle = openDatabase(`postgres://ana:secret@127.0.0.1:${port}/walls`, pino({ level: 'silent' }), 1, undefined, mode);
  cleanup.push(handle.close);
  const query = handle.pool.query('select 1').catch(() => undefined);
  const [socket] = (await once(server, 'connection')) as [net.Socket];
  const [message] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  await query;
  const words = message.subarray(8).toString().split('\0').filter(Boolean);
  return Object.fromEntries(words.flatMap((word, index) => (index % 2 === 0 ? [[word, words[index + 1] ?? '']] : [])));
}

describe('connections through a pooler', () => {
  it('send no startup settings that PgBouncer refuses; direct ones send theirs', async () => {
    const pooled = await readStartupParameters('pooled');
    expect(pooled).toMatchObject({ user: 'ana', database: 'walls' });
    expect(Object.keys(pooled).filter((name) => !['user', 'database', 'client_encoding', 'application_name'].includes(name))).toEqual([]);
    expect(await readStartupParameters('direct')).toMatchObject({ options: '-c jit=off', statement_timeout: '30000' });
  });

  it('are used for transactions only; listeners bypass the pooler', async () => {
    const database = await createTestDatabase();
    cleanup.push(database.close);
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'vitrine-pooled-'));
    cleanup.push(() => rm(dataDir, { recursive: true, force: true }));
    const named = (user: string) => {
      const url = new URL(database.url);
      url.searchParams.set('application_name', user);
      return url.toString();
    };
    const env = { DATABASE_URL: named('by the pooler'), DATABASE_DIRECT_URL: named('direct'), DATA_DIR: dataDir, PORT: '0', FTP_PORT: '0' };
    const server = await startServer(readConfig({ ...env, LOG_LEVEL: 'silent' }), () => undefined);
    cleanup.push(server.stop);
    const { rows } = await database.pool.query<{ name: string; listens: boolean }>(
      `select application_name as name, bool_or(query ilike 'listen%') as listens from pg_stat_activity
      where datname = current_database() and application_name in ('by the pooler', 'direct') group by 1 order by 1`,
    );
    expect(rows).toEqual([
      { name: 'by the pooler', listens: false },
      { name: 'direct', listens: true },
    ]);
  });

  it('need both addresses', () => {
    expect(() => readConfig({ DATABASE_DIRECT_URL: 'postgres://x@127.0.0.1/x' })).toThrow(/DATABASE_URL: .*bypasses the pooler/);
  });
});
