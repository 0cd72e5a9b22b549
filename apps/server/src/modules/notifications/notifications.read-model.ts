import type { Tx } from '../../platform/database/database.ts';

export const listNotifications = (tx: Tx, userId: string, { page, dataPerPage }: { page: number; dataPerPage: number }) =>
  tx
    .selectFrom('notifications')
    .leftJoin('users as sender', 'sender.id', 'notifications.created_by')
    .select([
      'notifications.id',
      'notifications.is_unread',
      'notifications.body',
      'notifications.invitation_type',
      'notifications.invitation_id',
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
