import type { Notification } from '@vitrine/contract';
import * as endpoints from '@vitrine/contract/notifications.endpoints';
import type { FastifyInstance } from 'fastify';
import type { Database, Tx } from '../../platform/database/database.ts';
import { serve } from '../../plugins/endpoints.ts';
import { authorize } from '../access/index.ts';
import { listNotifications, type NotificationRow } from './notifications.read-model.ts';
import { markRead } from './notifications.store.ts';

export interface NotificationsRoutesDeps {
  db: Database;
  nudge: (tx: Tx, userId: string) => Promise<void>;
}

export async function notificationsRoutes(app: FastifyInstance, { db, nudge }: NotificationsRoutesDeps): Promise<void> {
  serve(app, endpoints.listNotifications, async ({ actor, params: { userId }, query }) => {
    await authorize(db, actor, 'account.read', [userId]);
    return { result: (await listNotifications(db, userId, query)).map(present) };
  });

  serve(app, endpoints.markRead, async ({ actor, params: { userId }, query }) => {
    await authorize(db, actor, 'account.update', [userId]);
    const rows = await db.transaction().execute(async (tx) => {
      await nudge(tx, userId);
      return markRead(tx, userId, query.notificationId);
    });
    return { result: rows.map((row) => ({ _id: row.id, status: row.is_unread })) };
  });
}

const present = (row: NotificationRow): Notification => ({
  _id: row.id,
  status: row.is_unread,
  notificationBody: row.body,
  invitationType: row.is_open && row.invitation_type === 'share_album' ? 'share_album' : null,
  invitationId: row.is_open ? row.invitation_id : null,
  createdUser: row.sender_id
    ? [{ _id: row.sender_id, name: row.sender_name ?? '', profilePicture: row.sender_picture ? { key: row.sender_picture } : null }]
    : [],
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
