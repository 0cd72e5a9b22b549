import { randomUUID } from 'node:crypto';
import type { AccessCases } from '../access/index.ts';

const address = { street: '12 Long Lane', city: 'Portland', state: 'Oregon', zipcode: '97201', country: 'US' };

export const cases: AccessCases = {
  'POST /api/stripes/payment/intent': { kind: 'self', url: '/stripes/payment/intent', body: { amount: 100 }, isAbsent: true },
  'POST /api/stripes/payment': {
    kind: 'self',
    url: '/stripes/payment',
    body: { paymentType: 'paymentsuccess', paymentIntentId: 'pi_unknown' },
    isAbsent: true,
  },
  'GET /api/stripes/payments/:userId': { kind: 'read', url: '/stripes/payments/{userId}' },
  'GET /api/stripes/payments/:userId/:paymentId': { kind: 'read', url: '/stripes/payments/{userId}/{orderId}' },
  'POST /api/orders': {
    kind: 'self',
    url: '/orders',
    body: {
      orderType: 'poster',
      requestId: '{nothing}',
      amount: 10,
      shippingCountry: 'US',
      address,
      quantity: 1,
      shippingIn: '{nothing}',
      poster: { mediaId: '{nothing}', combinationId: '{nothing}' },
    },
    isAbsent: true,
  },
  'GET /api/orders': { kind: 'console', url: '/orders?orderType=poster' },
  'GET /api/orders/export/csv': { kind: 'console', url: '/orders/export/csv?orderType=poster' },
  'GET /api/orders/users/:userId': { kind: 'consoleAndOwnRead', url: '/orders/users/{userId}' },
  'GET /api/orders/:id': { kind: 'consoleAndOwnRead', url: '/orders/{orderId}' },
  'PUT /api/orders/:id/status': {
    kind: 'console',
    url: '/orders/{orderId}/status',
    body: { statusId: '{nothing}' },
    isAbsent: true,
    change: async ({ call, orderId }) => {
      const statuses = await call<{ _id: string; name: string }[]>('GET', '/mastervalues?type=order');
      return { url: `/orders/${orderId}/status`, body: { statusId: statuses.find(({ name }) => name === 'Shipped')?._id } };
    },
  },
  'POST /api/orders/:id/refunds': {
    kind: 'console',
    url: '/orders/{orderId}/refunds',
    body: { requestId: '{nothing}', amount: 999_999_999 },
    isOwnPlatformOnly: true,
    change: async ({ orderId }) => ({ url: `/orders/${orderId}/refunds`, body: { requestId: randomUUID(), amount: 100 } }),
  },
};
