import type { FastifyInstance } from 'fastify';
import { provide } from '../../platform/ports.ts';
import { personalData } from '../accounts/index.ts';
import { defineModule } from '../define-module.ts';
import { createFamilyReactions } from './families.reactions.ts';
import { createReactions } from './notifications.reactions.ts';
import { exportNotifications } from './notifications.read-model.ts';
import { notificationsRoutes } from './notifications.routes.ts';
import { createNotificationsService } from './notifications.service.ts';

export const notificationsModule = defineModule({
  name: 'notifications',
  tables: { owned: ['notifications'], read: ['users', 'albums', 'album_shares'] },
  accessCases: () => import('./notifications.access-cases.ts'),
  create(platform) {
    const notifications = createNotificationsService(platform);
    return {
      face: { notify: notifications.notify },
      routes: (app: FastifyInstance) => notificationsRoutes(app, { notifications }),
      reactions: [...createReactions(notifications), ...createFamilyReactions(notifications)],
      provides: [provide(personalData, exportNotifications)],
    };
  },
});
