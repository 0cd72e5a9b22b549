import type { AlertConditions } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { type HoursReference, selectHoursReference } from '../devices/index.ts';
import { CLOCK_ERROR_MS } from './conditions.rules.ts';

/** Lowest limits of the settings. */
const MIN_OFFLINE_MINUTES = 5;
const MIN_DEGREES = 40;
/** Screens that were offline for longer are considered abandoned. */
const MAX_OFFLINE_DAYS = 30;
/** Maximum age of a screenshot. Screens send more than one in this time. */
const SCREENSHOT_HOURS = 3;
/** Time for which a source fails before it is a problem. A source that is fetched hourly has then failed several times. */
const SOURCE_FAILING_HOURS = 2;
/** Time for which a feed of public warnings fails before it is a problem. Warnings are urgent, and the longest interval of a feed is an hour. */
const FEED_FAILING_HOURS = 1;

export interface StoredAlert {
  id: string;
  kind: string;
  isReported: boolean;
  isEnded: boolean;
}

export interface CheckedDevice extends HoursReference {
  time_zone: string;
  is_online: boolean;
  seen_at: Date;
  is_in_use: boolean;
  report: unknown;
  differs: boolean | null;
  alerts: StoredAlert[];
  tag_conditions: Partial<AlertConditions>[] | null;
  owner_conditions: Partial<AlertConditions> | null;
}

const buildAlert = (kind: RawBuilder<unknown>) =>
  sql`json_build_object('id', alert.id, 'kind', ${kind}, 'isReported', alert.reported_at is not null, 'isEnded', alert.ended_at is not null)`;
const selectAlert = buildAlert(sql`alert.kind`);
const selectFeedAlert = buildAlert(sql`'feed'`);

/** True for reports with at least one possible problem. Other reports are not loaded. */
const hasReportedProblem = sql<boolean>`(
  screens.report->>'publishId' is null or jsonb_array_length(screens.report->'failed') > 0 or screens.report->>'underVoltage' = 'true'
  or (screens.report->>'temperature')::numeric >= ${sql.lit(MIN_DEGREES)}
  or abs((screens.report->'health'->>'clockSkewMs')::numeric) >= ${sql.lit(CLOCK_ERROR_MS)})`;

/** Returns the devices of a page, in order of ids after `after`, that may have a problem or have an alert, and the last id of the page. */
export async function listDevicesToCheck(
  db: Db,
  now: Date,
  after: string,
  limit: number,
): Promise<{ last: string | null; devices: CheckedDevice[] }> {
  const { rows: ids } = await sql<{ id: string }>`
    select id from devices where id > ${after}::uuid order by id offset ${limit - 1} limit 1`.execute(db);
  const last = ids[0]?.id ?? null;
  const isInPage = last === null ? sql`devices.id > ${after}::uuid` : sql`devices.id > ${after}::uuid and devices.id <= ${last}::uuid`;
  const isLongOffline = sql`screens.seen_at < ${now}::timestamptz - make_interval(mins => ${sql.lit(MIN_OFFLINE_MINUTES)})
    and screens.seen_at >= ${now}::timestamptz - make_interval(days => ${sql.lit(MAX_OFFLINE_DAYS)})`;
  const isRecent = sql`shot.compared_at > ${now}::timestamptz - make_interval(hours => ${sql.lit(SCREENSHOT_HOURS)})`;
  const isKnownInPage =
    last === null ? sql`alert.device_id > ${after}::uuid` : sql`alert.device_id > ${after}::uuid and alert.device_id <= ${last}::uuid`;
  const { rows } = await sql<CheckedDevice>`
    with known as materialized (
      select alert.device_id, json_agg(${selectAlert}) as alerts from screen_alerts alert where ${isKnownInPage} group by alert.device_id)
    select devices.id, devices.time_zone, screens.live_process_id is not null as is_online, screens.seen_at, ${selectHoursReference},
      screens.address is not null and exists (select from publishes where device_id = devices.id) as is_in_use,
      case when screens.live_process_id is not null then screens.report end as report,
      case when ${isRecent} then shot.differs end as differs,
      coalesce(known.alerts, '[]') as alerts,
      (select json_agg(settings.conditions) from tagged_devices join screen_alert_settings settings on settings.tag_id = tagged_devices.tag_id
        where tagged_devices.device_id = devices.id) as tag_conditions,
      (select conditions from screen_alert_settings settings
        where coalesce(settings.org_id, settings.user_id) = coalesce(devices.org_id, devices.user_id) and settings.tag_id is null) as owner_conditions
    from devices join screens on screens.id = devices.screen_id left join screenshot_states shot on shot.device_id = devices.id
    left join known on known.device_id = devices.id
    where ${isInPage} and (
      case when screens.live_process_id is null then ${isLongOffline} else ${hasReportedProblem} or (shot.differs and ${isRecent}) end
      or known.device_id is not null)`.execute(db);
  return { last, devices: rows };
}

/** Data source, or feed of public warnings. */
interface CheckedSource {
  id: string;
  /** Null when it works, or does not fail for long enough. */
  failing_since: Date | null;
  is_on: boolean;
  alert: StoredAlert | null;
}

const isLongFailing = (hours: number, now: Date) => sql`failing_since <= ${now}::timestamptz - make_interval(hours => ${sql.lit(hours)})`;

/** Selects whether the owner of a row is alerted about sources and feeds. */
const selectIsOn = (
  scopeId: RawBuilder<unknown>,
) => sql`coalesce((select (conditions->'source'->>'isOn')::boolean from screen_alert_settings settings
  where coalesce(settings.org_id, settings.user_id) = ${scopeId} and settings.tag_id is null), true)`;

/** Returns the data sources that fail, or have an alert. */
export async function listSourcesToCheck(db: Db, now: Date): Promise<CheckedSource[]> {
  const isFailing = isLongFailing(SOURCE_FAILING_HOURS, now);
  const { rows } = await sql<CheckedSource>`
    select sources.id, case when ${isFailing} then sources.failing_since end as failing_since, ${selectIsOn(sql`sources.owner_id`)} as is_on,
      (select ${selectAlert} from screen_alerts alert where alert.source_id = sources.id) as alert
    from sources
    where sources.id in (select id from sources where ${isFailing} union all select source_id from screen_alerts where source_id is not null)`.execute(
    db,
  );
  return rows;
}

/** Returns the feeds of public warnings that fail, or have an alert. */
export async function listFeedsToCheck(db: Db, now: Date): Promise<CheckedSource[]> {
  const isFailing = isLongFailing(FEED_FAILING_HOURS, now);
  const { rows } = await sql<CheckedSource>`
    select feeds.id, case when ${isFailing} then feeds.failing_since end as failing_since, ${selectIsOn(sql`coalesce(feeds.org_id, feeds.user_id)`)} as is_on,
      (select ${selectFeedAlert} from feed_alerts alert where alert.feed_id = feeds.id) as alert
    from emergency_cap_feeds feeds
    where feeds.id in (select id from emergency_cap_feeds where ${isFailing} union all select feed_id from feed_alerts)`.execute(db);
  return rows;
}
