import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'GET /api/users/login/company': { kind: 'public', url: '/users/login/company' },
  'POST /api/users/login/company/start': { kind: 'public', url: '/users/login/company/start' },
  'POST /api/users/login/company/answer': { kind: 'public', url: '/users/login/company/answer', body: {} },
  'POST /api/users/login/company/proof': { kind: 'public', url: '/users/login/company/proof', body: {} },
  'GET /api/users/company-identity': { kind: 'self', url: '/users/company-identity' },
  'DELETE /api/users/company-identity': { kind: 'ownOnly', url: '/users/company-identity', isAbsent: true },
};
