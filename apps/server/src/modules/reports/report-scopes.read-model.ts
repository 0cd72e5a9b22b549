import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { isOwnedBy, type OwnerScope } from '../organisations/index.ts';

/** Accounts and families with more screens than this have sums (`play_sums`), of which their reports are made. Others are computed from the plays. */
export const SUMMED_SCREENS = 20;

/** Screens that a report covers. */
export interface ReportScope {
  whose: OwnerScope;
  deviceId?: string | undefined;
  tagId?: string | undefined;
}

/** Screens of one account or family, as far as a report covers them. */
interface ScopeRow {
  /** Account or family. */
  ownerId: string;
  /** Number of screens of the account or family, also outside of the report. */
  total: number;
  /** Number of screens in the report. */
  count: number;
  /** Their ids, when there are few. */
  deviceIds: string[] | null;
  zones: string[] | null;
}

/** Condition: the row of `devices` is part of the report. */
export const isInScope = ({ whose, deviceId, tagId }: ReportScope) => sql<boolean>`(${isOwnedBy('devices', whose)}
  and ${deviceId === undefined ? sql`true` : sql`devices.id = ${deviceId}::uuid`}
  and ${tagId === undefined ? sql`true` : sql`exists (select from tagged_devices where device_id = devices.id and tag_id = ${tagId}::uuid)`})`;

export async function listScopes(db: Db, scope: ReportScope): Promise<ScopeRow[]> {
  const { rows } = await sql<ScopeRow>`
    select owner_id as "ownerId", count(*)::int as total, count(*) filter (where is_in_scope)::int as count,
      case when count(*) filter (where is_in_scope) <= ${SUMMED_SCREENS} then array_agg(id) filter (where is_in_scope) end as "deviceIds",
      array_agg(distinct time_zone) filter (where is_in_scope) as zones
    from (select devices.id, coalesce(devices.org_id, devices.user_id) as owner_id, devices.time_zone, ${isInScope(scope)} as is_in_scope
      from devices where ${isOwnedBy('devices', scope.whose)}) as owned
    group by owner_id`.execute(db);
  return rows;
}

interface ScopeNames {
  screen: string | null;
  tag: string | null;
}

export async function findScopeNames(db: Db, { deviceId, tagId }: ReportScope): Promise<ScopeNames> {
  if (deviceId === undefined && tagId === undefined) return { screen: null, tag: null };
  const { rows } = await sql<ScopeNames>`
    select (select name from devices where id = ${deviceId ?? null}::uuid) as screen,
      (select name from device_tags where id = ${tagId ?? null}::uuid) as tag`.execute(db);
  return rows[0] ?? { screen: null, tag: null };
}

interface ScreenPlace {
  name: string;
  id: string;
}

export interface ScreenRow {
  id: string;
  name: string;
  timeZone: string;
  /** Account or family. */
  ownerId: string;
}

const foldedName = sql`lower(devices.name) collate "C"`;

/** Lists screens of a report by name. */
export async function listScreens(db: Db, scope: ReportScope, { after, limit }: { after?: ScreenPlace | undefined; limit: number }) {
  const { rows } = await sql<ScreenRow>`
    select devices.id, devices.name, devices.time_zone as "timeZone", coalesce(devices.org_id, devices.user_id) as "ownerId" from devices
    where ${isInScope(scope)} and ${after ? sql`(${foldedName}, devices.id) > (lower(${after.name}) collate "C", ${after.id}::uuid)` : sql`true`}
    order by ${foldedName}, devices.id limit ${limit}`.execute(db);
  return rows;
}

interface TagRow {
  id: string;
  name: string;
  deviceIds: string[];
}

/** Lists tags of a report by name, with those of their screens that it covers. */
export async function listTags(db: Db, scope: ReportScope, { after, limit }: { after?: ScreenPlace | undefined; limit: number }) {
  const { rows } = await sql<TagRow>`
    select device_tags.id, device_tags.name, array(
      select devices.id from tagged_devices join devices on devices.id = tagged_devices.device_id
      where tagged_devices.tag_id = device_tags.id and ${isInScope(scope)}) as "deviceIds"
    from device_tags
    where ${isOwnedBy('device_tags', scope.whose)} and ${scope.tagId === undefined ? sql`true` : sql`device_tags.id = ${scope.tagId}::uuid`}
      and ${after ? sql`(device_tags.folded, device_tags.id) > ((select folded from device_tags where id = ${after.id}::uuid), ${after.id}::uuid)` : sql`true`}
    order by device_tags.folded, device_tags.id limit ${limit}`.execute(db);
  return rows;
}
