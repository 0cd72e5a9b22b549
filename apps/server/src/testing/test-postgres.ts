import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';

interface TestPostgres {
  url: string;
  /** True when stopping the server also removes its data. */
  isDisposable: boolean;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL for a test run, unless `TEST_DATABASE_URL` names one. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const given = process.env['TEST_DATABASE_URL'];
  return given ? { url: given, isDisposable: false, stop: async () => undefined } : startOwnPostgres();
}

/** Starts an empty PostgreSQL of the version that the product embeds. */
export async function startOwnPostgres(): Promise<TestPostgres> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-test-'));
  const server = await startEmbeddedPostgres(folder, pino({ level: 'silent' }), { isDisposable: true });
  return {
    url: server.url,
    isDisposable: true,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs a statement on a separate connection, outside any transaction. */
export async function runOnce(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
