import type { FastifyInstance } from 'fastify';
import type { Database, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { type Live, personRoom } from '../../platform/live/live.ts';
import { notificationsRoutes } from './notifications.routes.ts';
import { insertNotification, markRead, type NewNotification } from './notifications.store.ts';

export function createNotificationsModule({ db, live }: { db: Database; live: Live }) {
  const nudge = (tx: Tx, userId: string) =>
    live.send(tx, [{ namespace: 'notification', rooms: [personRoom(userId)], event: 'notification', payload: { topic: 'notifications' } }]);

  return {
    routes: (app: FastifyInstance) => notificationsRoutes(app, { db, nudge }),
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
