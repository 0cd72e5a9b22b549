import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Everything the product knows about a person and by them, as one JSON document. Their files they download beside it. */
export async function readExport(tx: Tx, userId: string): Promise<unknown> {
  const result = await sql<{ document: unknown }>`
    select json_build_object(
      'account', (select json_build_object('name', name, 'email', email, 'phoneNo', phone_no, 'gender', gender, 'dateOfBirth', date_of_birth,
        'createdAt', created_at, 'privacyAcceptedAt', privacy_accepted_at) from users where id = ${userId}),
      'addresses', (select coalesce(json_agg(json_build_object('street', street, 'city', city, 'state', state, 'zipcode', zipcode, 'country', country)), '[]')
        from addresses where user_id = ${userId}),
      'albums', (select coalesce(json_agg(json_build_object('name', albums.name, 'caption', albums.caption, 'createdAt', albums.created_at, 'media', (
        select coalesce(json_agg(json_build_object('name', media.name, 'caption', media.caption, 'file', files.original_name, 'sizeBytes', files.size_bytes,
          'sha256', files.sha256, 'takenAt', files.taken_at, 'addedAt', media.created_at) order by media.sequence), '[]')
        from media join files on files.id = media.file_id where media.album_id = albums.id))), '[]') from albums where created_by = ${userId} and deleted_at is null),
      'playlists', (select coalesce(json_agg(json_build_object('name', playlists.name, 'caption', playlists.caption, 'createdAt', playlists.created_at)), '[]')
        from playlists where user_id = ${userId}),
      'devices', (select coalesce(json_agg(json_build_object('name', devices.name, 'timeZone', devices.time_zone, 'createdAt', devices.created_at)), '[]')
        from devices where user_id = ${userId}),
      'notifications', (select coalesce(json_agg(json_build_object('text', body, 'at', created_at)), '[]') from notifications where user_id = ${userId})
    ) as document`.execute(tx);
  return result.rows[0]?.document;
}
