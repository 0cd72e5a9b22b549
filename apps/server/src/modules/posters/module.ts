import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { on } from '../../platform/events.ts';
import { provide } from '../../platform/ports.ts';
import type { OwnerRow } from '../access/index.ts';
import { accountDeleting } from '../accounts/index.ts';
import { defineModule, type Platform } from '../define-module.ts';
import { filesModule } from '../files/index.ts';
import { orderClosed, ordersModule, orderTypeHandlers } from '../orders/index.ts';
import { createPosterOrderHandler } from './poster-order.service.ts';
import { createPosterPrints } from './poster-print.service.ts';
import { createPrintStorage } from './posters.jobs.ts';
import { postersRoutes } from './posters.routes.ts';

/** Options and prices of posters, and poster orders. */
export const postersModule = defineModule({
  name: 'posters',
  tables: { owned: ['poster_values', 'poster_combinations', 'poster_orders'], read: ['media', 'files', 'orders'] },
  // The column keeps the file in use without making it readable.
  fileReferences: [{ table: 'poster_orders', column: 'file_id', readers: sql`select null::uuid as user_id where false` }],
  orderedFiles: (ids) => sql<OwnerRow>`
    select media.file_id as id, coalesce(orders.user_id::text, '') as "ownerId"
    from media join poster_orders on poster_orders.media_id = media.id join orders on orders.id = poster_orders.order_id
    where media.file_id = any(${ids}::uuid[])`,
  uses: { orders: ordersModule, files: filesModule },
  accessCases: () => import('./access-cases.ts'),
  create: (platform: Platform, { orders, files }) => {
    const printStorage = createPrintStorage({ ...platform, files });
    const prints = createPosterPrints({ ...platform, orders });
    return {
      api: {},
      routes: (app: FastifyInstance) => postersRoutes(app, { ...platform, orders, prints }),
      jobs: [printStorage.job, printStorage.forgetJob],
      reactions: [on(accountDeleting, printStorage.handleAccountDeleting), on(orderClosed, printStorage.handleOrderClosed)],
      portProviders: [provide(orderTypeHandlers, createPosterOrderHandler(platform))],
    };
  },
});
