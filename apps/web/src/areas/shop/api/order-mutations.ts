import type { MessageResponse } from '../../../lib/api-client.ts';
import { billingKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { orderKeys } from './order-keys.ts';
import { changeOrderStatus, downloadPrintFile, exportOrders, type OrderFilters, placeOrder, refundOrder } from './orders.ts';

/** An answer that was lost may still have placed it. */
export const usePlaceOrder = () =>
  useApiMutation({ change: placeOrder, stale: [orderKeys.all, billingKeys.payments], isStaleOnError: true });

export const useChangeOrderStatus = (after: MutationCallbacks<Parameters<typeof changeOrderStatus>[0], MessageResponse>) =>
  useApiMutation({ change: changeOrderStatus, stale: [orderKeys.all], isStaleOnError: true }, after);

export const useRefundOrder = (after: MutationCallbacks<Parameters<typeof refundOrder>[0], MessageResponse>) =>
  useApiMutation(
    { change: refundOrder, stale: [orderKeys.all, billingKeys.payments, billingKeys.subscriptions], isStaleOnError: true },
    after,
  );

export const useExportOrders = (after: MutationCallbacks<OrderFilters, void>) => useApiMutation({ change: exportOrders, stale: [] }, after);

export const useDownloadPrintFile = (after: MutationCallbacks<{ id: string; name: string }, void>) =>
  useApiMutation({ change: ({ id, name }: { id: string; name: string }) => downloadPrintFile(id, name), stale: [] }, after);
