import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { CreateOrder, Order, OrdersQuery, RefundBody } from '@vitrine/contract/orders';
import * as endpoints from '@vitrine/contract/orders.endpoints';
import type { StatusValue, statusBody } from '@vitrine/contract/posters';
import * as postersEndpoints from '@vitrine/contract/posters.endpoints';
import type { z } from 'zod';
import { call, fetchBytes, getEndpointUrl, type MessageResponse, send } from '../../../lib/api-client.ts';
import { download, saveBytes } from '../../../lib/downloads.ts';
import { billingKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import type { Versioned } from '../../../lib/use-edit-version.ts';

const orderKeys = {
  all: ['orders'] as const,
  own: (userId: string) => ['orders', 'own', userId] as const,
  lists: (query: Record<string, string | undefined>) => ['orders', 'list', query] as const,
  one: (orderId: string) => ['orders', 'one', orderId] as const,
  statuses: ['order-statuses'] as const,
};

const PAGE_SIZE = 20;

/** Filters of an administrator's list. */
export type OrderFilters = Partial<Pick<OrdersQuery, 'orderType' | 'platform' | 'string' | 'statusId' | 'paymentEvent' | 'from' | 'until'>>;

const getCursor = (page: readonly { _id: string }[]) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?._id);

/** Newest first. */
export const ordersOptions = (filters: OrderFilters) =>
  infiniteQueryOptions({
    queryKey: orderKeys.lists(filters),
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.listOrders, { query: { ...filters, role: 'admin', dataPerPage: PAGE_SIZE, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: getCursor,
  });

export const ownOrdersOptions = (userId: string) =>
  infiniteQueryOptions({
    queryKey: orderKeys.own(userId),
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.listOwnOrders, { params: { userId }, query: { dataPerPage: PAGE_SIZE, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: getCursor,
  });

export const orderOptions = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.one(orderId),
    queryFn: async ({ signal }): Promise<Order | null> => (await call(endpoints.readOrder, { params: { id: orderId }, signal }))[0] ?? null,
  });

/** It waits to be paid; the same `requestId` answers the same order. */
const placeOrder = (body: CreateOrder): Promise<Order> => call(endpoints.createOrder, { body });

const exportOrders = (filters: OrderFilters) => download(getEndpointUrl(endpoints.exportOrders, { query: filters }), 'orders.csv');

/** Downloads the print file under the photo's name. */
async function downloadPrintFile(orderId: string, name: string): Promise<void> {
  saveBytes(await fetchBytes(getEndpointUrl(endpoints.downloadPrintFile, { params: { id: orderId } })), `${name}.jpg`);
}

const changeOrderStatus = ({ id, ...body }: { id: string; version?: string; statusId: string; trackingNumber?: string }) =>
  send(endpoints.changeOrderStatus, { params: { id }, body });

const refundOrder = ({ id, ...body }: { id: string } & RefundBody) => send(endpoints.refundOrder, { params: { id }, body });

/** An answer that was lost may still have placed it. */
export const usePlaceOrder = () =>
  useApiMutation({ mutate: placeOrder, invalidates: [orderKeys.all, billingKeys.payments], invalidatesOnError: true });

export const useChangeOrderStatus = (after: MutationCallbacks<Parameters<typeof changeOrderStatus>[0], MessageResponse>) =>
  useApiMutation({ mutate: changeOrderStatus, invalidates: [orderKeys.all], invalidatesOnError: true }, after);

export const useRefundOrder = (after: MutationCallbacks<Parameters<typeof refundOrder>[0], MessageResponse>) =>
  useApiMutation(
    { mutate: refundOrder, invalidates: [orderKeys.all, billingKeys.payments, billingKeys.subscriptions], invalidatesOnError: true },
    after,
  );

export const useExportOrders = (after: MutationCallbacks<OrderFilters, void>) =>
  useApiMutation({ mutate: exportOrders, invalidates: [] }, after);

export const useDownloadPrintFile = (after: MutationCallbacks<{ id: string; name: string }, void>) =>
  useApiMutation({ mutate: ({ id, name }: { id: string; name: string }) => downloadPrintFile(id, name), invalidates: [] }, after);

/** Statuses of orders, set by administrators, and of payments, which follow the bank. */
export const orderStatusesOptions = () =>
  queryOptions({
    queryKey: orderKeys.statuses,
    queryFn: async ({ signal }): Promise<StatusValue[]> =>
      (await call(postersEndpoints.listMasterValues, { query: { type: 'order' }, signal })).filter((value) => 'color' in value),
  });

type OrderStatusBody = z.input<typeof statusBody>;
/** Orders carry their statuses with name and colour. */
const STATUS_KEYS = [orderKeys.statuses, orderKeys.all];

/** Creates one, or with an id replaces the one that has this version. */
export const useSaveStatus = (id: string | undefined, after: MutationCallbacks<Versioned<OrderStatusBody>, MessageResponse>) =>
  useApiMutation(
    {
      mutate: ({ form: body, version }: Versioned<OrderStatusBody>) =>
        id
          ? send(postersEndpoints.editMasterValue, { params: { id }, body: { ...body, version } })
          : send(postersEndpoints.createMasterValue, { body }),
      invalidates: STATUS_KEYS,
      invalidatesOnError: true,
    },
    after,
  );

export const useDeleteStatus = (after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation(
    {
      mutate: (id: string) => send(postersEndpoints.deleteMasterValue, { params: { id } }),
      invalidates: STATUS_KEYS,
      invalidatesOnError: true,
    },
    after,
  );
