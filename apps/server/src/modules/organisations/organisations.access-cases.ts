import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'GET /api/organizations/details/:orgId': { kind: 'read', url: '/organizations/details/{orgId}' },
};
