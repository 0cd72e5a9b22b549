import { type AttemptLimit, toAttemptRows } from '../platform/limits/attempt-limits.ts';
import type { TestApp } from './test-app.ts';

/** Leaves only this number of attempts of a limit. */
export async function leaveAttempts({ db, clock }: TestApp, limit: AttemptLimit, left: number): Promise<void> {
  const count = limit.limit - left;
  const rows = toAttemptRows([limit], clock.now()).map(({ key, endsAt }) => ({ key, count, ends_at: endsAt }));
  await db
    .insertInto('attempt_counts')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ count }))
    .execute();
}
