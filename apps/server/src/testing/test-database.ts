import pino from 'pino';
import { inject } from 'vitest';
import { type DatabaseHandle, openDatabase } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { withDatabase } from './global-setup.ts';
import { runOnce } from './test-postgres.ts';

export interface TestDatabase extends DatabaseHandle {
  url: string;
}

/** A database of its own, cloned from the migrated template; closing drops it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${newId().replaceAll('-', '')}`;
  const adminUrl = inject('databaseUrl');
  await runOnce(adminUrl, `create database ${name} template ${inject('templateName')}`);
  const url = withoutDisk(withDatabase(adminUrl, name));
  const handle = openDatabase(url, pino({ level: 'silent' }), 10);
  return {
    ...handle,
    url,
    async close() {
      await handle.close();
      await runOnce(adminUrl, `drop database ${name} with (force)`);
    },
  };
}

/** A database with nothing in it, as a restore wants it. */
export async function createEmptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${newId().replaceAll('-', '')}`;
  const adminUrl = inject('databaseUrl');
  await runOnce(adminUrl, `create database ${name}`);
  return { url: withoutDisk(withDatabase(adminUrl, name)), drop: () => runOnce(adminUrl, `drop database ${name} with (force)`) };
}

/** As another process has it: with a pool of its own. */
export const openSameDatabase = (url: string): TestDatabase => ({ ...openDatabase(url, pino({ level: 'silent' }), 10), url });

/** No test's commit waits for the disk: what survives a power cut is the fault rounds' subject. */
function withoutDisk(url: string): string {
  const changed = new URL(url);
  changed.searchParams.set('options', '-c synchronous_commit=off');
  return changed.toString();
}
