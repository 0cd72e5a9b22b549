import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'GET /api/notifications/:userId': { kind: 'read', url: '/notifications/{userId}' },
  'PUT /api/notifications/:userId': { kind: 'write', url: '/notifications/{userId}' },
};
