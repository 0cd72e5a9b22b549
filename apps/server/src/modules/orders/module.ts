import type { FastifyInstance } from 'fastify';
import { provide } from '../../platform/ports.ts';
import { personalData } from '../accounts/index.ts';
import { defineModule, type Platform } from '../define-module.ts';
import { bankObjects, paymentsModule } from '../payments/index.ts';
import { createOrderPayments } from './order-payments.service.ts';
import { subscriptionTruth } from './orders.ports.ts';
import { exportOrders, listPaidInvoices } from './orders.read-model.ts';
import { ordersRoutes } from './orders.routes.ts';
import { insertOrder } from './orders.store.ts';
import { createSettle } from './settle.ts';

const RECONCILE_MS = 5 * 60_000;

/** What was bought, of whatever type, and whether it is paid. Those to its right place orders; the bank alone says that one is paid. */
export const ordersModule = defineModule({
  name: 'orders',
  tables: { owned: ['orders', 'order_lines', 'order_changes', 'order_statuses'], read: ['users'] },
  ports: [subscriptionTruth],
  uses: { payments: paymentsModule },
  accessCases: () => import('./orders.access-cases.ts'),
  create: (platform: Platform, { payments: { cards, customers } }) => {
    const settle = createSettle(platform);
    const payments = createOrderPayments({ ...platform, cards, customers, settle });
    return {
      face: { place: insertOrder, settleInvoice: settle.invoice, listPaidInvoices },
      routes: (app: FastifyInstance) => ordersRoutes(app, { payments }),
      housekeeping: [{ name: 'orders.reconcile', everyMs: RECONCILE_MS, run: payments.reconcile }],
      provides: [provide(bankObjects, payments.bankObjectChanged), provide(personalData, exportOrders)],
    };
  },
});
