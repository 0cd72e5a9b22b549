import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'GET /api/stripes/config': { kind: 'public', url: '/stripes/config' },
  // Whoever asks, it is the signature that is believed.
  'POST /api/stripes/webhook': { kind: 'public', url: '/stripes/webhook', body: {} },
};
