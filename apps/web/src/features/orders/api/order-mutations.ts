import { billingKeys } from '../../../entities/billing/billing-keys.ts';
import { type After, useChange } from '../../../lib/use-change.ts';
import { orderKeys } from '../order-keys.ts';
import { changeOrderStatus, downloadPrintFile, exportOrders, type OrderFilters, placeOrder, refundOrder } from './orders.ts';

interface Said {
  message?: string;
}

/** An answer that was lost may still have placed it. */
export const usePlaceOrder = () => useChange({ change: placeOrder, stale: [orderKeys.all, billingKeys.payments], isStaleOnError: true });

export const useChangeOrderStatus = (after: After<Parameters<typeof changeOrderStatus>[0], Said>) =>
  useChange({ change: changeOrderStatus, stale: [orderKeys.all], isStaleOnError: true }, after);

export const useRefundOrder = (after: After<Parameters<typeof refundOrder>[0], Said>) =>
  useChange({ change: refundOrder, stale: [orderKeys.all, billingKeys.payments, billingKeys.subscriptions], isStaleOnError: true }, after);

export const useExportOrders = (after: After<OrderFilters, void>) => useChange({ change: exportOrders, stale: [] }, after);

export const useDownloadPrintFile = (after: After<{ id: string; name: string }, void>) =>
  useChange({ change: ({ id, name }: { id: string; name: string }) => downloadPrintFile(id, name), stale: [] }, after);
