import type { FastifyInstance } from 'fastify';
import type { Db } from '../../platform/database/database.ts';
import { provide } from '../../platform/ports.ts';
import { personalData } from '../accounts/index.ts';
import { defineModule, type FaceOf, type Platform } from '../define-module.ts';
import { bankObjects, paymentsModule } from '../payments/index.ts';
import { createClosing } from './closing.ts';
import { createOrderPages } from './order-pages.service.ts';
import { orderPaymentsRoutes } from './order-payments.routes.ts';
import { createOrderPayments } from './order-payments.service.ts';
import { createOrdering } from './ordering.service.ts';
import { orderClosed } from './orders.events.ts';
import { orderPolicies } from './orders.policies.ts';
import { orderKinds, subscriptionControl, subscriptionTruth } from './orders.ports.ts';
import { exportOrders, listPaidInvoices } from './orders.read-model.ts';
import { ordersRoutes } from './orders.routes.ts';
import { insertOrder } from './orders.store.ts';
import { creditLimit } from './refundable.rules.ts';
import { createRefunds } from './refunds.service.ts';
import { listPaidOrders } from './refunds.store.ts';
import { createSettle } from './settle.ts';
import { createStatuses } from './statuses.service.ts';

const RECONCILE_MS = 5 * 60_000;
const CLOSE_MS = 60 * 60_000;

/** What was bought, of whatever type, and whether it is paid. Those to its right order; the bank alone says that one is paid. */
export const ordersModule = defineModule({
  name: 'orders',
  tables: {
    owned: ['orders', 'order_lines', 'order_changes', 'order_statuses', 'order_addresses', 'order_refunds'],
    read: ['users', 'addresses'],
  },
  events: [orderClosed],
  ports: [subscriptionTruth, subscriptionControl, orderKinds],
  policies: orderPolicies,
  consoleActions: { 'order.read': 'orders.see', 'accountOrders.read': 'orders.see' },
  uses: { payments: paymentsModule },
  accessCases: () => import('./orders.access-cases.ts'),
  create: (platform: Platform, { payments: { cards, customers } }) => {
    const settle = createSettle(platform);
    const payments = createOrderPayments({ ...platform, cards, customers, settle });
    const pages = createOrderPages({ ...platform, cards });
    const ordering = createOrdering({ ...platform, cards });
    const refunds = createRefunds({ ...platform, cards, settle, pages, payments });
    const statuses = createStatuses({ ...platform, pages });
    return {
      face: {
        place: insertOrder,
        settleInvoice: settle.invoice,
        listPaidInvoices,
        /** The most that a change of plan at `now` may add to the payer's credit without giving refunded money back again, in cents. */
        creditLimit: async (db: Db, subscriptionId: string, now: Date): Promise<number> =>
          creditLimit(await listPaidOrders(db, subscriptionId), now),
        statuses,
        /** NOT_FOUND for whoever may not read the order. */
        authorizeRead: async (...asked: Parameters<typeof pages.authorizeRead>): Promise<void> =>
          void (await pages.authorizeRead(...asked)),
      },
      routes: async (app: FastifyInstance) => {
        await app.register(orderPaymentsRoutes, { payments });
        await app.register(ordersRoutes, { ordering, pages, refunds, statuses });
      },
      jobs: [refunds.job],
      housekeeping: [
        { name: 'orders.reconcile', everyMs: RECONCILE_MS, run: payments.reconcile },
        { name: 'orders.closeUnpaid', everyMs: CLOSE_MS, run: createClosing({ ...platform, cards, refresh: payments.refresh }) },
      ],
      provides: [provide(bankObjects, payments.bankObjectChanged), provide(personalData, exportOrders)],
    };
  },
});

export type OrdersFace = FaceOf<typeof ordersModule>;
