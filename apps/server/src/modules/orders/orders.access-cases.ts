import type { AccessCases } from '../access/index.ts';

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
};
