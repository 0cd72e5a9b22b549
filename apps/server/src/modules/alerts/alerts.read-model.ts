import { ALERT_LIMITS } from '@vitrine/contract';
import { isOperatingAt } from '@vitrine/playback';
import { sql } from 'kysely';
import { type Db, toUuidArray } from '../../platform/database/database.ts';
import { type HoursReference, selectHoursReference, visitOperatingHours } from '../devices/index.ts';

/** Counts stop here, because a larger exact number is of no use. */
const MAX_COUNT = ALERT_LIMITS.count.max;
const MAX_NAMED_SCREENS = 10;
const MAX_RECIPIENTS = 100;
/** Screens that were offline for longer are considered abandoned. */
const MAX_OFFLINE_DAYS = 30;
const DAY_MS = 86_400_000;

export interface OfflineScreen {
  name: string;
  code: string;
  seenAt: Date;
}

export interface OfflineScreens {
  count: number;
  /** The first of them, by when they went. */
  named: OfflineScreen[];
}

/** Selects screens that were online before, have published content and were last seen before `since`. A screen has an address once it was online. */
const selectOffline = (now: Date, since: Date) => sql`
  select screens.listed_id, screens.device_code, screens.seen_at from screens
  where live_process_id is null and listed_id is not null and address is not null
    and seen_at < ${since}::timestamptz and seen_at >= ${new Date(now.getTime() - MAX_OFFLINE_DAYS * DAY_MS)}::timestamptz
    and exists (select from publishes where device_id = screens.listed_id)`;

/** Lists offline screens that are off at `now` or were at `since` because of their operating hours. They may be unplugged or have just turned on. */
async function listScreensOutsideHours(db: Db, now: Date, since: Date): Promise<string[]> {
  const { rows } = await sql<HoursReference & { time_zone: string }>`
    select * from (
      select devices.id, devices.time_zone, ${selectHoursReference}
      from (${selectOffline(now, since)} order by seen_at desc limit ${MAX_COUNT}) as offline join devices on devices.id = offline.listed_id) as offline
    where hours_key is not null`.execute(db);
  const found: string[] = [];
  await visitOperatingHours(db, rows, (device, hours) => {
    if ([now, since].some((at) => !isOperatingAt(hours, device.time_zone, at.getTime()))) found.push(device.id);
  });
  return found;
}

/** Finds devices that are offline since `since` although they are within their operating hours. */
export async function findOfflineScreens(db: Db, now: Date, since: Date): Promise<OfflineScreens> {
  const outsideHours = await listScreensOutsideHours(db, now, since);
  const { rows } = await sql<{ count: number; named: { name: string; code: string; seenAt: string }[] | null }>`
    with offline as materialized (
      ${selectOffline(now, since)} and listed_id <> all(${toUuidArray(outsideHours)}) order by seen_at desc limit ${MAX_COUNT}),
    named as (select * from offline order by seen_at, listed_id limit ${MAX_NAMED_SCREENS})
    select (select count(*) from offline) as count,
      (select json_agg(json_build_object('name', devices.name, 'code', named.device_code, 'seenAt', named.seen_at) order by named.seen_at, named.listed_id)
        from named join devices on devices.id = named.listed_id) as named`.execute(db);
  const [row] = rows;
  return { count: row?.count ?? 0, named: (row?.named ?? []).map(({ seenAt, ...rest }) => ({ ...rest, seenAt: new Date(seenAt) })) };
}

/** Counts subscriptions with a failed renewal since then that are still unpaid. */
export async function countUnpaidRenewals(db: Db, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select distinct reference_id from orders join subscriptions on subscriptions.id = orders.reference_id
      where orders.type = 'subscription' and orders.payment_event = 'paymentfailed' and orders.created_at >= ${since}::timestamptz
        and subscriptions.state = 'pastDue' limit ${MAX_COUNT}) as unpaid`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface Administrator {
  name: string;
  email: string;
}

/** Super-admins and administrators who can sign in; not the partner's, who see no more than what is theirs. */
export const listAdministrators = (db: Db): Promise<Administrator[]> =>
  db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('role', '=', 'admin')
    .where(({ or, eb }) => or([eb('platform', '=', 'PP'), eb('is_super_admin', '=', true)]))
    .where('disabled_at', 'is', null)
    .where('verified_at', 'is not', null)
    .orderBy('id')
    .limit(MAX_RECIPIENTS)
    .execute();
