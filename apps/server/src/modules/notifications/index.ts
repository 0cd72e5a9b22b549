import { envelope, markReadQuery, type Notification, notification, pageQuery, readState } from '@vitrine/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { type Live, personRoom } from '../../platform/live/live.ts';
import { personOf } from '../../plugins/access-gate.ts';
import { authorize } from '../access/index.ts';
import { listNotifications, type NotificationRow } from './notifications.read-model.ts';
import { insertNotification, markRead, type NewNotification } from './notifications.store.ts';

const tags = ['notifications'];
const config = { access: 'session' } as const;
const params = z.object({ userId: z.uuid() });

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

export function createNotificationsModule({ db, live }: { db: Database; live: Live }) {
  const nudge = (tx: Tx, userId: string) =>
    live.send(tx, [{ namespace: 'notification', rooms: [personRoom(userId)], event: 'notification', payload: { topic: 'notifications' } }]);

  const routes = async (instance: FastifyInstance) => {
    const app = instance.withTypeProvider<ZodTypeProvider>();
    app.get(
      '/notifications/:userId',
      { config, schema: { tags, params, querystring: pageQuery, response: { 200: envelope(z.array(notification)) } } },
      async (request) => {
        await authorize(db, personOf(request), 'account.read', [request.params.userId]);
        return { error: false as const, result: (await listNotifications(db, request.params.userId, request.query)).map(present) };
      },
    );
    app.put(
      '/notifications/:userId',
      { config, schema: { tags, params, querystring: markReadQuery, response: { 200: envelope(readState) } } },
      async (request) => {
        const { userId } = request.params;
        await authorize(db, personOf(request), 'account.update', [userId]);
        const rows = await db.transaction().execute(async (tx) => {
          await nudge(tx, userId);
          return markRead(tx, userId, request.query.notificationId);
        });
        return { error: false as const, result: rows.map((row) => ({ _id: row.id, status: row.is_unread })) };
      },
    );
  };

  return {
    routes,
    /** Tells a person something, in the transaction in which it happened. */
    async notify(tx: Tx, entry: Omit<NewNotification, 'id'>): Promise<void> {
      await insertNotification(tx, { id: newId(), ...entry });
      await nudge(tx, entry.user_id);
    },
    /** An invitation was answered or taken back: its notification, when it is known, is read, and offers no buttons any more. */
    async closeInvitation(tx: Tx, userId: string, notificationId: string | undefined): Promise<void> {
      if (notificationId !== undefined) await markRead(tx, userId, notificationId);
      await nudge(tx, userId);
    },
  };
}
