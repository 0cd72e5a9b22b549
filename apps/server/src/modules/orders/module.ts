import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { provide } from '../../platform/ports.ts';
import type { OwnerRow, Policies } from '../access/index.ts';
import { personalDataExports } from '../accounts/index.ts';
import { defineModule, type ModuleApi, type Platform } from '../define-module.ts';
import { bankObjectChanged, paymentsModule } from '../payments/index.ts';
import { listOrdersExport, listPaidInvoices } from './order-payments.read-model.ts';
import { orderPaymentsRoutes } from './order-payments.routes.ts';
import { createOrderPaymentsService } from './order-payments.service.ts';
import { createOrderPlacement } from './order-placement.service.ts';
import { createOrderStatusesService } from './order-statuses.service.ts';
import {
  orderClosed,
  orderPaid,
  orderRefunded,
  orderTypeHandlers,
  subscriptionControl,
  syncSubscriptionFromBank,
} from './orders.events.ts';
import { createUnpaidOrderCloser } from './orders.jobs.ts';
import { ordersRoutes } from './orders.routes.ts';
import { createOrdersService } from './orders.service.ts';
import { insertOrder } from './orders.store.ts';
import { createPaymentStateService } from './payment-state.service.ts';
import { creditLimit } from './refundable.rules.ts';
import { createRefundsService } from './refunds.service.ts';
import { listPaidOrders } from './refunds.store.ts';

declare module '../access/policies.ts' {
  interface Actions {
    'order.read': true;
    /** Lists the orders of an account. */
    'accountOrders.read': true;
  }
}

/** An order belongs to its buyer. When the account is deleted it has no owner, and staff still read it. */
export const orderPolicies: Policies = {
  'order.read': (ids) =>
    sql<OwnerRow>`select id, coalesce(user_id::text, '') as "ownerId", false as "isGuest" from orders where id = any(${ids}::uuid[])`,
  'accountOrders.read': (ids) => sql<OwnerRow>`select id, id as "ownerId", false as "isGuest" from users where id = any(${ids}::uuid[])`,
};

const RECONCILE_MS = 5 * 60_000;
const CLOSE_INTERVAL_MS = 60 * 60_000;

/** Orders of all types and their payment state. Modules to the right create orders; only the bank decides whether one is paid. */
export const ordersModule = defineModule({
  name: 'orders',
  tables: {
    owned: ['orders', 'order_lines', 'order_changes', 'order_statuses', 'order_addresses', 'order_refunds'],
    read: ['users', 'addresses'],
  },
  events: [orderPaid, orderRefunded, orderClosed],
  ports: [syncSubscriptionFromBank, subscriptionControl, orderTypeHandlers],
  policies: orderPolicies,
  consoleActions: { 'order.read': 'orders.see', 'accountOrders.read': 'orders.see' },
  uses: { payments: paymentsModule },
  accessCases: () => import('./access-cases.ts'),
  create: (platform: Platform, { payments: { cards, customers } }) => {
    const settle = createPaymentStateService(platform);
    const payments = createOrderPaymentsService({ ...platform, cards, customers, paymentState: settle });
    const pages = createOrdersService({ ...platform, cards });
    const ordering = createOrderPlacement({ ...platform, cards });
    const refunds = createRefundsService({ ...platform, cards, paymentState: settle, pages, payments });
    const statuses = createOrderStatusesService({ ...platform, pages });
    return {
      api: {
        placeOrder: insertOrder,
        applyInvoicePayment: settle.invoice,
        listPaidInvoices,
        /** The most that a change of plan at `now` may add to the payer's credit without giving refunded money back again, in cents. */
        creditLimit: async (db: Db, subscriptionId: string, now: Date): Promise<number> =>
          creditLimit(await listPaidOrders(db, subscriptionId), now),
        statuses,
        /** NOT_FOUND for callers that may not read the order. */
        authorizeRead: async (...asked: Parameters<typeof pages.authorizeRead>): Promise<void> =>
          void (await pages.authorizeRead(...asked)),
      },
      routes: async (app: FastifyInstance) => {
        await orderPaymentsRoutes(app, { payments });
        await ordersRoutes(app, { ordering, pages, refunds, statuses });
      },
      jobs: [refunds.job],
      workerTasks: [
        { name: 'orders.reconcile', everyMs: RECONCILE_MS, run: payments.reconcile },
        {
          name: 'orders.closeUnpaid',
          everyMs: CLOSE_INTERVAL_MS,
          run: createUnpaidOrderCloser({ ...platform, cards, refresh: payments.refresh }),
        },
      ],
      portProviders: [provide(bankObjectChanged, payments.bankObjectChanged), provide(personalDataExports, listOrdersExport)],
    };
  },
});

export type OrdersApi = ModuleApi<typeof ordersModule>;
