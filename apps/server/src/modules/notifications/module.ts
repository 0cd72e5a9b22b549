import type { FastifyInstance } from 'fastify';
import { provide } from '../../platform/ports.ts';
import { personalDataExports } from '../accounts/index.ts';
import { defineModule } from '../define-module.ts';
import {
  createAlbumNotificationReactions,
  createAlertNotificationReactions,
  createFamilyNotificationReactions,
  createPublishingNotificationReactions,
} from './notifications.reactions.ts';
import { listNotificationsExport } from './notifications.read-model.ts';
import { notificationsRoutes } from './notifications.routes.ts';
import { createNotificationsService } from './notifications.service.ts';

export const notificationsModule = defineModule({
  name: 'notifications',
  tables: { owned: ['notifications'], read: ['users', 'albums', 'album_shares'] },
  accessCases: () => import('./access-cases.ts'),
  create(platform) {
    const notifications = createNotificationsService(platform);
    return {
      api: { notify: notifications.notify },
      routes: (app: FastifyInstance) => notificationsRoutes(app, { notifications }),
      reactions: [
        ...createAlbumNotificationReactions(notifications),
        ...createFamilyNotificationReactions(notifications),
        ...createAlertNotificationReactions(notifications),
        ...createPublishingNotificationReactions(notifications),
      ],
      portProviders: [provide(personalDataExports, listNotificationsExport)],
    };
  },
});
