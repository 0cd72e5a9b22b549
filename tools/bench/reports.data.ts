import { sql } from 'kysely';
import { replaceSums } from '../../apps/server/src/modules/reports/play-sums.store.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { newId } from '../../apps/server/src/platform/ids.ts';

export interface ReportsBenchSize {
  screens: number;
  days: number;
  items: number;
}

/** Returns the day this number of days ago, in UTC. */
export const formatDay = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

/** Items that a screen reports together, so that the rows of a screen are scattered over the table as in use. */
const ITEMS_TOGETHER = 8;
const TAGS = 10;
const OPENING_HOUR = 8;
const CLOSING_HOUR = 20;
const PLAYS_PER_HOUR = 2;
const SECONDS_PER_PLAY = 10;

const hours = Array.from({ length: CLOSING_HOUR - OPENING_HOUR }, (_, index) => OPENING_HOUR + index);
const columns = (kind: 'p' | 's') => hours.map((hour) => `${kind}${hour}`).join(', ');
const count = hours.length * PLAYS_PER_HOUR;
const values = `${count}, ${count * SECONDS_PER_PLAY * 1000}, 'main', ${hours.map(() => PLAYS_PER_HOUR).join(', ')}, ${hours
  .map(() => PLAYS_PER_HOUR * SECONDS_PER_PLAY)
  .join(', ')}`;

export interface ReportsData {
  deviceIds: string[];
  tagId: string;
  mediaId: string;
  playlistId: string;
}

/** Inserts screens with tags, and plays of each item on each screen and day. The items are no media, so that they have no names. */
export async function fillReports(db: Database, userId: string, { screens, days, items }: ReportsBenchSize): Promise<ReportsData> {
  const ids = Array.from({ length: screens }, () => newId());
  await sql`insert into screens (id, device_code, secret_hash)
    select id, 'A' || lpad((row_number() over ())::text, 5, '0'), 'x' from unnest(${ids}::uuid[]) as given (id)`.execute(db);
  await sql`insert into devices (id, screen_id, name, time_zone, user_id)
    select id, id, 'Screen ' || row_number() over (), 'Europe/Berlin', ${userId} from unnest(${ids}::uuid[]) as given (id)`.execute(db);
  const tagIds = Array.from({ length: TAGS }, () => newId());
  await sql`insert into device_tags (id, user_id, name, folded) select id, ${userId}, 'Tag ' || n, 'tag ' || n
    from unnest(${tagIds}::uuid[]) with ordinality as given (id, n)`.execute(db);
  await sql`insert into tagged_devices (device_id, tag_id) select id, (${tagIds}::uuid[])[1 + n % ${TAGS}]
    from unnest(${ids}::uuid[]) with ordinality as given (id, n)`.execute(db);
  await sql`insert into device_days (device_id, day, expected, online, downloads, download_bytes)
    select id, current_date - n, 144, 140, 3, 9000000 from unnest(${ids}::uuid[]) as given (id), generate_series(0, ${days - 1}::int) as n`.execute(
    db,
  );
  const mediaIds = Array.from({ length: items }, () => newId());
  const playlistIds = [newId(), newId(), newId(), newId()];
  // One connection, because indexes of 31 million rows take longer than a statement of the product may.
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`set maintenance_work_mem = '1GB'`.execute(connection);
    await insertPlays(connection, { deviceIds: ids, days, mediaIds, playlistIds });
    await sql`analyze`.execute(connection);
    await sql`reset all`.execute(connection);
  });
  return { deviceIds: ids, tagId: tagIds[0] ?? '', mediaId: mediaIds[0] ?? '', playlistId: playlistIds[0] ?? '' };
}

interface PlaysToInsert {
  deviceIds: string[];
  days: number;
  mediaIds: string[];
  playlistIds: string[];
}

async function insertPlays(db: Database, { deviceIds, days, mediaIds, playlistIds }: PlaysToInsert): Promise<void> {
  await sql`alter table device_plays drop constraint device_plays_pkey, drop constraint device_plays_device_id_fkey`.execute(db);
  await sql`drop index device_plays_day`.execute(db);
  for (let day = days - 1; day >= 0; day--)
    for (let from = 0; from < mediaIds.length; from += ITEMS_TOGETHER) {
      const together = mediaIds.slice(from, from + ITEMS_TOGETHER);
      await sql`
        insert into device_plays (device_id, day, playlist_id, media_id, count, shown_ms, zone, ${sql.raw(columns('p'))}, ${sql.raw(columns('s'))})
        select device_id, current_date - ${day}::int, (${playlistIds}::uuid[])[1 + (${from} + n) % ${playlistIds.length}], media_id, ${sql.raw(values)}
        from unnest(${deviceIds}::uuid[]) as devices (device_id) cross join lateral unnest(${together}::uuid[]) with ordinality as items (media_id, n)`.execute(
        db,
      );
    }
  await sql`alter table device_plays add primary key (device_id, day, playlist_id, media_id)`.execute(db);
  await sql`create index device_plays_day on device_plays (day)`.execute(db);
  await sql`alter table device_plays add constraint device_plays_device_id_fkey foreign key (device_id) references devices on delete cascade not valid`.execute(
    db,
  );
  await sql`vacuum analyze device_plays`.execute(db);
  await sql`checkpoint`.execute(db);
}

/** Sums all days of the account and its tags, as the task of the worker does. Returns the duration of each sum of the account, in milliseconds. */
export async function sumReports(db: Database, userId: string, { days }: ReportsBenchSize): Promise<number[]> {
  const { rows: tags } = await sql<{ id: string }>`select id from device_tags where user_id = ${userId}`.execute(db);
  const durations: number[] = [];
  for (let at = 0; at < days; at++)
    for (const scope of [{ scopeId: userId, isTag: false }, ...tags.map(({ id }) => ({ scopeId: id, isTag: true }))]) {
      const start = performance.now();
      await db.transaction().execute((tx) => replaceSums(tx, { ...scope, day: formatDay(at) }, new Date()));
      if (!scope.isTag) durations.push(performance.now() - start);
    }
  await sql`vacuum analyze play_sums, play_sum_days`.execute(db);
  return durations;
}
