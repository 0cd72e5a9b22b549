import type { MediaSort, MediaValidity } from '@vitrine/contract';
import { type JoinBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { isInAlbum } from './media.store.ts';

/** Columns of a media item and of the files that represent it, joined as `media`, `original`, `still` and `first_page`. */
export const PICTURE_COLUMNS = [
  'original.id as file_id',
  'original.original_name',
  'original.mimetype',
  'original.size_bytes',
  sql<number | null>`coalesce(first_page.width, original.width)`.as('width'),
  sql<number | null>`coalesce(first_page.height, original.height)`.as('height'),
  sql<Buffer | null>`coalesce(first_page.thumbhash, original.thumbhash)`.as('thumbhash'),
  'original.duration_ms',
  'original.page_count',
  'media.page_order',
  'still.id as still_id',
] as const;

/** For the row `media`: the media key of the picture that represents it. */
export const MEDIA_KEY = sql<string>`(media.file_id || coalesce('.' || nullif(media.page_order[1], 1), '') || coalesce('~' || nullif(media.rotation, 0), ''))`;
/** For the rows `media` and `files`: the key of the picture that represents the media item, without its rotation. */
export const PICTURE_KEY = sql<string>`(files.id || coalesce('.' || nullif(media.page_order[1], 1), ''))`;
/** For the rows `media` and `files`: the ThumbHash of that picture. */
export const PICTURE_THUMBHASH = sql<Buffer | null>`coalesce((select first_page.thumbhash from files first_page
  where first_page.root_id = files.id and first_page.role = 'screen' and first_page.rotation = 0 and first_page.page = media.page_order[1]), files.thumbhash)`;

/** Joins the first page that a document shows, as `first_page`. Its row is only needed when the order of the pages was changed. */
export const joinFirstPage = <Schema, Tables extends keyof Schema>(join: JoinBuilder<Schema, Tables>) =>
  join.on(
    sql<boolean>`first_page.root_id = media.file_id and first_page.role = 'screen' and first_page.rotation = 0 and first_page.page = media.page_order[1]`,
  );

/** Id of the MP4 of a live photo. Only live photos cost a lookup. */
const LIVE_MP4_ID = sql<string | null>`case
  when media.live_video_id is not null then (select id from files where root_id = media.live_video_id and role = 'mp4' and rotation = 0 and page = 0)
  when original.embedded_video_bytes is not null then (select id from files where root_id = media.file_id and role = 'live_mp4' and rotation = 0 and page = 0) end`;

/** Media with its original and the ids of what was made from it. */
const selectMediaWithFiles = (db: Db) =>
  db
    .selectFrom('media')
    .innerJoin('files as original', 'original.id', 'media.file_id')
    .leftJoin('files as still', (join) => join.onRef('still.root_id', '=', 'original.id').on('still.role', '=', 'still'))
    .leftJoin('files as first_page', joinFirstPage)
    .leftJoin('files as mp4', (join) => join.onRef('mp4.root_id', '=', 'original.id').on('mp4.role', '=', 'mp4'))
    .leftJoin('files as mp4_hd', (join) => join.onRef('mp4_hd.root_id', '=', 'original.id').on('mp4_hd.role', '=', 'mp4_hd'))
    .leftJoin('files as hls', (join) => join.onRef('hls.root_id', '=', 'original.id').on('hls.role', '=', 'hls'))
    .select([
      'media.id',
      'media.album_id',
      'media.kind',
      'media.name',
      'media.caption',
      'media.sequence',
      'media.rotation',
      'media.status',
      'media.failure_reason',
      'media.uploaded_by',
      'media.created_at',
      'media.updated_at',
      'media.taken_edited_at',
      'media.duration_ms as own_duration_ms',
      sql<MediaValidity | null>`media.valid`.as('valid'),
      'original.taken_at',
      'original.taken_offset_min',
      'original.camera',
      'original.lens',
      'original.place',
      ...PICTURE_COLUMNS,
      'mp4.id as mp4_id',
      'mp4_hd.id as mp4_hd_id',
      'hls.id as hls_id',
      'media.live_video_id',
      'original.embedded_video_bytes',
      LIVE_MP4_ID.as('live_id'),
    ]);

export type MediaRow = Awaited<ReturnType<ReturnType<typeof selectMediaWithFiles>['executeTakeFirstOrThrow']>>;

interface Order {
  key: ReturnType<typeof sql>;
  isDescending: boolean;
  /** The same of what lies in the bin, where a column of it is not kept there. */
  binnedKey?: ReturnType<typeof sql>;
}
/** Sort key by capture date; media without one are sorted by the date they were added. */
export const TAKEN_AT_SORT_KEY = sql`coalesce(media.taken_clock_at, media.created_at)`;
/** The same of what lies in the bin, which does not keep it. */
export const BINNED_TAKEN_AT_SORT_KEY = sql`coalesce(media.taken_edited_at, (select taken_at + make_interval(mins => coalesce(taken_offset_min, 0)) from files where files.id = media.file_id),
  media.created_at)`;
const sequence: Order = { key: sql`media.sequence`, isDescending: false };
const orders = {
  sequence,
  az: { key: sql`lower(media.name)`, isDescending: false },
  za: { key: sql`lower(media.name)`, isDescending: true },
  lastmodified: { key: sql`media.updated_at`, isDescending: true },
  takenasc: { key: TAKEN_AT_SORT_KEY, isDescending: false, binnedKey: BINNED_TAKEN_AT_SORT_KEY },
  takendesc: { key: TAKEN_AT_SORT_KEY, isDescending: true, binnedKey: BINNED_TAKEN_AT_SORT_KEY },
} satisfies Record<string, Order>;

const buildOrderBy = ({ key, isDescending }: Order) => (isDescending ? sql`${key} desc, media.id desc` : sql`${key}, media.id`);

export interface MediaFilterQuery {
  filter: 'image' | 'video' | 'document' | 'favourite' | 'all';
  /** Account whose favorites are meant. */
  userId: string;
  sort?: MediaSort;
}

export interface MediaListQuery extends MediaFilterQuery {
  page: number;
  dataPerPage: number;
  /** Instead of `page`: what follows this media. */
  after?: string;
}

function matchesFilter(albumId: string, { filter, userId }: MediaFilterQuery) {
  if (filter === 'all') return sql<boolean>`media.album_id = ${albumId}`;
  if (filter === 'favourite')
    return sql<boolean>`media.id in (select media_id from favourites where user_id = ${userId}) and ${isInAlbum(albumId)}`;
  return sql<boolean>`media.album_id = ${albumId} and media.kind = ${filter}`;
}

/** Returns the position at which the page starts. Media that were deleted since the previous page keep their position in the bin. */
async function findCursor(
  db: Db,
  albumId: string,
  { key, binnedKey = key }: Order,
  after: string,
): Promise<{ key: unknown; id: string } | undefined> {
  const result = await sql<{ key: unknown; id: string }>`
    select ${key} as key, media.id from media where media.id = ${after} and ${isInAlbum(albumId)}
    union all
    select ${binnedKey}, media.id from binned_media as media where media.id = ${after} and ${isInAlbum(albumId)}`.execute(db);
  return result.rows[0];
}

/** The ids first, from an index alone; only the page itself is joined. Undefined when `after` is not known in this album. */
export async function listMedia(db: Db, albumId: string, query: MediaListQuery): Promise<MediaRow[] | undefined> {
  const { sort, page, dataPerPage, after } = query;
  const order = orders[sort ?? 'sequence'];
  let ids = db.selectFrom('media').select('media.id').where(matchesFilter(albumId, query)).orderBy(buildOrderBy(order)).limit(dataPerPage);
  if (after === undefined) {
    ids = ids.offset((page - 1) * dataPerPage);
  } else {
    const place = await findCursor(db, albumId, order, after);
    if (!place) return undefined;
    const follows = order.isDescending ? sql`<` : sql`>`;
    ids = ids.where(sql<boolean>`(${order.key}, media.id) ${follows} (${place.key}, ${place.id})`);
  }
  return selectMediaWithFiles(db).where('media.id', 'in', ids).orderBy(buildOrderBy(order)).execute();
}

export const findMedia = (db: Db, ids: string[]): Promise<MediaRow[]> =>
  selectMediaWithFiles(db).where(sql<boolean>`media.id = any(${ids}::uuid[])`).orderBy(buildOrderBy(sequence)).execute();

/** Returns the given media that exist, in the order of capture. */
export async function sortByCaptureTime(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from media where id = any(${ids}::uuid[]) order by ${TAKEN_AT_SORT_KEY}, id`.execute(db);
  return rows.map(({ id }) => id);
}

/** As one value: a hundred thousand rows would take the driver several times as long. */
export async function listMediaIds(db: Db, albumId: string, query: MediaFilterQuery): Promise<string[]> {
  const result = await sql<{ ids: string[] | null }>`
    select json_agg(media.id order by ${buildOrderBy(orders[query.sort ?? 'sequence'])}) as ids
    from media where ${matchesFilter(albumId, query)}`.execute(db);
  return result.rows[0]?.ids ?? [];
}

/**
 * One big-endian Uint16 per media, in order: 1000 * width / height as shown, 0 while unknown. Packed by the database, which is
 * several times faster than a hundred thousand rows on the way here.
 */
export async function readMediaRatios(db: Db, albumId: string, query: MediaFilterQuery): Promise<Buffer> {
  // A smallint has a sign: the upper half of the numbers is its lower.
  const packed = sql`int2send((case when media.ratio > 32767 then media.ratio - 65536 else media.ratio end)::smallint)`;
  const result = await sql<{ ratios: Buffer | null }>`
    select string_agg(${packed}, ''::bytea order by ${buildOrderBy(orders[query.sort ?? 'sequence'])}) as ratios
    from media where ${matchesFilter(albumId, query)}`.execute(db);
  return result.rows[0]?.ratios ?? Buffer.alloc(0);
}
