import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { isInAlbum } from './media.store.ts';
import type { Gap } from './media-order.rules.ts';

export interface PositionedMedia {
  id: string;
  file_id: string;
  size_bytes: number;
}

/** Lists and locks those of these media that are in the album, in its order. */
export const lockMediaOfAlbum = (tx: Tx, albumId: string, ids: string[]): Promise<PositionedMedia[]> =>
  tx
    .selectFrom('media')
    .select(['id', 'file_id', 'size_bytes'])
    .where(sql<boolean>`media.id = any(${ids}::uuid[])`)
    .where(isInAlbum(albumId))
    .orderBy('sequence')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/** The places around where `beforeId` stands, as if those that move were not there. */
export async function findGapBefore(db: Db, albumId: string, movingIds: string[], beforeId: string | null): Promise<Gap> {
  const result = await sql<Gap>`
    select next.sequence as next, (
      select media.sequence from media
      where media.album_id = ${albumId} and media.id <> all(${movingIds}::uuid[])
        and (next.id is null or (media.sequence, media.id) < (next.sequence, next.id))
      order by media.sequence desc, media.id desc limit 1) as previous
    from (select) as nothing left join media next on next.id = ${beforeId}::uuid`.execute(db);
  return result.rows[0] ?? { previous: null, next: null };
}

/** The places around each of these that are in the album, by id. */
export async function findGapsBefore(db: Db, albumId: string, ids: string[]): Promise<Map<string, Gap>> {
  const result = await sql<Gap & { id: string }>`
    select next.id, next.sequence as next, (
      select media.sequence from media where media.album_id = ${albumId} and (media.sequence, media.id) < (next.sequence, next.id)
      order by media.sequence desc, media.id desc limit 1) as previous
    from (select media.id, media.sequence from media where media.id = any(${ids}::uuid[]) and ${isInAlbum(albumId)}) as next`.execute(db);
  return new Map(result.rows.map(({ id, ...gap }) => [id, gap]));
}

/** The media that stands `count` places after the first, not counting `id`. */
export async function findMediaAtPosition(db: Db, albumId: string, id: string, count: number): Promise<string | null> {
  const row = await db
    .selectFrom('media')
    .select('id')
    .where('album_id', '=', albumId)
    .where('id', '<>', id)
    .orderBy('sequence')
    .orderBy('id')
    .offset(count)
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

export const updateSequences = (tx: Tx, ids: string[], sequences: number[]) =>
  sql`update media set sequence = place.sequence
    from unnest(${ids}::uuid[], ${sequences}::double precision[]) as place (id, sequence)
    where media.id = place.id`.execute(tx);

/** Whole numbers in the order there is, also for what lies in the bin, which keeps its place between the others. */
export const renumberSequences = (tx: Tx, albumId: string) =>
  sql`with ranked as (
      select id, row_number() over (order by sequence, id) as place from (
        select id, sequence from media where album_id = ${albumId}
        union all select id, sequence from binned_media where album_id = ${albumId}) as everything),
    binned as (update binned_media set sequence = ranked.place from ranked where binned_media.id = ranked.id)
    update media set sequence = ranked.place from ranked where media.id = ranked.id`.execute(tx);

/** Into another album, each at its place there. */
export const updateMediaAlbum = (tx: Tx, albumId: string, ids: string[], sequences: number[]) =>
  sql`update media set album_id = ${albumId}, updated_at = now(), sequence = place.sequence
    from unnest(${ids}::uuid[], ${sequences}::double precision[]) as place (id, sequence)
    where media.id = place.id`.execute(tx);
