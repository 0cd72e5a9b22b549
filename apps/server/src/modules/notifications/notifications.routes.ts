import * as endpoints from '@vitrine/contract/notifications.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { NotificationsService } from './notifications.service.ts';

export async function notificationsRoutes(app: FastifyInstance, { notifications }: { notifications: NotificationsService }): Promise<void> {
  serve(app, endpoints.listNotifications, async ({ actor, params, query }) => ({
    result: await notifications.list(actor, params.userId, query),
  }));

  serve(app, endpoints.markNotificationsRead, async ({ actor, params, query }) => ({
    result: await notifications.markRead(actor, params.userId, query.notificationId),
  }));
}
