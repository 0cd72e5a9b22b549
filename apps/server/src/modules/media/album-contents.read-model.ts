import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { provide } from '../../platform/ports.ts';
import { type AlbumContentsQueries, albumContents, canReadAlbum } from '../albums/index.ts';
import { PICTURE_KEY, PICTURE_THUMBHASH } from './media.read-model.ts';

/** Failed media show nothing. */
export const selectFirstPicture: AlbumContentsQueries['selectFirstPicture'] = (albumId) => sql`
  select ${PICTURE_KEY} as key, media.rotation, ${PICTURE_THUMBHASH} as thumbhash from media join files on files.id = media.file_id
  where media.album_id = ${albumId} and media.status <> 9 order by media.sequence, media.id limit 1`;

export const listFileOwners: AlbumContentsQueries['listFileOwners'] = async (db, albumIds) => {
  const { rows } = await sql<{ id: string }>`
    select created_by as id from albums where id = any(${albumIds}::uuid[])
    union select user_id from album_contributions where album_id = any(${albumIds}::uuid[])`.execute(db);
  return rows.map(({ id }) => id);
};

/** Provides the content of albums to the albums module. */
export const albumContentsProvider = provide(albumContents, {
  selectFirstPicture,
  async isShown(db: Db, albumId: string, originalId: string): Promise<boolean> {
    const shown = db.selectFrom('media').select('id').where('album_id', '=', albumId).where('file_id', '=', originalId).limit(1);
    return (await shown.executeTakeFirst()) !== undefined;
  },
  listFileOwners,
});

/** Exports an account's albums with their media, and its favorites among all visible media. Files are downloaded separately. */
export async function listAlbumsExport(db: Db, userId: string): Promise<Record<string, unknown>> {
  const result = await sql<Record<string, unknown>>`
    select coalesce(json_agg(json_build_object('name', albums.name, 'caption', albums.caption, 'createdAt', albums.created_at, 'media', (
      select coalesce(json_agg(json_build_object('name', media.name, 'caption', media.caption, 'file', files.original_name, 'sizeBytes', files.size_bytes,
        'sha256', files.sha256,
        'liveVideo', (select json_build_object('file', video.original_name, 'sizeBytes', video.size_bytes, 'sha256', video.sha256)
          from files video where video.id = media.live_video_id), 'takenAt', coalesce(media.taken_edited_at, files.taken_at), 'camera', files.camera, 'lens', files.lens, 'latitude', files.latitude, 'longitude', files.longitude,
        'place', files.place, 'duration', media.duration_ms / 1000.0, 'valid', media.valid, 'addedAt', media.created_at) order by media.sequence), '[]')
      from media join files on files.id = media.file_id where media.album_id = albums.id))), '[]') as albums,
      (select coalesce(json_agg(json_build_object('name', media.name, 'album', albums.name)), '[]') from favourites
        join media on media.id = favourites.media_id join albums on albums.id = media.album_id
        where favourites.user_id = ${userId} and ${canReadAlbum(sql`${userId}::uuid`)}) as favourites
    from albums where created_by = ${userId} and deleted_at is null`.execute(db);
  return result.rows[0] ?? {};
}
