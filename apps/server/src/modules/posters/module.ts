import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { on } from '../../platform/events.ts';
import { provide } from '../../platform/ports.ts';
import type { Owned } from '../access/index.ts';
import { accountDeleting } from '../accounts/index.ts';
import { defineModule, type Platform } from '../define-module.ts';
import { filesModule } from '../files/index.ts';
import { orderClosed, orderKinds, ordersModule } from '../orders/index.ts';
import { createKeeping } from './poster-keeping.ts';
import { createPosterKind } from './poster-kind.ts';
import { createPrints } from './poster-print.ts';
import { postersRoutes } from './posters.routes.ts';

/** What posters can be made of and cost, and those that were ordered. */
export const postersModule = defineModule({
  name: 'posters',
  tables: { owned: ['poster_values', 'poster_combinations', 'poster_orders'], read: ['media', 'files', 'orders'] },
  // The column keeps the file in use without making it readable.
  holdsFiles: [{ table: 'poster_orders', column: 'file_id', readers: sql`select null::uuid as user_id where false` }],
  orderedFiles: (ids) => sql<Owned>`
    select media.file_id as id, coalesce(orders.user_id::text, '') as "ownerId"
    from media join poster_orders on poster_orders.media_id = media.id join orders on orders.id = poster_orders.order_id
    where media.file_id = any(${ids}::uuid[])`,
  uses: { orders: ordersModule, files: filesModule },
  accessCases: () => import('./posters.access-cases.ts'),
  create: (platform: Platform, { orders, files }) => {
    const keeping = createKeeping({ ...platform, files });
    const prints = createPrints({ ...platform, orders });
    return {
      face: {},
      routes: (app: FastifyInstance) => postersRoutes(app, { ...platform, orders, prints }),
      jobs: [keeping.job, keeping.forgetJob],
      reactions: [on(accountDeleting, keeping.accountDeleting), on(orderClosed, keeping.orderClosed)],
      provides: [provide(orderKinds, createPosterKind(platform))],
    };
  },
});
