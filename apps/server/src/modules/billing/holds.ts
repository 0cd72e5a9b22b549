import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { autocommit, type Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';

/** Longer than the bank calls of one request can take. */
const LEASE_TTL_S = 120;
/** A process that has not beaten yet may hold one. */
const DEAD_HOLDER_GRACE_S = 5;
const POLL_INTERVAL_MS = 200;
const ACQUIRE_TIMEOUT_MS = 20_000;

interface Deps {
  db: Database;
  processId: string;
}

/**
 * Leases on subscriptions: one request at a time moves a subscription's money, across processes, without a connection that waits for the bank. Concurrent
 * requests wait and then find the work done. The lease of a dead process ends as soon as others detect its death.
 */
export function createSubscriptionLease({ db, processId }: Deps) {
  const acquire = async (id: string, holder: string): Promise<boolean> => {
    const taken = await sql<{ id: string }>`
      update subscriptions set held_by = ${holder}, held_at = now()
      where id = ${id} and (held_at is null or held_at < now() - make_interval(secs => ${LEASE_TTL_S})
        or (held_at < now() - make_interval(secs => ${DEAD_HOLDER_GRACE_S}) and not exists (select from process_heartbeats where process_id = split_part(held_by, ':', 1))))
      returning id`.execute(autocommit(db));
    return taken.rows.length > 0;
  };

  const release = (id: string, holder: string) =>
    autocommit(db)
      .updateTable('subscriptions')
      .set({ held_by: null, held_at: null })
      .where('id', '=', id)
      .where('held_by', '=', holder)
      .execute();

  /** Runs `work` while it has the lease. PAYMENT_BUSY when another holder does not finish. */
  return async function held<Answer>(id: string, work: () => Promise<Answer>): Promise<Answer> {
    const holder = `${processId}:${newId()}`;
    const until = Date.now() + ACQUIRE_TIMEOUT_MS;
    while (!(await acquire(id, holder))) {
      if (Date.now() > until) throw new AppError('PAYMENT_BUSY');
      await sleep(POLL_INTERVAL_MS);
    }
    try {
      return await work();
    } finally {
      await release(id, holder);
    }
  };
}

export type SubscriptionLease = ReturnType<typeof createSubscriptionLease>;
