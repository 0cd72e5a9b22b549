import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { AlertScope } from './subscriptions.store.ts';

interface DueScopesQuery {
  now: Date;
  /** Accounts and families with a later report wait. */
  reportedBefore: Date;
  /** Last id of the previous page. */
  after: string | null;
  limit: number;
}

/** Lists accounts and families with alerts to report, in order of ids. */
export async function listDueScopes(db: Db, { now, reportedBefore, after, limit }: DueScopesQuery): Promise<AlertScope[]> {
  const { rows } = await sql<AlertScope>`
    select distinct on ("scopeId") * from (
      select coalesce(devices.org_id, devices.user_id, sources.owner_id) as "scopeId", coalesce(devices.user_id, sources.owner_id) as "ownerId",
        devices.org_id as "orgId"
      from (
        select device_id, source_id from screen_alerts where reported_at is null and due_at <= ${now}::timestamptz
        union all
        select device_id, source_id from screen_alerts where end_due_at <= ${now}::timestamptz) as due
      left join devices on devices.id = due.device_id left join sources on sources.id = due.source_id
      union all
      select coalesce(feeds.org_id, feeds.user_id), feeds.user_id, feeds.org_id
      from feed_alerts alert join emergency_cap_feeds feeds on feeds.id = alert.feed_id
      where (alert.reported_at is null and alert.due_at <= ${now}::timestamptz) or alert.end_due_at <= ${now}::timestamptz) as scopes
    where (${after}::uuid is null or "scopeId" > ${after}::uuid)
      and not exists (select from screen_alert_reports where scope_id = "scopeId" and reported_at > ${reportedBefore}::timestamptz)
    order by "scopeId" limit ${limit}`.execute(db);
  return rows;
}

/** Locks the reports of an account or a family. Returns undefined while another process has the lock. */
export async function lockReport(tx: Tx, { scopeId, ownerId }: AlertScope): Promise<{ reported_at: Date | null } | undefined> {
  await tx
    .insertInto('screen_alert_reports')
    .values({ scope_id: scopeId, user_id: ownerId })
    .onConflict((conflict) => conflict.column('scope_id').doNothing())
    .execute();
  const { rows } = await sql<{ reported_at: Date | null }>`
    select reported_at from screen_alert_reports where scope_id = ${scopeId} for update skip locked`.execute(tx);
  return rows[0];
}

export const markReported = (tx: Tx, scopeId: string, now: Date) =>
  tx.updateTable('screen_alert_reports').set({ reported_at: now }).where('scope_id', '=', scopeId).execute();

export const deleteReport = (tx: Tx, scopeId: string) => tx.deleteFrom('screen_alert_reports').where('scope_id', '=', scopeId).execute();

export const reassignReport = (tx: Tx, scopeId: string, ownerId: string) =>
  tx.updateTable('screen_alert_reports').set({ user_id: ownerId }).where('scope_id', '=', scopeId).execute();
