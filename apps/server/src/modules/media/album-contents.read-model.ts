import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { provide } from '../../platform/ports.ts';
import { type AlbumContentsQueries, albumContents } from '../albums/index.ts';

/** Failed media show nothing. */
export const selectFirstPicture: AlbumContentsQueries['selectFirstPicture'] = (albumId) => sql`
  select files.id as key, media.rotation, files.thumbhash from media join files on files.id = media.file_id
  where media.album_id = ${albumId} and media.status <> 9 order by media.sequence, media.id limit 1`;

export const listFileOwners: AlbumContentsQueries['listFileOwners'] = async (db, albumIds) => {
  const { rows } = await sql<{ id: string }>`
    select created_by as id from albums where id = any(${albumIds}::uuid[])
    union select user_id from album_contributions where album_id = any(${albumIds}::uuid[])`.execute(db);
  return rows.map(({ id }) => id);
};

/** What albums show, for the albums. */
export const albumContentsProvider = provide(albumContents, {
  selectFirstPicture,
  async isShown(db: Db, albumId: string, originalId: string): Promise<boolean> {
    const shown = db.selectFrom('media').select('id').where('album_id', '=', albumId).where('file_id', '=', originalId).limit(1);
    return (await shown.executeTakeFirst()) !== undefined;
  },
  listFileOwners,
});
