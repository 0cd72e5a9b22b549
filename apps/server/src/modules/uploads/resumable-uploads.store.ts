import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

/** How far an upload has come, as the object store has acknowledged it. */
export interface UploadProgress {
  offsetBytes: number;
  tailBytes: number;
  partsId: string | null;
  tags: readonly string[];
  /** Null before the first byte and after the last; empty when it was not stored. */
  sha256State: Buffer | null;
  sha256: string | null;
  isStored: boolean;
}

export const insertResumable = (tx: Tx, upload: { id: string; sizeBytes: number; metadata: Record<string, string | null> }) =>
  tx
    .insertInto('resumable_uploads')
    .values({ id: upload.id, size_bytes: upload.sizeBytes, metadata: JSON.stringify(upload.metadata) })
    .execute();

export const findResumable = (db: Db, id: string) =>
  db
    .selectFrom('resumable_uploads')
    .select([
      'id',
      'size_bytes',
      'metadata',
      'offset_bytes',
      'tail_bytes',
      'parts_id',
      'tags',
      'sha256_state',
      'sha256',
      'is_stored',
      'duplicate_of',
      'created_at',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
export type ResumableRow = NonNullable<Awaited<ReturnType<typeof findResumable>>>;

/** Advances from the offset at which the writer started; false when another writer has changed it or it does not exist. */
export async function updateResumableProgress(tx: Tx, id: string, fromBytes: number, to: UploadProgress): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('resumable_uploads')
    .set({
      offset_bytes: to.offsetBytes,
      tail_bytes: to.tailBytes,
      parts_id: to.partsId,
      tags: sql<string[]>`${[...to.tags]}::text[]`,
      sha256_state: to.sha256State,
      sha256: to.sha256,
      is_stored: to.isStored,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .where('offset_bytes', '=', fromBytes)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const setDuplicateMedia = (tx: Tx, id: string, mediaId: string) =>
  tx.updateTable('resumable_uploads').set({ duplicate_of: mediaId }).where('id', '=', id).execute();

export const deleteResumable = (tx: Tx, id: string) =>
  tx.deleteFrom('resumable_uploads').where('id', '=', id).returning(['id', 'parts_id', 'is_stored']).executeTakeFirst();

/** Lists uploads that were not continued for this long, oldest first. */
export const listExpiredResumables = async (db: Db, hours: number, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('resumable_uploads')
      .select('id')
      .where('updated_at', '<', sql<Date>`now() - make_interval(hours => ${hours})`)
      .orderBy('updated_at')
      .limit(limit)
      .execute()
  ).map(({ id }) => id);
