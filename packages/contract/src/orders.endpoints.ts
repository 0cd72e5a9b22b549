import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { createOrderBody, order, orderRow, orderStatusBody, ordersQuery, ownOrdersQuery, refundBody } from './orders.ts';

const tag = 'orders';

/** Of a poster or of products. The server reckons; the same `requestId` answers the same order. */
export const createOrder = endpoint({
  method: 'POST',
  path: '/orders',
  access: 'session',
  tag,
  body: createOrderBody,
  result: order,
  status: 201,
});

export const listOrders = endpoint({
  method: 'GET',
  path: '/orders',
  access: 'console',
  capability: 'orders.see',
  tag,
  query: ordersQuery,
  result: z.array(orderRow),
});

/** What the same query lists, as a CSV file, as it is read. */
export const exportOrders = endpoint({
  method: 'GET',
  path: '/orders/export/csv',
  access: 'console',
  capability: 'orders.see',
  tag,
  query: ordersQuery,
  answers: 'bytes',
});

export const listOwnOrders = endpoint({
  method: 'GET',
  path: '/orders/users/:userId',
  access: 'session',
  tag,
  query: ownOrdersQuery,
  result: z.array(orderRow),
});

/** Its buyer's and administrators'. */
export const readOrder = endpoint({ method: 'GET', path: '/orders/:id', access: 'session', tag, result: z.array(order) });

export const changeOrderStatus = endpoint({
  method: 'PUT',
  path: '/orders/:id/status',
  access: 'console',
  capability: 'orders.change',
  tag,
  body: orderStatusBody,
  result: order,
});

export const refundOrder = endpoint({
  method: 'POST',
  path: '/orders/:id/refunds',
  access: 'console',
  capability: 'orders.refund',
  tag,
  body: refundBody,
  result: order,
});

/** The picture at full resolution, upright, cropped, as {name}.jpg. */
export const downloadPrintFile = endpoint({
  method: 'GET',
  path: '/orders/:id/printfile',
  access: 'console',
  capability: 'orders.see',
  tag,
  answers: 'bytes',
});
