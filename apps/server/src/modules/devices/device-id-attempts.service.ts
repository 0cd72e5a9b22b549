import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { lockAttemptCount } from '../../platform/limits/attempt-limits.ts';
import type { Person } from '../access/index.ts';

/** A device id has a letter and five digits. Without a limit, waiting screens of others could be found by trying. */
const WRONG_DEVICE_ID_LIMIT = { limit: 10, windowMs: 60_000 };

/** Locks the number of wrong device ids that an account has entered, and returns a function that counts another one. TOO_MANY_REQUESTS at the limit. */
export const lockWrongIdCount = (tx: Tx, clock: Clock, { userId }: Person): Promise<() => Promise<unknown>> =>
  lockAttemptCount(tx, clock, { subject: `device ids ${userId}`, ...WRONG_DEVICE_ID_LIMIT });
