import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'GET /api/uploads/accepted': { kind: 'self', url: '/uploads/accepted' },
  'POST /api/uploads': { kind: 'self', url: '/uploads', body: {} },
};
