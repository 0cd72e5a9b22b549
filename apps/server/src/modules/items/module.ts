import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { provide } from '../../platform/ports.ts';
import type { OwnerRow } from '../access/index.ts';
import { defineModule } from '../define-module.ts';
import { filesModule } from '../files/index.ts';
import { ordersModule, orderTypeHandlers } from '../orders/index.ts';
import { createItemOrderHandler } from './item-order.service.ts';
import { createItemPicturesService } from './item-pictures.service.ts';
import { itemsRoutes } from './items.routes.ts';
import { createItemsService } from './items.service.ts';

/** The partner's products, and the order lines of sold ones. */
export const itemsModule = defineModule({
  name: 'items',
  tables: { owned: ['items', 'item_order_lines'], read: ['users', 'files', 'orders'] },
  fileReferences: [
    { table: 'items', column: 'picture_file_id' },
    {
      table: 'item_order_lines',
      column: 'picture_file_id',
      readers: sql`select orders.user_id from orders where orders.id = item_order_lines.order_id and orders.user_id is not null`,
    },
  ],
  orderedFiles: (ids) => sql<OwnerRow>`
    select item_order_lines.picture_file_id as id, coalesce(orders.user_id::text, '') as "ownerId"
    from item_order_lines join orders on orders.id = item_order_lines.order_id
    where item_order_lines.picture_file_id = any(${ids}::uuid[])`,
  uses: { files: filesModule, orders: ordersModule },
  accessCases: () => import('./access-cases.ts'),
  create(platform, { files }) {
    const pictures = createItemPicturesService({ ...platform, derivatives: files.derivatives });
    const items = createItemsService({ ...platform, pictures });
    return {
      api: {},
      routes: (app: FastifyInstance) => itemsRoutes(app, { items }),
      portProviders: [provide(orderTypeHandlers, createItemOrderHandler())],
    };
  },
});
