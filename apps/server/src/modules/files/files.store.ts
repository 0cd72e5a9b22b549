import type { MediaKind } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../platform/database/database.ts';
import type { LivePhotoColumns, MetadataColumns } from './file-metadata.store.ts';
import { type DerivativeRole, REGENERATED_KEYS_PATTERN } from './files.rules.ts';

const fileColumns = [
  'id',
  'owner_id',
  'root_id',
  'role',
  'storage_key',
  'sha256',
  'size_bytes',
  'mimetype',
  'kind',
  'original_name',
  'width',
  'height',
  'thumbhash',
  'duration_ms',
  'created_at',
  'rotation',
  'recipe',
  'tells_place',
  'page',
  'page_count',
  'content_id',
  'embedded_video_start',
  'embedded_video_bytes',
] as const;

export interface NewOriginal extends Partial<MetadataColumns>, Partial<LivePhotoColumns> {
  id: string;
  owner_id: string;
  storage_key: string;
  sha256: string;
  size_bytes: number;
  mimetype: string;
  kind: MediaKind;
  original_name: string;
  width: number | null;
  height: number | null;
}

export interface NewDerivative {
  id: string;
  root_id: string;
  role: DerivativeRole;
  /** Clockwise degrees it is turned by against its original. */
  rotation: number;
  /** Page of a document that it shows, counted from 1; otherwise 0. */
  page: number;
  thumbhash: Buffer | null;
  recipe: number;
  storage_key: string;
  sha256: string | null;
  size_bytes: number;
  mimetype: string;
  kind: 'image' | 'video' | 'document' | 'widget' | 'web' | 'live';
  width: number | null;
  height: number | null;
  duration_ms: number | null;
}

/** Returns false when the original exists. Waits for a concurrent transaction that inserts it. */
export async function insertOriginal(tx: Tx, file: NewOriginal): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('files')
    .values({ ...file, role: 'original' })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Does nothing when the original was deleted or already has a derivative of this role. */
export async function insertDerivative(tx: Tx, file: NewDerivative): Promise<void> {
  const owner = await tx.selectFrom('files').select('owner_id').where('id', '=', file.root_id).forKeyShare().executeTakeFirst();
  if (!owner) return;
  await tx
    .insertInto('files')
    .values({ ...file, owner_id: owner.owner_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Replaces the derivative and returns the key of the old one; undefined, without a change, when it does not exist. */
export async function replaceDerivative(tx: Tx, file: NewDerivative): Promise<string | undefined> {
  const old = await tx
    .deleteFrom('files')
    .where('root_id', '=', file.root_id)
    .where('role', '=', file.role)
    .where('rotation', '=', file.rotation)
    .where('page', '=', file.page)
    .where('recipe', '<', file.recipe)
    .returning('storage_key')
    .executeTakeFirst();
  if (old) await insertDerivative(tx, file);
  return old?.storage_key;
}

/** In the place of the one there is, whose key is answered; undefined where there was none. */
export async function replaceOrInsertDerivative(tx: Tx, file: NewDerivative): Promise<string | undefined> {
  const old = await tx
    .deleteFrom('files')
    .where('root_id', '=', file.root_id)
    .where('role', '=', file.role)
    .where('rotation', '=', file.rotation)
    .where('page', '=', file.page)
    .returning('storage_key')
    .executeTakeFirst();
  await insertDerivative(tx, file);
  return old?.storage_key;
}

/** Keys of regenerated derivatives, which no rule yields. */
export const listRegeneratedKeys = async (db: Db, rootIds: string[]): Promise<string[]> =>
  (
    await db
      .selectFrom('files')
      .select('storage_key')
      .where('root_id', '=', anyOfIds(rootIds))
      .where('storage_key', 'like', REGENERATED_KEYS_PATTERN)
      .execute()
  ).map((row) => row.storage_key);

/** Lists originals whose JPEG was made by an older version and that have no job yet. */
export const listOutdatedOriginals = async (db: Db, recipe: number, jobKeyPrefix: string, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ root_id: string }>`
    select root_id from files where role = 'display' and recipe < ${recipe}
      and not exists (select from graphile_worker.jobs where jobs.key = ${jobKeyPrefix} || files.root_id::text)
    order by recipe, id limit ${limit}`.execute(db);
  return rows.map((row) => row.root_id);
};

/** Originals with a screen copy that needs an HD copy and has none, newest first, unless a job of this key is enqueued. */
export const listWithoutHd = async (db: Db, jobKeyPrefix: string, limit: number): Promise<string[]> => {
  // The condition of the index files_without_hd, word for word.
  const { rows } = await sql<{ root_id: string }>`
    select distinct root_id from files where role = 'screen' and recipe < 3
      and (greatest(width, height) > 1920 or least(width, height) > 1080)
      and not exists (select from graphile_worker.jobs where jobs.key = ${jobKeyPrefix} || files.root_id::text)
    order by root_id desc limit ${limit}`.execute(db);
  return rows.map((row) => row.root_id);
};

/** Marks derivatives of an original as made by this recipe, if an older one made them. */
export const raiseRecipe = (tx: Tx, rootId: string, roles: readonly DerivativeRole[], recipe: number) =>
  tx
    .updateTable('files')
    .set({ recipe })
    .where('root_id', '=', rootId)
    .where('role', 'in', [...roles])
    .where('recipe', '<', recipe)
    .execute();

export const findFile = (db: Db, id: string) => db.selectFrom('files').select(fileColumns).where('id', '=', id).executeTakeFirst();
export type FileRow = NonNullable<Awaited<ReturnType<typeof findFile>>>;

/** Finds the original of a file; an original is its own. */
export const findOriginal = (db: Db, id: string) =>
  db
    .selectFrom('files as asked')
    .innerJoin('files as original', (join) => join.on('original.id', '=', sql<string>`coalesce(asked.root_id, asked.id)`))
    .select(['original.id', 'original.owner_id', 'original.kind'])
    .where('asked.id', '=', id)
    .executeTakeFirst();

/**
 * Returns the original of a file and its derivatives, or none when the file does not exist. `page`: leaves out derivatives that show other pages of a
 * document.
 */
export async function listFileFamily(db: Db, id: string, page?: number): Promise<FileRow[]> {
  const root = db.selectFrom('files').select(sql<string>`coalesce(root_id, id)`.as('id')).where('id', '=', id);
  return db
    .selectFrom('files')
    .select(fileColumns)
    .where('id', '=', root)
    .unionAll(
      db
        .selectFrom('files')
        .select(fileColumns)
        .where('root_id', '=', root)
        .$if(page !== undefined, (query) => query.where('page', 'in', [0, page ?? 0])),
    )
    .execute();
}

export const findFileBySha256 = (db: Db, sha256: string) =>
  db.selectFrom('files').select(fileColumns).where('sha256', '=', sha256).limit(1).executeTakeFirst();

export const listOwnOriginals = (db: Db, ownerId: string, ids: string[]) =>
  db.selectFrom('files').select(fileColumns).where('owner_id', '=', ownerId).where('id', 'in', ids).where('root_id', 'is', null).execute();

/** Properties of an original that are found by opening it. */
export interface ProbeResult {
  thumbhash?: Buffer;
  width?: number;
  height?: number;
  duration_ms?: number;
  page_count?: number;
}

export const updateProbeResult = (tx: Tx, id: string, probed: ProbeResult) =>
  tx.updateTable('files').set(probed).where('id', '=', id).execute();

/** Stores the duration of a file that does not state it. */
export const updateDuration = (tx: Tx, id: string, durationMs: number) =>
  tx.updateTable('files').set({ duration_ms: durationMs }).where('id', '=', id).where('duration_ms', '=', 0).execute();

/** However many: a statement takes 65,535 values. */
const anyOfIds = (ids: string[]) => sql<string>`any(${toUuidArray(ids)})`;

/** Lists the owners of these files, in the order of their ids. */
export const listOwnerIds = async (db: Db, ids: string[]): Promise<string[]> =>
  (await db.selectFrom('files').select('owner_id').distinct().where('id', '=', anyOfIds(ids)).orderBy('owner_id').execute()).map(
    (row) => row.owner_id,
  );

/** Locks those of these originals that are not in use, in the order of their ids. */
export const lockUnusedFiles = (tx: Tx, isUnused: RawBuilder<boolean>, ids: string[]) =>
  tx
    .selectFrom('files')
    .select(['id', 'owner_id', 'size_bytes'])
    .where('id', '=', anyOfIds(ids))
    .where('root_id', 'is', null)
    .where(isUnused)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Deletes originals together with their derivatives. */
export const deleteOriginals = (tx: Tx, ids: string[]) => tx.deleteFrom('files').where('id', '=', anyOfIds(ids)).execute();

/** Returns those of these originals that are documents with a known number of pages. */
export const listDocuments = async (db: Db, ids: string[]): Promise<{ id: string; pageCount: number }[]> => {
  const rows = await db
    .selectFrom('files')
    .select(['id', 'page_count'])
    .where('id', '=', anyOfIds(ids))
    .where('page_count', '>', 0)
    .execute();
  return rows.map(({ id, page_count }) => ({ id, pageCount: page_count ?? 0 }));
};

/** All that a person ever uploaded. */
export const listOriginalIds = async (db: Db, ownerId: string): Promise<string[]> =>
  (await db.selectFrom('files').select('id').where('owner_id', '=', ownerId).where('root_id', 'is', null).orderBy('id').execute()).map(
    (row) => row.id,
  );

/** Uploads that were never put into an album. */
export const listUnusedUploads = (db: Db, isUnused: RawBuilder<boolean>, hours: number, limit: number) =>
  db
    .selectFrom('files')
    .select('id')
    .where('root_id', 'is', null)
    .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${hours})`)
    .where(isUnused)
    .limit(limit)
    .execute();

/** Inserts rows for copied bytes: the same originals and derivatives for another owner. `hidesLocation`: the place of capture stays with the previous owner. */
export async function insertFileCopies(
  tx: Tx,
  ownerId: string,
  files: { id: string; rootId: string | null; sourceId: string; storageKey: string; hidesLocation: boolean }[],
): Promise<void> {
  await sql`
    insert into files (id, owner_id, root_id, role, storage_key, sha256, size_bytes, mimetype, kind, original_name, width, height,
      thumbhash, duration_ms, rotation, page, page_count, recipe, taken_at, taken_offset_min, camera, lens, tells_place, facts_recipe,
      content_id, embedded_video_start, embedded_video_bytes, hides_place, latitude, longitude, place)
    select copy.id, ${ownerId}, copy.root_id, files.role, copy.storage_key, files.sha256, files.size_bytes, files.mimetype, files.kind,
      files.original_name, files.width, files.height, files.thumbhash, files.duration_ms, files.rotation, files.page, files.page_count, files.recipe, files.taken_at, files.taken_offset_min,
      files.camera, files.lens, files.tells_place, files.facts_recipe, files.content_id, files.embedded_video_start, files.embedded_video_bytes,
      files.hides_place or copy.hides_place,
      case when not copy.hides_place then files.latitude end, case when not copy.hides_place then files.longitude end,
      case when not copy.hides_place then files.place end
    from unnest(${files.map((file) => file.id)}::uuid[], ${files.map((file) => file.rootId)}::uuid[],
      ${files.map((file) => file.sourceId)}::uuid[], ${files.map((file) => file.storageKey)}::text[],
      ${files.map((file) => file.hidesLocation)}::boolean[]) as copy (id, root_id, source_id, storage_key, hides_place)
    join files on files.id = copy.source_id`.execute(tx);
}

/** These originals, and all that was made from them, are another account's; answers how many bytes of originals. `which` is a query for their ids. */
export async function updateOwner(tx: Tx, which: RawBuilder<unknown>, { fromId, toId }: { fromId: string; toId: string }): Promise<number> {
  const result = await sql<{ bytes: number }>`
    with chosen as materialized (select id, size_bytes from files where id in (${which}) and owner_id = ${fromId} and root_id is null),
      originals as (update files set owner_id = ${toId} from chosen where files.id = chosen.id),
      made as (update files set owner_id = ${toId} from chosen where files.root_id = chosen.id)
    select coalesce(sum(size_bytes), 0)::bigint as bytes from chosen`.execute(tx);
  return result.rows[0]?.bytes ?? 0;
}
