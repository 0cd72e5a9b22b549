import type { AccessCases } from '../access/index.ts';

const items = [{ price: '00000000-0000-4000-8000-000000000000' }];

export const cases: AccessCases = {
  'GET /api/subscriptions/:userId': { kind: 'read', url: '/subscriptions/{userId}' },
  'GET /api/stripes/credit/:userId': { kind: 'consoleAndOwnRead', url: '/stripes/credit/{userId}' },
  'GET /api/stripes/subscriptions/:subscriptionId': { kind: 'read', url: '/stripes/subscriptions/{subscriptionId}' },
  'POST /api/stripes/preview': { kind: 'self', url: '/stripes/preview', body: { priceId: '{nothing}' }, isAbsent: true },
  'POST /api/stripes/subscription': {
    kind: 'self',
    url: '/stripes/subscription',
    body: { priceId: '{nothing}', paymentMethodId: 'pm_card_visa' },
    isAbsent: true,
  },
  // The price does not exist, which is answered like any missing object.
  'PUT /api/stripes/subscription/:id': { kind: 'ownOnly', url: '/stripes/subscription/{subscriptionId}', body: { items }, isAbsent: true },
  'POST /api/stripes/subscription/:id/extra-screens/preview': {
    kind: 'ownOnly',
    url: '/stripes/subscription/{subscriptionId}/extra-screens/preview',
    body: { quantity: 0 },
  },
  'PUT /api/stripes/subscription/:id/extra-screens': {
    kind: 'ownOnly',
    url: '/stripes/subscription/{subscriptionId}/extra-screens',
    body: { quantity: 0 },
  },
  'DELETE /api/stripes/subscription/:subscriptionId': { kind: 'ownOnly', url: '/stripes/subscription/{subscriptionId}' },
  'PUT /api/stripes/subscription/:id/resume': { kind: 'ownOnly', url: '/stripes/subscription/{subscriptionId}/resume' },
  'PUT /api/stripes/subscription/:id/card': {
    kind: 'ownOnly',
    url: '/stripes/subscription/{subscriptionId}/card',
    body: { paymentMethodId: 'pm_card_visa' },
  },
};
