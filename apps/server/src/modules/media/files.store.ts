import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { DerivativeRole } from './media.rules.ts';

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
] as const;

export interface NewOriginal {
  id: string;
  owner_id: string;
  storage_key: string;
  sha256: string;
  size_bytes: number;
  mimetype: string;
  kind: 'image' | 'video';
  original_name: string;
  width: number | null;
  height: number | null;
  taken_at: string | null;
}

export interface NewDerivative {
  id: string;
  root_id: string;
  role: DerivativeRole;
  /** Clockwise degrees it is turned by against its original. */
  rotation: number;
  storage_key: string;
  sha256: string | null;
  size_bytes: number;
  mimetype: string;
  kind: 'image' | 'video';
  width: number | null;
  height: number | null;
  duration_ms: number | null;
}

export const insertOriginal = (tx: Tx, file: NewOriginal) =>
  tx
    .insertInto('files')
    .values({ ...file, role: 'original' })
    .execute();

/** Does nothing when the original is gone, or has one of this role by now. */
export async function insertDerivative(tx: Tx, file: NewDerivative): Promise<void> {
  const owner = await tx.selectFrom('files').select('owner_id').where('id', '=', file.root_id).forKeyShare().executeTakeFirst();
  if (!owner) return;
  await tx
    .insertInto('files')
    .values({ ...file, owner_id: owner.owner_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const findFile = (tx: Tx, id: string) => tx.selectFrom('files').select(fileColumns).where('id', '=', id).executeTakeFirst();
export type FileRow = NonNullable<Awaited<ReturnType<typeof findFile>>>;

/** The original of a file and all that was made from it; empty when the file does not exist. */
export async function listFamily(tx: Tx, id: string): Promise<FileRow[]> {
  const root = tx.selectFrom('files').select(sql<string>`coalesce(root_id, id)`.as('id')).where('id', '=', id);
  return tx
    .selectFrom('files')
    .select(fileColumns)
    .where('id', '=', root)
    .unionAll(tx.selectFrom('files').select(fileColumns).where('root_id', '=', root))
    .execute();
}

export const findBySha256 = (tx: Tx, sha256: string) =>
  tx.selectFrom('files').select(fileColumns).where('sha256', '=', sha256).limit(1).executeTakeFirst();

export const listOwnOriginals = (tx: Tx, ownerId: string, ids: string[]) =>
  tx.selectFrom('files').select(fileColumns).where('owner_id', '=', ownerId).where('id', 'in', ids).where('root_id', 'is', null).execute();

export const updateProbed = (tx: Tx, id: string, probed: { thumbhash: Buffer; width?: number; height?: number; duration_ms?: number }) =>
  tx.updateTable('files').set(probed).where('id', '=', id).execute();

/** In no album and no bin, and nobody's picture or cover. */
const isUnused = sql<boolean>`
  not exists (select from media where media.file_id = files.id)
  and not exists (select from binned_media where binned_media.file_id = files.id)
  and not exists (select from users where users.picture_file_id = files.id)
  and not exists (select from organisations where organisations.picture_file_id = files.id)
  and not exists (select from albums where albums.thumbnail_file_id = files.id)
  and not exists (select from playlists where playlists.thumbnail_file_id = files.id)`;

/** Those of these originals that no media uses any more, locked in order of their ids. */
export const lockUnused = (tx: Tx, ids: string[]) =>
  tx
    .selectFrom('files')
    .select(['id', 'owner_id', 'size_bytes'])
    .where('id', 'in', ids)
    .where('root_id', 'is', null)
    .where(isUnused)
    .orderBy('id')
    .forUpdate()
    .execute();

/** With an original goes what was made from it. */
export const deleteOriginals = (tx: Tx, ids: string[]) => tx.deleteFrom('files').where('id', 'in', ids).execute();

/** All that a person ever uploaded. */
export const listOriginalIds = async (tx: Tx, ownerId: string): Promise<string[]> =>
  (await tx.selectFrom('files').select('id').where('owner_id', '=', ownerId).where('root_id', 'is', null).orderBy('id').execute()).map(
    (row) => row.id,
  );

/** Uploads that were never put into an album. */
export const listForgotten = (tx: Tx, hours: number, limit: number) =>
  tx
    .selectFrom('files')
    .select('id')
    .where('root_id', 'is', null)
    .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${hours})`)
    .where(isUnused)
    .limit(limit)
    .execute();
