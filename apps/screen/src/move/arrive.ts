import type { Arrival } from '@vitrine/contract/server-move';
import type { Database } from '../database/database.ts';
import { writeValue } from '../database/local-values.ts';
import { storeCarriedState } from './carried-state.ts';
import { removeDeparture } from './departure-record.ts';
import { MoveRefusedError, redeem } from './move-api.ts';
import { ARRIVAL_KEY } from './move-values.ts';

const RETRY_MS = 3000;
const MAX_ATTEMPTS = 20;
/** Time in which the browser opens the previous page. */
const BACK_TIMEOUT_MS = 10_000;

export const wait = (durationMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, durationMs));

/**
 * Redeems the ticket in the address and stores the identity of the screen. Without a valid ticket, returns to the previous page in the history. The address of
 * that page is not in the fragment, because anyone can write a link.
 */
export async function arrive(database: Database, ticket: string): Promise<void> {
  const arrival = await redeemWithRetries(ticket);
  const identity = await database.get('identity', 'me');
  if (arrival) await store(database, arrival);
  else if (!identity && history.length > 1) {
    history.back();
    await wait(BACK_TIMEOUT_MS);
  }
  history.replaceState(history.state, '', location.pathname + location.search);
}

async function redeemWithRetries(ticket: string): Promise<Arrival | null> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    try {
      return await redeem(ticket);
    } catch (cause) {
      console.info('the handover could not be redeemed:', cause);
      if (cause instanceof MoveRefusedError) return null;
    }
    await wait(RETRY_MS);
  }
  return null;
}

async function store(database: Database, { deviceId, secret, from, state }: Arrival): Promise<void> {
  const [identity, adopted] = await Promise.all([database.get('identity', 'me'), database.get('adopted', 'now')]);
  const isSame = identity?.deviceId === deviceId && identity.secret === secret;
  // A link must not turn the screen of another device into this one.
  const isOtherDevice = !isSame && adopted?.deviceId === identity?.deviceId && Boolean(adopted?.manifest.device);
  if (isOtherDevice) return;
  if (!isSame) {
    await storeCarriedState(database, state);
    // The page registers with its own version.
    await database.put('identity', { deviceId, secret, versionCode: '' }, 'me');
  }
  removeDeparture();
  writeValue(ARRIVAL_KEY, JSON.stringify({ from }));
}
