import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

export const listNotifications = (db: Db, userId: string, { page, dataPerPage }: { page: number; dataPerPage: number }) =>
  db
    .selectFrom('notifications')
    .leftJoin('users as sender', 'sender.id', 'notifications.created_by')
    .select([
      'notifications.id',
      'notifications.is_unread',
      'notifications.body',
      'notifications.invitation_type',
      'notifications.invitation_id',
      // Invitations that were answered or withdrawn, or whose album was deleted, are closed.
      sql<boolean>`exists (select from album_shares share join albums on albums.id = share.album_id
        where share.id = notifications.invitation_id and share.user_id = notifications.user_id
          and share.accepted_at is null and albums.deleted_at is null)`.as('is_open'),
      sql<string | null>`(select share.album_id from album_shares share join albums on albums.id = share.album_id
        where share.id = notifications.invitation_id and share.user_id = notifications.user_id
          and share.accepted_at is not null and albums.deleted_at is null)`.as('joined_album_id'),
      'notifications.created_at',
      'notifications.updated_at',
      'sender.id as sender_id',
      'sender.name as sender_name',
      'sender.picture_file_id as sender_picture',
    ])
    .where('notifications.user_id', '=', userId)
    .orderBy('notifications.id', 'desc')
    .limit(dataPerPage)
    .offset((page - 1) * dataPerPage)
    .execute();

export type NotificationRow = Awaited<ReturnType<typeof listNotifications>>[number];

export async function listNotificationsExport(db: Db, userId: string): Promise<Record<string, unknown>> {
  const result = await sql<Record<string, unknown>>`
    select coalesce(json_agg(json_build_object('text', body, 'at', created_at)), '[]') as notifications
    from notifications where user_id = ${userId}`.execute(db);
  return result.rows[0] ?? {};
}
