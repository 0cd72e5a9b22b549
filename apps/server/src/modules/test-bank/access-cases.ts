import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'POST /api/test-bank/v1/payment_methods': { kind: 'public', url: '/test-bank/v1/payment_methods', body: {} },
  'GET /api/test-bank/v1/payment_intents/:id': { kind: 'public', url: '/test-bank/v1/payment_intents/pi_1' },
  'POST /api/test-bank/v1/payment_intents/:id/confirm': { kind: 'public', url: '/test-bank/v1/payment_intents/pi_1/confirm', body: {} },
  'POST /api/test-bank/v1/payment_intents/:id/authenticate': {
    kind: 'public',
    url: '/test-bank/v1/payment_intents/pi_1/authenticate',
    body: {},
  },
  'GET /api/test-bank/v1/clock': { kind: 'console', url: '/test-bank/v1/clock' },
  'POST /api/test-bank/v1/clock': {
    kind: 'console',
    url: '/test-bank/v1/clock',
    body: {},
    skipsAuditTrail: 'The clock of the test bank moves no real money, and is not there where cards are real.',
  },
};
