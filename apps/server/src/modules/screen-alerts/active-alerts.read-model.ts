import type { ScreenAlertKind } from '@vitrine/contract';
import { sql } from 'kysely';
import { type Db, toUuidArray } from '../../platform/database/database.ts';
import type { StoredConditions } from './alert-settings.store.ts';
import type { AlertScope } from './subscriptions.store.ts';

interface TagSettingsRow {
  id: string;
  name: string;
  conditions: StoredConditions;
}

const isOfScopes = (table: 'devices' | 'device_tags', scopes: readonly AlertScope[]) => sql<boolean>`
  ${sql.ref(`${table}.user_id`)} = ${scopes[0]?.ownerId ?? null}::uuid
  and coalesce(${sql.ref(`${table}.org_id`)}, ${sql.ref(`${table}.user_id`)}) = any(${toUuidArray(scopes.map(({ scopeId }) => scopeId))})`;

/** Lists the tags of an account or a family with separate conditions, by name. */
export async function listTagSettings(db: Db, scopes: readonly AlertScope[]): Promise<TagSettingsRow[]> {
  const { rows } = await sql<TagSettingsRow>`
    select device_tags.id, device_tags.name, settings.conditions
    from screen_alert_settings settings join device_tags on device_tags.id = settings.tag_id
    where ${isOfScopes('device_tags', scopes)} order by device_tags.folded`.execute(db);
  return rows;
}

interface ActiveAlertRow {
  kind: ScreenAlertKind;
  device_id: string | null;
  name: string;
  since: Date;
  total: number;
}

/** Lists reported conditions of an account or a family that still hold, the latest first, with their number. */
export async function listActiveAlerts(db: Db, scopes: readonly AlertScope[], limit: number): Promise<ActiveAlertRow[]> {
  const { rows } = await sql<ActiveAlertRow>`
    select kind, device_id, name, since, count(*) over () as total from (
      select alert.kind, alert.device_id, devices.name, alert.since, alert.id
      from screen_alerts alert join devices on devices.id = alert.device_id
      where ${isOfScopes('devices', scopes)} and alert.reported_at is not null and alert.ended_at is null
      union all
      select alert.kind, null, sources.name, alert.since, alert.id
      from screen_alerts alert join sources on sources.id = alert.source_id
      where sources.owner_id = any(${toUuidArray(scopes.map(({ scopeId }) => scopeId))}) and alert.reported_at is not null and alert.ended_at is null
      union all
      select 'feed', null, feeds.name, alert.since, alert.id
      from feed_alerts alert join emergency_cap_feeds feeds on feeds.id = alert.feed_id
      where coalesce(feeds.org_id, feeds.user_id) = any(${toUuidArray(scopes.map(({ scopeId }) => scopeId))})
        and alert.reported_at is not null and alert.ended_at is null) as active
    order by since desc, id limit ${limit}`.execute(db);
  return rows;
}
