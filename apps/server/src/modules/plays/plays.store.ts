import { sql } from 'kysely';
import { type Tx, toUuidArray } from '../../platform/database/database.ts';
import type { PlayCredit, PlayDay, PlayedHour } from './plays.rules.ts';

/** Progress of counting the plays of one screen. */
export interface ScreenPlays {
  /** Number up to which its plays are counted. */
  sequence: number;
  credit: PlayCredit;
}
type ScreenPlaysRow = { id: string; sequence: number; ms: number; sideMs: number; at: Date | null };

/**
 * Locks and returns the progress of these screens until the transaction ends, in the order of their ids. New screens come last, so that a transaction waiting
 * for them holds no lock that their inserters need. Screens that are locked by another transaction or do not exist are left out.
 */
export async function lockScreenPlays(tx: Tx, screenIds: string[]): Promise<Map<string, ScreenPlays>> {
  const columns = sql`screen_id as id, sequence, credit_ms as ms, side_credit_ms as "sideMs", credited_at as at`;
  const known = await sql<ScreenPlaysRow>`
    select ${columns} from screen_plays where screen_id = any(${toUuidArray(screenIds)}) order by screen_id for update`.execute(tx);
  const locked = new Map(known.rows.map(({ id, sequence, ...credit }) => [id, { sequence, credit }]));
  const missing = screenIds.filter((id) => !locked.has(id));
  if (missing.length === 0) return locked;
  const added = await sql<ScreenPlaysRow>`
    insert into screen_plays (screen_id) select id from screens where id = any(${toUuidArray(missing)}) order by id for key share skip locked
    on conflict (screen_id) do update set sequence = screen_plays.sequence returning ${columns}`.execute(tx);
  for (const { id, sequence, ...credit } of added.rows) locked.set(id, { sequence, credit });
  return locked;
}

export interface ScreenSequence extends ScreenPlays {
  screenId: string;
  lost: number;
}

export const updateScreenPlays = (tx: Tx, counted: readonly ScreenSequence[]) =>
  sql`update screen_plays set sequence = given.sequence, lost = given.lost, credit_ms = given.credit_ms, side_credit_ms = given.side_credit_ms, credited_at = given.credited_at
    from unnest(${toUuidArray(counted.map(({ screenId }) => screenId))}, ${counted.map(({ sequence }) => sequence)}::bigint[],
      ${counted.map(({ lost }) => lost)}::bigint[], ${counted.map(({ credit }) => credit.ms)}::bigint[], ${counted.map(({ credit }) => credit.sideMs)}::bigint[],
      ${counted.map(({ credit }) => credit.at?.toISOString() ?? null)}::timestamptz[])
      as given (screen_id, sequence, lost, credit_ms, side_credit_ms, credited_at)
    where screen_plays.screen_id = given.screen_id`.execute(tx);

/** Sets the credit of a screen, which may have none yet. */
export const upsertScreenCredit = (tx: Tx, screenId: string, { ms, sideMs, at }: PlayCredit) =>
  tx
    .insertInto('screen_plays')
    .values({ screen_id: screenId, credit_ms: ms, side_credit_ms: sideMs, credited_at: at })
    .onConflict((conflict) => conflict.column('screen_id').doUpdateSet({ credit_ms: ms, side_credit_ms: sideMs, credited_at: at }))
    .execute();

/** Fits the columns of the hours. */
const MAX_OF_HOUR = 32_767;

/** Builds the lists of columns for these hours. Columns of all hours would double the time of the statement. */
function buildHourColumns(hours: readonly number[]) {
  const columns = hours.flatMap((hour) => [
    { name: `p${hour}`, hour, value: 'count' },
    { name: `s${hour}`, hour, value: 'seconds' },
  ]);
  const selected = columns.map(
    ({ name, hour, value }) => `case when hour = ${hour} then nullif(least(${value}, ${MAX_OF_HOUR}), 0)::smallint end as ${name}`,
  );
  const updated = columns.map(
    ({ name }) =>
      `${name} = nullif(least(coalesce(device_plays.${name}, 0)::int + coalesce(excluded.${name}, 0)::int, ${MAX_OF_HOUR}), 0)::smallint`,
  );
  return {
    names: sql.raw(columns.map(({ name }) => name).join(', ')),
    selected: sql.raw(selected.join(', ')),
    updated: sql.raw(updated.join(', ')),
  };
}

/**
 * Adds plays in the order of the table's key, so that concurrent transactions lock rows in the same order. It is one statement, or one for each hour when
 * sums have several.
 */
export async function upsertPlays(tx: Tx, rows: readonly PlayDay[]): Promise<void> {
  const rounds = Math.max(0, ...rows.map(({ hours }) => hours.length));
  for (let round = 0; round < rounds; round++)
    await upsertHour(
      tx,
      rows.flatMap(({ hours, ...row }) => {
        const played = hours[round];
        return played ? [{ ...row, ...played, seconds: Math.round(played.shownMs / 1000) }] : [];
      }),
    );
}

type HourRow = Omit<PlayDay, 'hours'> & PlayedHour & { seconds: number };

async function upsertHour(tx: Tx, rows: readonly HourRow[]): Promise<void> {
  const column = <K extends keyof HourRow>(name: K) => rows.map((row) => row[name]);
  const { names, selected, updated } = buildHourColumns([...new Set(column('hour'))].sort((one, other) => one - other));
  await sql`
    insert into device_plays (device_id, day, playlist_id, media_id, count, shown_ms, zone, ${names})
    select device_id, day, playlist_id, media_id, count, shown_ms, zone, ${selected}
    from unnest(${toUuidArray(column('deviceId'))}, ${column('day')}::date[], ${toUuidArray(column('playlistId'))}, ${toUuidArray(column('mediaId'))},
      ${column('count')}::bigint[], ${column('shownMs')}::bigint[], ${column('zone')}::text[], ${column('hour')}::int[], ${column('seconds')}::bigint[])
      as given (device_id, day, playlist_id, media_id, count, shown_ms, zone, hour, seconds)
    order by 1, 2, 3, 4
    on conflict (device_id, day, playlist_id, media_id)
    do update set count = device_plays.count + excluded.count, shown_ms = device_plays.shown_ms + excluded.shown_ms, zone = excluded.zone,
      ${updated}`.execute(tx);
}

/** Records days whose sums have to be computed again. */
export const insertLatePlays = (tx: Tx, days: readonly { deviceId: string; day: string }[]) =>
  sql`insert into late_plays (device_id, day)
    select * from unnest(${toUuidArray(days.map(({ deviceId }) => deviceId))}, ${days.map(({ day }) => day)}::date[]) order by 1, 2
    on conflict do nothing`.execute(tx);

/** Deletes and returns some of the recorded days. Days that are locked by another transaction are left out. */
export async function deleteLatePlays(tx: Tx, limit: number): Promise<{ deviceId: string; day: string }[]> {
  const { rows } = await sql<{ deviceId: string; day: string }>`
    delete from late_plays where ctid = any(array(select ctid from late_plays limit ${limit} for update skip locked))
    returning device_id as "deviceId", to_char(day, 'YYYY-MM-DD') as day`.execute(tx);
  return rows;
}

export const deletePlaysBefore = (tx: Tx, days: number) =>
  sql`delete from device_plays where day < current_date - ${days}::int`.execute(tx);
