import type { Notification } from '@vitrine/contract';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { getPersonRoom } from '../../platform/live/live.ts';
import { authorize, type Person } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import { presentNotification } from './notifications.presenter.ts';
import { listNotifications } from './notifications.read-model.ts';
import { insertNotification, markRead, type NewNotification } from './notifications.store.ts';

export function createNotificationsService({ db, live }: Pick<Platform, 'db' | 'live'>) {
  const nudge = (tx: Tx, userId: string) =>
    live.send(tx, [
      { namespace: 'notification', rooms: [getPersonRoom(userId)], event: 'notification', payload: { topic: 'notifications' } },
    ]);

  return {
    async list(actor: Person, userId: string, page: { page: number; dataPerPage: number }): Promise<Notification[]> {
      await authorize(db, actor, 'account.read', [userId]);
      return (await listNotifications(db, userId, page)).map(presentNotification);
    },

    /** Marks one notification or all as read. Returns the notifications with their state. */
    markRead: (actor: Person, userId: string, id: string | undefined): Promise<{ _id: string; status: boolean }[]> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'account.update', [userId]);
        await nudge(tx, userId);
        return (await markRead(tx, userId, id)).map((row) => ({ _id: row.id, status: row.is_unread }));
      }),

    /** Creates a notification in the transaction of the event that caused it. */
    async notify(tx: Tx, entry: Omit<NewNotification, 'id'>): Promise<void> {
      await insertNotification(tx, { id: newId(), ...entry });
      await nudge(tx, entry.user_id);
    },

    /** Marks the notification of an answered or withdrawn invitation as read and removes its buttons. */
    async closeInvitation(tx: Tx, userId: string, notificationId: string | undefined): Promise<void> {
      if (notificationId !== undefined) await markRead(tx, userId, notificationId);
      await nudge(tx, userId);
    },
  };
}

export type NotificationsService = ReturnType<typeof createNotificationsService>;
