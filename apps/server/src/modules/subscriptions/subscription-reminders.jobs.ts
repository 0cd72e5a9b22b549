import { FREE_PLAN } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { cardExpiryMail, freeTrialEndsMail, paidTrialEndsMail } from './subscription-mails.presenter.ts';

const DAY_MS = 86_400_000;
/** Before the end of a trial. */
const TRIAL_REMINDER_DAYS = [7, 1] as const;
const MAX_PER_RUN = 500;

interface Deps {
  db: Database;
  clock: Clock;
  queue: Queue;
  publicUrl: string;
}

interface ReminderRecipient {
  id: string;
  name: string;
  email: string;
}

/** Emails before a trial ends and before a card expires. Each is sent once, with a row written in the same transaction. */
export function createSubscriptionReminders({ db, clock, queue, publicUrl }: Deps) {
  /** Lists accounts on the Free plan whose trial ends within this many days and that were not notified. */
  const remindFreeTrials = (tx: Tx, days: number) => {
    const now = clock.now().getTime();
    const signedUpBefore = new Date(now + days * DAY_MS - FREE_PLAN.trialMs);
    const signedUpAfter = new Date(now - FREE_PLAN.trialMs);
    return sql<ReminderRecipient & { created_at: Date }>`
      with due as (
        select id, name, email, created_at from users
        where created_at > ${signedUpAfter} and created_at <= ${signedUpBefore} and role = 'user' and verified_at is not null and disabled_at is null
          and not exists (select from trial_warnings where user_id = users.id and days <= ${days})
          and not exists (select from subscriptions where user_id = users.id and ended_at is null and state <> 'incomplete')
        order by created_at limit ${MAX_PER_RUN}),
      told as (insert into trial_warnings (user_id, days) select id, ${days} from due on conflict do nothing)
      select id, name, email, created_at from due`.execute(tx);
  };

  const remindPaidTrials = (tx: Tx, days: number) =>
    sql<ReminderRecipient & { plan_name: string; period_end: Date }>`
      with due as (
        select users.id, name, email, plan_name, period_end from subscriptions join users on users.id = subscriptions.user_id
        where state = 'trial' and ended_at is null and period_end > ${clock.now()} and period_end <= ${new Date(clock.now().getTime() + days * DAY_MS)}
          and not exists (select from trial_warnings where user_id = users.id and days <= ${days})
        limit ${MAX_PER_RUN}),
      told as (insert into trial_warnings (user_id, days) select id, ${days} from due on conflict do nothing)
      select id, name, email, plan_name, period_end from due`.execute(tx);

  const remindExpiringCards = (tx: Tx) =>
    sql<ReminderRecipient & { plan_name: string; card_last4: string }>`
      with due as (
        select subscriptions.id, users.name, users.email, plan_name, card_last4,
          (make_date(card_exp_year, card_exp_month, 1) + interval '1 month' - interval '1 day')::date as last_day
        from subscriptions join users on users.id = subscriptions.user_id
        where ended_at is null and state in ('trial', 'active', 'pastDue') and card_exp_year is not null
          and make_date(card_exp_year, card_exp_month, 1) + interval '1 month' between ${clock.now()} and ${new Date(clock.now().getTime() + 31 * DAY_MS)}
          and card_warned_for is distinct from (make_date(card_exp_year, card_exp_month, 1) + interval '1 month' - interval '1 day')::date
        limit ${MAX_PER_RUN} for update of subscriptions skip locked),
      told as (update subscriptions set card_warned_for = due.last_day from due where subscriptions.id = due.id)
      select id, name, email, plan_name, card_last4 from due`.execute(tx);

  return {
    sendReminders: () =>
      db.transaction().execute(async (tx) => {
        // The shorter period first: an account that is due for both is notified about the nearer end only.
        for (const days of TRIAL_REMINDER_DAYS.toReversed()) {
          for (const user of (await remindFreeTrials(tx, days)).rows) {
            const endsAt = new Date(user.created_at.getTime() + FREE_PLAN.trialMs);
            await queue.add(tx, mailJob, freeTrialEndsMail(user, FREE_PLAN.planName, endsAt, publicUrl));
          }
          for (const user of (await remindPaidTrials(tx, days)).rows)
            await queue.add(tx, mailJob, paidTrialEndsMail(user, user.plan_name, user.period_end, publicUrl));
        }
        for (const user of (await remindExpiringCards(tx)).rows)
          await queue.add(tx, mailJob, cardExpiryMail(user, user.plan_name, user.card_last4, publicUrl));
      }),
  };
}
