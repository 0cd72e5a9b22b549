import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { consumeAttempts } from '../../platform/limits/attempt-limits.ts';
import { findUser } from './accounts.store.ts';

const DAY_MS = 86_400_000;
const NEW_ACCOUNT_PERIOD_MS = 7 * DAY_MS;
/** Recipients a day: an account made to send mails to strangers is soon too old for it, or not worth making. */
const NEW_ACCOUNT_RECIPIENTS_PER_DAY = 20;
const RECIPIENTS_PER_DAY = 200;

/** Counts emails of this account to people who did not request them, before they are sent with this transaction. */
export async function consumeMailQuota(tx: Tx, clock: Clock, userId: string, recipients: number): Promise<void> {
  if (recipients === 0) return;
  const user = await findUser(tx, userId);
  const isNew = !user || clock.now().getTime() - user.created_at.getTime() < NEW_ACCOUNT_PERIOD_MS;
  await consumeAttempts(
    tx,
    clock,
    [{ subject: `mails ${userId}`, limit: isNew ? NEW_ACCOUNT_RECIPIENTS_PER_DAY : RECIPIENTS_PER_DAY, windowMs: DAY_MS }],
    {
      amount: recipients,
      refusal: 'You’ve reached the daily email limit. Try again tomorrow.',
    },
  );
}
