import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { createOrderBody, order, orderRow, orderStatusBody, ordersQuery, ownOrdersQuery, refundBody } from './orders.ts';
import { orderReference } from './payments.ts';

const tag = 'orders';
const orderParams = z.object({ id: orderReference });

export const createOrder = endpoint({
  method: 'POST',
  path: '/orders',
  summary: 'Places an order for a poster or for products, and returns the same order when a request is repeated.',
  description: 'The server calculates the amount. Requests with the same `requestId` return the same order.',
  errors: ['NOT_FOUND', 'AMOUNT_DIFFERS', 'ITEM_GONE', 'MEDIA_NOT_PRINTABLE', 'POSTER_UNAVAILABLE'],
  access: 'session',
  tag,
  body: createOrderBody,
  result: order,
  status: 201,
});

export const listOrders = endpoint({
  method: 'GET',
  path: '/orders',
  summary: 'Lists the orders of all users.',
  errors: [],
  access: 'console',
  capability: 'orders.see',
  tag,
  query: ordersQuery,
  result: z.array(orderRow),
});

export const exportOrders = endpoint({
  method: 'GET',
  path: '/orders/export/csv',
  summary: 'Exports the matching orders as a CSV file.',
  errors: [],
  access: 'console',
  capability: 'orders.see',
  tag,
  query: ordersQuery,
  answers: 'bytes',
});

export const listOwnOrders = endpoint({
  method: 'GET',
  path: '/orders/users/:userId',
  summary: 'Lists the orders of a user.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag,
  query: ownOrdersQuery,
  result: z.array(orderRow),
});

export const readOrder = endpoint({
  method: 'GET',
  path: '/orders/:id',
  summary: 'Returns an order, by its id or number, with its lines, payment and history.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag,
  params: orderParams,
  result: z.array(order),
});

export const changeOrderStatus = endpoint({
  method: 'PUT',
  path: '/orders/:id/status',
  summary: 'Moves an order to another status and records its tracking number.',
  errors: ['EDIT_CONFLICT'],
  access: 'console',
  capability: 'orders.change',
  tag,
  body: orderStatusBody,
  result: order,
});

export const refundOrder = endpoint({
  method: 'POST',
  path: '/orders/:id/refunds',
  summary: 'Refunds an order in whole or in part, and ends its plan if requested.',
  errors: ['ORDER_NOT_PAID', 'REFUND_TOO_LARGE', 'PLAN_NOT_RUNNING', 'PAYMENT_BUSY', 'CARD_REFUSED', 'BANK_AWAY'],
  access: 'console',
  capability: 'orders.refund',
  stepUp: true,
  tag,
  body: refundBody,
  result: order,
});

export const downloadPrintFile = endpoint({
  method: 'GET',
  path: '/orders/:id/printfile',
  summary: 'Downloads the cropped picture of a poster order at full resolution.',
  errors: ['FILE_BROKEN', 'DISK_FULL'],
  access: 'console',
  capability: 'orders.see',
  tag,
  answers: 'bytes',
});
