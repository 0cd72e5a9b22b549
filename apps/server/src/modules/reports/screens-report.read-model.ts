import { sql } from 'kysely';
import { type Db, toUuidArray } from '../../platform/database/database.ts';
import { isInScope, type ReportScope } from './report-scopes.read-model.ts';

interface Period {
  from: string;
  to: string;
}

/** Sums of `device_days`. */
export interface ConditionRow {
  /** Samples within the operating hours, and those of them in which the screen was connected. */
  expected: number;
  online: number;
  downloads: number;
  downloadBytes: number;
}

const sums = sql`coalesce(sum(expected), 0)::bigint as expected, coalesce(sum(online), 0)::bigint as online,
  coalesce(sum(downloads), 0)::bigint as downloads, coalesce(sum(download_bytes), 0)::bigint as "downloadBytes"`;

/** Sums the condition of all screens of a report by day. */
export async function listConditionsByDay(db: Db, scope: ReportScope, { from, to }: Period): Promise<(ConditionRow & { day: string })[]> {
  const { rows } = await sql<ConditionRow & { day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day, ${sums} from devices join device_days on device_days.device_id = devices.id
    where ${isInScope(scope)} and day between ${from}::date and ${to}::date group by device_days.day order by device_days.day`.execute(db);
  return rows;
}

/** Sums the condition of each of these screens. */
export async function listConditionsByScreen(
  db: Db,
  deviceIds: readonly string[],
  { from, to }: Period,
): Promise<(ConditionRow & { id: string })[]> {
  const { rows } = await sql<ConditionRow & { id: string }>`
    select device_id as id, ${sums} from device_days
    where device_id = any(${toUuidArray([...deviceIds])}) and day between ${from}::date and ${to}::date group by 1`.execute(db);
  return rows;
}

interface WeakScreen {
  name: string;
  expected: number;
  online: number;
}

/** Lists the screens that were offline for the largest part of their operating hours. */
export async function listWeakestScreens(db: Db, scope: ReportScope, { from, to }: Period, limit: number): Promise<WeakScreen[]> {
  const { rows } = await sql<WeakScreen>`
    select devices.name, sum(expected)::bigint as expected, sum(online)::bigint as online
    from devices join device_days on device_days.device_id = devices.id
    where ${isInScope(scope)} and day between ${from}::date and ${to}::date
    group by devices.id having sum(online) < sum(expected) order by sum(online)::float8 / sum(expected), devices.id limit ${limit}`.execute(
    db,
  );
  return rows;
}
