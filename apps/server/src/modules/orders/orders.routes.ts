import * as endpoints from '@vitrine/contract/orders.endpoints';
import type { FastifyInstance } from 'fastify';
import { perMinute, serve } from '../../plugins/endpoints.ts';
import { sendCsv } from '../files/index.ts';
import type { OrderPlacement } from './order-placement.service.ts';
import type { OrderStatusesService } from './order-statuses.service.ts';
import { orderCsvHead, orderCsvLine } from './orders.presenter.ts';
import type { OrdersService } from './orders.service.ts';
import type { RefundsService } from './refunds.service.ts';

interface Deps {
  ordering: OrderPlacement;
  pages: OrdersService;
  refunds: RefundsService;
  statuses: OrderStatusesService;
}

const ORDERS_A_MINUTE = 60;
/** Routes for placing orders, for a customer's own orders and for the console. */
export async function ordersRoutes(app: FastifyInstance, { ordering, pages, refunds, statuses }: Deps): Promise<void> {
  serve(
    app,
    endpoints.createOrder,
    async ({ actor, body }) => ({ message: 'Order created.', result: await pages.read(actor, await ordering.create(actor, body)) }),
    { rateLimit: perMinute(ORDERS_A_MINUTE) },
  );

  serve(app, endpoints.listOrders, async ({ actor, query }) => ({ result: await pages.list(actor, query) }));

  serve(app, endpoints.exportOrders, async ({ actor, query, reply }) =>
    sendCsv(reply, {
      name: 'orders.csv',
      head: orderCsvHead(),
      parts: (atOnce) => pages.listAll(actor, query, atOnce),
      toLine: orderCsvLine,
    }),
  );

  serve(app, endpoints.listOwnOrders, async ({ actor, params, query }) => ({ result: await pages.listOwn(actor, params.userId, query) }));

  serve(app, endpoints.readOrder, async ({ actor, params }) => ({ result: [await pages.read(actor, params.id)] }));

  serve(app, endpoints.changeOrderStatus, async ({ actor, params, body, version }) => {
    await statuses.change(actor, params.id, body, version);
    return { message: 'Order status updated.', result: await pages.read(actor, params.id) };
  });

  serve(app, endpoints.refundOrder, async ({ actor, params, body }) => {
    await refunds.refund(actor, params.id, body);
    return { message: 'Refund sent.', result: await pages.read(actor, params.id) };
  });
}
