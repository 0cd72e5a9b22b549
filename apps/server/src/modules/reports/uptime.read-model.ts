import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { selectTagSettings } from '../devices/index.ts';
import type { UptimeGroup } from './uptime.rules.ts';

/** A screen that was offline for longer is not counted, so that forgotten screens are not written forever. */
const COUNTED_DAYS = 31;

/** Instant of the first sample that counts in a time zone. */
export interface ZoneStart {
  zone: string;
  start: number;
}

/** Changes of the connection of a screen from the first sample on. The first one is the state at that time. */
const selectChanges = sql`(
  select jsonb_agg(jsonb_build_array((extract(epoch from greatest(changes.sampled_at, starts.start)) * 1000)::bigint, changes.is_online)
    order by changes.sampled_at)
  from uptime_changes changes where changes.device_id = devices.id and changes.sampled_at >= coalesce(
    (select max(sampled_at) from uptime_changes where device_id = devices.id and sampled_at <= starts.start), '-infinity'))`;

const selectFacts = (which: RawBuilder<boolean>, starts: readonly ZoneStart[]) => sql`
  select devices.id, devices.time_zone, devices.operating_hours, ${selectTagSettings}::jsonb as tag_settings, ${selectChanges} as changes
  from devices join screens on screens.id = devices.screen_id
  join unnest(${starts.map(({ zone }) => zone)}::text[], ${starts.map(({ start }) => new Date(start))}::timestamptz[]) as starts (zone, start)
    on starts.zone = devices.time_zone
  where ${which} and (screens.live_process_id is not null or screens.seen_at > now() - make_interval(days => ${sql.lit(COUNTED_DAYS)}))`;

/** Counts these screens by time zone, operating hours and changes of their connections. Screens that stay connected are in few groups. */
export async function listUptimeGroups(
  db: Db,
  which: RawBuilder<boolean>,
  starts: readonly ZoneStart[],
): Promise<(UptimeGroup & { devices: number })[]> {
  const { rows } = await sql<UptimeGroup & { devices: number }>`
    select time_zone, operating_hours, null as brightness, tag_settings, changes, count(*)::int as devices
    from (${selectFacts(which, starts)}) as facts group by time_zone, operating_hours, tag_settings, changes`.execute(db);
  return rows;
}

/** Lists these screens in order of ids. */
export async function listUptimeScreens(
  db: Db,
  which: RawBuilder<boolean>,
  starts: readonly ZoneStart[],
  limit: number,
): Promise<(UptimeGroup & { id: string })[]> {
  const { rows } = await sql<UptimeGroup & { id: string }>`
    select id, time_zone, operating_hours, null as brightness, tag_settings, changes
    from (${selectFacts(which, starts)}) as facts order by id limit ${limit}`.execute(db);
  return rows;
}
