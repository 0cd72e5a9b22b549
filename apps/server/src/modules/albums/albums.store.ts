import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

export const insertAlbum = (tx: Tx, album: { id: string; name: string; album_type?: string; created_by: string }) =>
  tx.insertInto('albums').values(album).execute();

export const updateAlbum = (tx: Tx, id: string, change: { name?: string; caption?: string }) =>
  tx
    .updateTable('albums')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export const deleteAlbum = (tx: Tx, id: string) => tx.deleteFrom('albums').where('id', '=', id).execute();

export const lockAlbumType = async (tx: Tx, id: string): Promise<string | undefined> =>
  (await tx.selectFrom('albums').select('album_type').where('id', '=', id).forUpdate().executeTakeFirst())?.album_type;

export const touchAlbum = (tx: Tx, id: string) => tx.updateTable('albums').set({ updated_at: sql`now()` }).where('id', '=', id).execute();

export const listAlbumIds = async (tx: Tx, userId: string): Promise<string[]> =>
  (await tx.selectFrom('albums').select('id').where('created_by', '=', userId).orderBy('id').execute()).map((row) => row.id);
