import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';

/** A PostgreSQL of its own for a run of tests; `TEST_DATABASE_URL` names one that is there already. */
export async function startTestPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, stop: async () => undefined };
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-test-'));
  const server = await startEmbeddedPostgres(folder, pino({ level: 'silent' }));
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
