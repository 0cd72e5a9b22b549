import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'GET /api/albums/users/storages/:userId': { kind: 'read', url: '/albums/users/storages/{userId}' },
};
