import type { Database, Identity } from './database/database.ts';
import { getBackoffMs } from './sync/backoff.ts';
import { register, registerAfterReset } from './sync/screen-api.ts';

export async function loadIdentity(database: Database): Promise<Identity | null> {
  return (await database.get('identity', 'me')) ?? null;
}

/** Introduces this screen until the server takes it, and keeps who it is. */
export async function registerUntilAccepted(
  database: Database,
  previous: Identity | null,
  onReachable: (reachable: boolean) => void,
): Promise<Identity> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const identity = await register(previous);
      onReachable(true);
      await keep(database, identity);
      return identity;
    } catch (cause) {
      console.info('not introduced yet:', cause);
      onReachable(false);
    }
    await new Promise((resolve) => setTimeout(resolve, getBackoffMs(attempt)));
  }
}

/** A full disk must not have the screen register again and again: it has this identity until the page is closed. */
async function keep(database: Database, identity: Identity): Promise<void> {
  try {
    await database.put('identity', identity, 'me');
  } catch (cause) {
    console.info('the identity could not be stored:', cause);
  }
}

/** Asks the registry for another id and secret; throws when the server cannot be reached, and everything stays as it was. */
export async function resetIdentity(database: Database, previous: Identity): Promise<void> {
  await database.put('identity', await registerAfterReset(previous), 'me');
}
