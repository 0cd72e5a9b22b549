import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'GET /api/stripes/config': { kind: 'public', url: '/stripes/config' },
  // Only the signature is trusted, not the caller.
  'POST /api/stripes/webhook': { kind: 'public', url: '/stripes/webhook', body: {} },
};
