/**
 * Leases on subscriptions: one request at a time moves a subscription's money, across processes, without a connection that waits for the bank. Concurrent
 * requests wait and then find the work done.
 */
import { sql } from 'kysely';
import { autocommit, type Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { createExclusiveLease, hasOwnerStoppedAfterGrace, type LeaseStore } from '../../platform/lease/lease.ts';

/** Longer than the bank calls of one request can take. */
const LEASE_TTL_S = 120;
const STOPPED_OWNER_GRACE_S = 5;
const POLL_INTERVAL_MS = 200;
const ACQUIRE_TIMEOUT_MS = 20_000;

const createSubscriptionLeaseStore = (db: Database): LeaseStore => ({
  async acquire(id, token) {
    const acquired = await sql<{ id: string }>`
      update subscriptions set held_by = ${token}, held_at = now()
      where id = ${id} and (held_at is null or held_at < now() - make_interval(secs => ${LEASE_TTL_S})
        or ${hasOwnerStoppedAfterGrace('held_by', 'held_at', STOPPED_OWNER_GRACE_S)})
      returning id`.execute(autocommit(db));
    return acquired.rows.length > 0;
  },
  release: (id, token) =>
    autocommit(db)
      .updateTable('subscriptions')
      .set({ held_by: null, held_at: null })
      .where('id', '=', id)
      .where('held_by', '=', token)
      .execute(),
});

/** Creates a function that runs work with the lease of a subscription. PAYMENT_BUSY when another request keeps it too long. */
export const createSubscriptionLease = ({ db, processId }: { db: Database; processId: string }) =>
  createExclusiveLease({
    store: createSubscriptionLeaseStore(db),
    processId,
    pollIntervalMs: POLL_INTERVAL_MS,
    timeoutMs: ACQUIRE_TIMEOUT_MS,
    createBusyError: () => new AppError('PAYMENT_BUSY'),
  });

export type SubscriptionLease = ReturnType<typeof createSubscriptionLease>;
