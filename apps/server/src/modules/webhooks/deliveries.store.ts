import type { WebhookEvent } from '@vitrine/contract/webhooks';
import { type RawBuilder, sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';

/** Data above this size is not delivered. All events are far smaller. */
const MAX_DATA_BYTES = 16_384;

/** A delivery that was deleted before its first attempt. */
export interface WithdrawnDelivery {
  webhook_id: string;
  subject: string;
}

interface NewDeliveries {
  now: Date;
  /** Time of the first attempt. */
  sentFrom: Date;
  expiresAt: Date;
  /** Webhooks and subjects for which nothing is enqueued. */
  except: readonly WithdrawnDelivery[];
}

/**
 * Enqueues an event for all webhooks that subscribe to it, in one statement. `facts` is a query with `owner_id`, `subject` and `data` (jsonb).
 */
export const insertDeliveries = (
  tx: Tx,
  type: WebhookEvent,
  facts: RawBuilder<unknown>,
  { now, sentFrom, expiresAt, except }: NewDeliveries,
) =>
  sql`
    insert into webhook_deliveries (id, webhook_id, user_id, type, subject, data, created_at, next_attempt_at, expires_at)
    select gen_random_uuid(), webhooks.id, webhooks.user_id, ${type}, fact.subject, fact.data, ${now}::timestamptz,
      ${sentFrom}::timestamptz, ${expiresAt}::timestamptz
    from (${facts}) as fact join webhooks on webhooks.user_id = fact.owner_id
    where webhooks.events @> array[${type}] and webhooks.disabled_at is null and octet_length(fact.data::text) <= ${MAX_DATA_BYTES}
      and not exists (
        select from unnest(${except.map(({ webhook_id }) => webhook_id)}::uuid[], ${except.map(({ subject }) => subject)}::text[])
          as skipped (webhook_id, subject)
        where skipped.webhook_id = webhooks.id and skipped.subject = fact.subject)`.execute(tx);

/** Deletes deliveries of these facts' subjects whose first attempt is in the future, and returns them. */
export async function withdrawHeldDeliveries(tx: Tx, type: WebhookEvent, facts: RawBuilder<unknown>, now: Date) {
  const { rows } = await sql<WithdrawnDelivery>`
    delete from webhook_deliveries held using (${facts}) as fact join webhooks on webhooks.user_id = fact.owner_id
    where held.webhook_id = webhooks.id and held.subject = fact.subject and held.type = ${type} and held.state = 'pending'
      and held.attempts = 0 and held.next_attempt_at > ${now}
    returning held.webhook_id, held.subject`.execute(tx);
  return rows;
}

interface TestDelivery {
  webhookId: string;
  userId: string;
  type: string;
  now: Date;
  expiresAt: Date;
}

export const insertTestDelivery = (tx: Tx, { webhookId, userId, type, now, expiresAt }: TestDelivery) =>
  tx
    .insertInto('webhook_deliveries')
    .values({
      id: newId(),
      webhook_id: webhookId,
      user_id: userId,
      type,
      subject: type,
      data: JSON.stringify({ webhookId }),
      created_at: now,
      next_attempt_at: now,
      expires_at: expiresAt,
    })
    .execute();

export async function countPending(tx: Tx, webhookId: string, subject: string): Promise<number> {
  const { count } = await tx
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('webhook_id', '=', webhookId)
    .where('subject', '=', subject)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const listDeliveries = (db: Db, webhookId: string, limit: number) =>
  db
    .selectFrom('webhook_deliveries')
    .select(['id', 'type', 'state', 'created_at', 'attempts', 'next_attempt_at', 'finished_at', 'response_status', 'failure'])
    .where('webhook_id', '=', webhookId)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number];

/** Makes a delivery due now. A finished one becomes the newest of its subject. Returns undefined when the webhook has no such delivery. */
export const resendDelivery = (tx: Tx, webhookId: string, id: string, { now, expiresAt }: { now: Date; expiresAt: Date }) =>
  tx
    .updateTable('webhook_deliveries')
    .set({
      number: sql<number>`case when state = 'pending' then number else nextval('webhook_delivery_numbers') end`,
      state: 'pending',
      finished_at: null,
      next_attempt_at: now,
      attempts: sql<number>`case when state = 'pending' then attempts else 0 end`,
      expires_at: sql<Date>`greatest(expires_at, ${expiresAt}::timestamptz)`,
    })
    .where('id', '=', id)
    .where('webhook_id', '=', webhookId)
    .returning('id')
    .executeTakeFirst();

/** Marks all pending deliveries of webhooks as failed. */
export const failPending = (tx: Tx, webhookIds: string[], failure: string, now: Date) =>
  tx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', failure, finished_at: now, claimed_until: null })
    .where('webhook_id', '=', sql<string>`any(${toUuidArray(webhookIds)})`)
    .where('state', '=', 'pending')
    .execute();

/** Marks pending deliveries of disabled webhooks as failed: events that were enqueued at the moment at which the webhook was disabled. */
export const failPendingOfDisabled = (tx: Tx, failure: string, now: Date) =>
  sql`update webhook_deliveries set state = 'failed', failure = ${failure}, finished_at = ${now}::timestamptz, claimed_until = null
    from webhooks where webhooks.id = webhook_id and webhooks.disabled_at is not null and state = 'pending'`.execute(tx);

/** Keeps the newest finished deliveries of each webhook. */
export const pruneFinished = (tx: Tx, webhookIds: string[], kept: number) =>
  sql`
    delete from webhook_deliveries using unnest(${toUuidArray(webhookIds)}) as pruned (webhook_id)
    where webhook_deliveries.webhook_id = pruned.webhook_id and state <> 'pending' and number <= (
      select number from webhook_deliveries finished where finished.webhook_id = pruned.webhook_id and finished.state <> 'pending'
      order by number desc offset ${kept} limit 1)`.execute(tx);
