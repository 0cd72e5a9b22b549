import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'GET /api/users/ftp/server': { kind: 'self', url: '/users/ftp/server' },
  'POST /api/users/ftp/server': { kind: 'self', url: '/users/ftp/server', body: {} },
  'PUT /api/users/ftp/server': { kind: 'self', url: '/users/ftp/server', body: {} },
  'DELETE /api/users/ftp/server': { kind: 'self', url: '/users/ftp/server', body: {} },
};
