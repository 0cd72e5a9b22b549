import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { CreateOrder, Order, OrdersQuery, RefundBody } from '@vitrine/contract/orders';
import * as endpoints from '@vitrine/contract/orders.endpoints';
import { call, fetchBytes, getEndpointUrl, send } from '../../../lib/api-client.ts';
import { download, saveBytes } from '../../../lib/downloads.ts';
import { orderKeys } from './order-keys.ts';

const PAGE_SIZE = 20;

/** What an administrator's list is narrowed to. */
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
export const placeOrder = (body: CreateOrder): Promise<Order> => call(endpoints.createOrder, { body });

export const exportOrders = (filters: OrderFilters) => download(getEndpointUrl(endpoints.exportOrders, { query: filters }), 'orders.csv');

/** What is printed, under the name of the picture. */
export async function downloadPrintFile(orderId: string, name: string): Promise<void> {
  saveBytes(await fetchBytes(getEndpointUrl(endpoints.downloadPrintFile, { params: { id: orderId } })), `${name}.jpg`);
}

export const changeOrderStatus = ({ id, ...body }: { id: string; version?: string; statusId: string; trackingNumber?: string }) =>
  send(endpoints.changeOrderStatus, { params: { id }, body });

export const refundOrder = ({ id, ...body }: { id: string } & RefundBody) => send(endpoints.refundOrder, { params: { id }, body });
