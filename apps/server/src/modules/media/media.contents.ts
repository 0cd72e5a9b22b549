import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { provide } from '../../platform/ports.ts';
import { albumContents, type Cover } from '../albums/index.ts';

interface FirstRow {
  album_id: string;
  file_id: string;
  rotation: number;
  thumbhash: Buffer | null;
}

/** What albums show, told to the albums. Failed media show nothing. */
export const provideAlbumContents = provide(albumContents, {
  async firstPictures(db: Db, albumIds: string[]): Promise<Map<string, Cover>> {
    const { rows } = await sql<FirstRow>`
      select asked.id as album_id, first.* from unnest(${albumIds}::uuid[]) as asked (id)
      cross join lateral (select media.file_id, media.rotation, files.thumbhash from media join files on files.id = media.file_id
        where media.album_id = asked.id and media.status <> 9 order by media.sequence, media.id limit 1) as first`.execute(db);
    return new Map(rows.map((row) => [row.album_id, { fileId: row.file_id, rotation: row.rotation, thumbhash: row.thumbhash }]));
  },
  async shows(db: Db, albumId: string, originalId: string): Promise<boolean> {
    const shown = db.selectFrom('media').select('id').where('album_id', '=', albumId).where('file_id', '=', originalId).limit(1);
    return (await shown.executeTakeFirst()) !== undefined;
  },
});
