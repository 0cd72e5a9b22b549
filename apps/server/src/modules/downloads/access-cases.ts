import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'POST /api/uploads/zip': { kind: 'read', url: '/uploads/zip', body: { albumId: '{albumId}' } },
  'GET /api/uploads/zip/:key': { kind: 'ownOnly', url: '/uploads/zip/{nothing}', isAbsent: true },
};
