import type { AccessCases } from '../access/index.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

export const cases: AccessCases = {
  'GET /api/users/tokens': { kind: 'self', url: '/users/tokens' },
  'POST /api/users/tokens': { kind: 'self', url: '/users/tokens', body: {} },
  'DELETE /api/users/tokens/:id': { kind: 'ownOnly', url: `/users/tokens/${NOBODY}`, isAbsent: true },
};
