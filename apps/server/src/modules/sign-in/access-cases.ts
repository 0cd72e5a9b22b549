import type { AccessCases } from '../access/index.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

export const cases: AccessCases = {
  'POST /api/users/login': { kind: 'public', url: '/users/login', body: { email: 'x' } },
  'GET /api/users/login/key': { kind: 'public', url: '/users/login/key' },
  'PUT /api/users/reset/password': { kind: 'public', url: '/users/reset/password', body: {} },
  'POST /api/users/media-cookie': { kind: 'self', url: '/users/media-cookie' },
  'POST /api/users/second-factor/recovery': { kind: 'public', url: '/users/second-factor/recovery', body: { email: 'x' } },
  'POST /api/users/login/passkey/options': { kind: 'public', url: '/users/login/passkey/options' },
  'POST /api/users/login/passkey': { kind: 'public', url: '/users/login/passkey', body: {} },
  'POST /api/users/step-up/passkey/options': { kind: 'self', url: '/users/step-up/passkey/options' },
  'POST /api/users/step-up/passkey': { kind: 'self', url: '/users/step-up/passkey', body: {} },
  'POST /api/users/step-up': { kind: 'self', url: '/users/step-up', body: {} },
  'GET /api/users/sign-ins': { kind: 'self', url: '/users/sign-ins' },
  'GET /api/users/sessions': { kind: 'self', url: '/users/sessions' },
  'DELETE /api/users/sessions': { kind: 'self', url: '/users/sessions', runsLast: true },
  'DELETE /api/users/sessions/:id': { kind: 'ownOnly', url: '/users/sessions/00000000000000000000000000000000', isAbsent: true },
  'POST /api/users/activity': { kind: 'self', url: '/users/activity' },
  'DELETE /api/users/:id/sessions': {
    kind: 'console',
    // Sessions of the matrix's accounts must stay open.
    url: `/users/${NOBODY}/sessions`,
    isAbsent: true,
    change: async ({ userId }) => ({ url: `/users/${userId}/sessions` }),
  },
  'PUT /api/users/password': { kind: 'self', url: '/users/password', body: {} },
  'POST /api/users/logout': { kind: 'self', url: '/users/logout', runsLast: true },
};
