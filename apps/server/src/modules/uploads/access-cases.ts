import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'POST /api/uploads': { kind: 'self', url: '/uploads', body: {} },
};
