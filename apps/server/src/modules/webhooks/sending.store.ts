import { type RawBuilder, sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../platform/database/database.ts';

/** A delivery that this process sends. */
export interface ClaimedDelivery {
  id: string;
  webhook_id: string;
  subject: string;
  type: string;
  data: unknown;
  created_at: Date;
  expires_at: Date;
  attempts: number;
  encrypted_url: Buffer;
  encrypted_secret: Buffer;
  encrypted_old_secret: Buffer | null;
  old_secret_until: Date | null;
}

export interface ClaimLimits {
  /** Deliveries that are claimed at most. */
  total: number;
  /** Deliveries of one webhook and of one account that are sent at the same time. */
  perWebhook: number;
  /** The same for a webhook whose last attempt failed. */
  perFailingWebhook: number;
  perAccount: number;
  /** Time after which another process may send a claimed delivery. */
  leaseSeconds: number;
}

export const findDueDelivery = (now: Date): RawBuilder<unknown> =>
  sql`select from webhook_deliveries where state = 'pending' and next_attempt_at <= ${now}`;

export const hasDueDeliveries = async (db: Db, now: Date): Promise<boolean> =>
  (await sql`${findDueDelivery(now)} limit 1`.execute(db)).rows.length > 0;

/**
 * Claims due deliveries, accounts in turn. A delivery waits while an earlier one of the same webhook and subject is pending. A webhook whose last attempt
 * failed sends fewer at a time, so that targets that don't respond occupy few slots. Processes that claim at the same moment may each claim up to
 * the limits.
 */
export async function claimDueDeliveries(tx: Tx, now: Date, limits: ClaimLimits) {
  const { total, perWebhook, perFailingWebhook, perAccount, leaseSeconds } = limits;
  const isFree = sql`state = 'pending' and next_attempt_at <= ${now} and (claimed_until is null or claimed_until <= ${now})`;
  const { rows } = await sql<ClaimedDelivery>`
    with recursive waiting as (
      (select min(webhook_id::text)::uuid as webhook_id from (
        select webhook_id from webhook_deliveries where state = 'pending' order by webhook_id limit 1) as lowest)
      union all
      select (select webhook_id from webhook_deliveries where state = 'pending' and webhook_id > waiting.webhook_id order by webhook_id limit 1)
      from waiting where waiting.webhook_id is not null),
    busy as (
      select webhook_id, user_id, count(*) as count from webhook_deliveries where claimed_until > ${now} and state = 'pending' group by webhook_id, user_id),
    turns as (
      select due.id, due.user_id, due.next_attempt_at, due.number,
        row_number() over (partition by due.user_id order by due.turn, due.next_attempt_at, due.number)
          + coalesce((select sum(count) from busy where busy.user_id = due.user_id), 0) as turn
      from waiting join webhooks on webhooks.id = waiting.webhook_id
      cross join lateral (
        select id, user_id, next_attempt_at, number, row_number() over (order by next_attempt_at, number)
          + coalesce((select sum(count) from busy where busy.webhook_id = webhooks.id), 0) as turn
        from (
          select id, user_id, next_attempt_at, number from webhook_deliveries delivery
          where webhook_id = webhooks.id and ${isFree} and not exists (
            select from webhook_deliveries earlier where earlier.webhook_id = delivery.webhook_id and earlier.subject = delivery.subject
              and earlier.state = 'pending' and earlier.number < delivery.number)
          order by next_attempt_at, number limit ${perWebhook}) as free) as due
      where webhooks.disabled_at is null and due.turn <= case when webhooks.failing_since is null then ${perWebhook}::integer else ${perFailingWebhook}::integer end),
    claimed as (
      update webhook_deliveries set attempts = attempts + 1, claimed_until = ${now}::timestamptz + make_interval(secs => ${leaseSeconds})
      where id in (
        select id from webhook_deliveries where id in (
          select id from turns where turn <= ${perAccount} order by turn, next_attempt_at, number limit ${total})
        and ${isFree} for update skip locked)
      returning id, webhook_id, subject, type, data, created_at, expires_at, attempts)
    select claimed.*, encrypted_url, encrypted_secret, encrypted_old_secret, old_secret_until
    from claimed join webhooks on webhooks.id = claimed.webhook_id`.execute(tx);
  return rows;
}

export interface AttemptResult {
  delivery: Pick<ClaimedDelivery, 'id' | 'webhook_id' | 'subject' | 'attempts'>;
  isDelivered: boolean;
  status: number | null;
  failure: string | null;
  /** Null when the delivery is finished. */
  nextAttemptAt: Date | null;
}

/** Records the results of attempts. Results of claims that another process has taken over are ignored. */
export async function recordAttempts(tx: Tx, results: readonly AttemptResult[], now: Date): Promise<void> {
  const column = <Value>(read: (result: AttemptResult) => Value) => results.map(read);
  const retried = results.filter(({ nextAttemptAt }) => nextAttemptAt !== null);
  await lockDeliveries(
    tx,
    column(({ delivery }) => delivery.id),
  );
  await sql`
    update webhook_deliveries set claimed_until = null, response_status = result.status, failure = result.failure,
      state = case when result.next_at is not null then 'pending' when result.is_delivered then 'delivered' else 'failed' end,
      next_attempt_at = coalesce(result.next_at, next_attempt_at), finished_at = case when result.next_at is null then ${now}::timestamptz end
    from unnest(${column(({ delivery }) => delivery.id)}::uuid[], ${column(({ delivery }) => delivery.attempts)}::integer[],
      ${column(({ isDelivered }) => isDelivered)}::boolean[], ${column(({ status }) => status)}::smallint[],
      ${column(({ failure }) => failure)}::text[], ${column(({ nextAttemptAt }) => nextAttemptAt)}::timestamptz[])
      as result (id, attempts, is_delivered, status, failure, next_at)
    where webhook_deliveries.id = result.id and state = 'pending' and webhook_deliveries.attempts = result.attempts`.execute(tx);
  // Later deliveries of the subject wait as long, so that they are not read again and again until then.
  if (retried.length > 0) await postponeLaterDeliveries(tx, retried);
}

/** In the order of ids, to avoid deadlocks between processes. */
const lockDeliveries = (tx: Tx, ids: string[]) =>
  sql`select from webhook_deliveries where id = any(${toUuidArray(ids)}) order by id for no key update`.execute(tx);

const postponeLaterDeliveries = (tx: Tx, retried: readonly AttemptResult[]) =>
  sql`
    update webhook_deliveries set next_attempt_at = result.next_at
    from unnest(${retried.map(({ delivery }) => delivery.webhook_id)}::uuid[], ${retried.map(({ delivery }) => delivery.subject)}::text[],
      ${retried.map(({ nextAttemptAt }) => nextAttemptAt)}::timestamptz[]) as result (webhook_id, subject, next_at)
    where webhook_deliveries.webhook_id = result.webhook_id and webhook_deliveries.subject = result.subject and state = 'pending'
      and next_attempt_at < result.next_at and claimed_until is null`.execute(tx);

/** Records which webhooks work. `failed` are webhooks without a success in these results. */
export async function recordHealth(
  tx: Tx,
  { succeeded, failed, now }: { succeeded: string[]; failed: string[]; now: Date },
): Promise<void> {
  const changed = sql<{ id: string }>`select id from webhooks
    where (id = any(${toUuidArray(succeeded)}) and failing_since is not null) or (id = any(${toUuidArray(failed)}) and failing_since is null)
    order by id for no key update`;
  if ((await changed.execute(tx)).rows.length === 0) return;
  await sql`update webhooks set failing_since = case when id = any(${toUuidArray(failed)}) then ${now}::timestamptz end
    where (id = any(${toUuidArray(succeeded)}) and failing_since is not null) or (id = any(${toUuidArray(failed)}) and failing_since is null)`.execute(
    tx,
  );
}

export interface DisabledWebhook {
  id: string;
  encrypted_url: Buffer;
  name: string;
  email: string;
  platform: string;
}

const disabledWebhook = sql`disabled.id, disabled.encrypted_url, users.name, users.email, users.platform
  from disabled join users on users.id = disabled.user_id`;

/** Disables those of these webhooks that have failed since `before`, and returns them with their owners. */
export const disableFailing = async (tx: Tx, ids: string[], before: Date, now: Date): Promise<DisabledWebhook[]> =>
  (
    await sql<DisabledWebhook>`
      with disabled as (
        update webhooks set disabled_at = ${now}, disabled_reason = 'failing'
        where id in (select id from webhooks where id = any(${toUuidArray(ids)}) and failing_since <= ${before} and disabled_at is null
          order by id for no key update) returning id, encrypted_url, user_id)
      select ${disabledWebhook}`.execute(tx)
  ).rows;

/** Disables webhooks with more pending deliveries than `max`, and returns them with their owners. */
export const disableOverfull = async (tx: Tx, max: number, now: Date): Promise<DisabledWebhook[]> =>
  (
    await sql<DisabledWebhook>`
      with overfull as (select webhook_id from webhook_deliveries where state = 'pending' group by webhook_id having count(*) > ${max}),
      disabled as (
        update webhooks set disabled_at = ${now}, disabled_reason = 'backlog'
        where id in (select id from webhooks where id in (select webhook_id from overfull) and disabled_at is null order by id for no key update)
        returning id, encrypted_url, user_id)
      select ${disabledWebhook}`.execute(tx)
  ).rows;
