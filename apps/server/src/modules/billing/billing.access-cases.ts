import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'GET /api/subscriptions/:userId': { kind: 'read', url: '/subscriptions/{userId}' },
};
