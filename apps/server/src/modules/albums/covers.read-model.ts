import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** The original a cover may be made of: of a media in the album, or a picture this person uploaded; undefined when it is neither. */
export async function findCoverOriginal(tx: Tx, albumId: string, fileId: string, userId: string): Promise<string | undefined> {
  const result = await sql<{ id: string }>`
    select original.id from files asked join files original on original.id = coalesce(asked.root_id, asked.id)
    where asked.id = ${fileId} and (
      exists (select from media where media.album_id = ${albumId} and media.file_id = original.id)
      or (original.owner_id = ${userId} and original.kind = 'image'))`.execute(tx);
  return result.rows[0]?.id;
}
