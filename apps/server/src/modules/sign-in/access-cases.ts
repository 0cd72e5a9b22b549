import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'POST /api/users/login': { kind: 'public', url: '/users/login', body: { email: 'x' } },
  'GET /api/users/login/key': { kind: 'public', url: '/users/login/key' },
  'PUT /api/users/reset/password': { kind: 'public', url: '/users/reset/password', body: {} },
  'POST /api/users/media-cookie': { kind: 'self', url: '/users/media-cookie' },
  'GET /api/users/sessions': { kind: 'self', url: '/users/sessions' },
  'DELETE /api/users/sessions': { kind: 'self', url: '/users/sessions', runsLast: true },
  'DELETE /api/users/sessions/:id': { kind: 'ownOnly', url: '/users/sessions/00000000000000000000000000000000', isAbsent: true },
  'PUT /api/users/password': { kind: 'self', url: '/users/password', body: {} },
  'POST /api/users/logout': { kind: 'self', url: '/users/logout', runsLast: true },
};
