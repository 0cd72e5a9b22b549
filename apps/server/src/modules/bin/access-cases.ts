import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'GET /api/bin/:userId': { kind: 'read', url: '/bin/{userId}' },
  'PUT /api/bin/:userId/restore': { kind: 'write', url: '/bin/{userId}/restore', body: {} },
  'DELETE /api/bin/:userId': { kind: 'write', url: '/bin/{userId}', body: { all: true } },
};
