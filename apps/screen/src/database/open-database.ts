import { openDB } from 'idb';
import type { Database, Schema } from './database.ts';

const NAME = 'vitrine-screen';
/** Increased for new stores only. Existing stores keep their format, because a screen may return to an older version of the page. */
const VERSION = 2;

export async function openDatabase(): Promise<Database> {
  try {
    return await open(VERSION);
  } catch (cause) {
    // The database was opened by a newer version of the page.
    if (cause instanceof DOMException && cause.name === 'VersionError') return open(undefined);
    // Other failures are temporary, such as a slow or full disk. Reload the page instead of starting as a new screen in memory.
    if (!isRefusal(cause)) throw cause;
    console.info('nothing can be stored:', cause);
    return (await import('./memory-database.ts')).createMemoryDatabase();
  }
}

/** True when a private window, a web view or a policy lets the page store nothing. */
export const isRefusal = (cause: unknown): boolean =>
  cause instanceof DOMException
    ? ['SecurityError', 'InvalidStateError', 'NotAllowedError'].includes(cause.name)
    : cause instanceof TypeError;

function open(version: number | undefined): Promise<Database> {
  return openDB<Schema>(NAME, version, {
    upgrade(database, before) {
      if (before < 1) for (const name of ['identity', 'adopted', 'files', 'parts'] as const) database.createObjectStore(name);
      if (before < 2) for (const name of ['clock', 'spare', 'counting', 'sealed', 'told'] as const) database.createObjectStore(name);
    },
    // Close the database, so that a newer version of the page does not have to wait for this one.
    blocking: (_from, _to, event) => (event.target as IDBDatabase).close(),
  });
}
