import type { Database, Identity } from './database/database.ts';
import { getBackoffMs } from './sync/backoff.ts';
import { register } from './sync/screen-api.ts';

export async function loadIdentity(database: Database): Promise<Identity | null> {
  return (await database.get('identity', 'me')) ?? null;
}

/** Registers this screen, retrying until the server accepts it, and stores its identity. */
export async function registerUntilAccepted(
  database: Database,
  previous: Identity | null,
  onReachable: (reachable: boolean) => void,
): Promise<Identity> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const identity = await register(previous);
      onReachable(true);
      await store(database, identity);
      return identity;
    } catch (cause) {
      console.info('not registered:', cause);
      onReachable(false);
    }
    await new Promise((resolve) => setTimeout(resolve, getBackoffMs(attempt)));
  }
}

/** If the disk is full, the screen keeps this identity until the page is closed, instead of registering again and again. */
async function store(database: Database, identity: Identity): Promise<void> {
  try {
    await database.put('identity', identity, 'me');
  } catch (cause) {
    console.info('identity not stored:', cause);
  }
}
