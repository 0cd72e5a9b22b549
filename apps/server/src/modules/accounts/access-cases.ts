import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'POST /api/users/login': { kind: 'public', url: '/users/login', body: { email: 'x' } },
  'GET /api/users/login/key': { kind: 'public', url: '/users/login/key' },
  'POST /api/users': { kind: 'public', url: '/users', body: {} },
  'PUT /api/users/email/verify': { kind: 'public', url: '/users/email/verify', body: {} },
  'PUT /api/users/forgot/password': { kind: 'public', url: '/users/forgot/password', body: {} },
  'PUT /api/users/reset/password': { kind: 'public', url: '/users/reset/password', body: {} },
  'POST /api/users/media-cookie': { kind: 'self', url: '/users/media-cookie' },
  'GET /api/users/sessions': { kind: 'self', url: '/users/sessions' },
  'DELETE /api/users/sessions': { kind: 'self', url: '/users/sessions', runsLast: true },
  'DELETE /api/users/sessions/:id': { kind: 'ownOnly', url: '/users/sessions/00000000000000000000000000000000', isAbsent: true },
  'PUT /api/users/password': { kind: 'self', url: '/users/password', body: {} },
  'POST /api/users/export': { kind: 'self', url: '/users/export', body: {} },
  'GET /api/users/ftp/server': { kind: 'self', url: '/users/ftp/server' },
  'POST /api/users/ftp/server': { kind: 'self', url: '/users/ftp/server', body: {} },
  'PUT /api/users/ftp/server': { kind: 'self', url: '/users/ftp/server', body: {} },
  'DELETE /api/users/ftp/server': { kind: 'self', url: '/users/ftp/server', body: {} },
  'GET /api/users/:userId': { kind: 'read', url: '/users/{userId}' },
  'PUT /api/users/status/:id': {
    kind: 'console',
    url: '/users/status/{userId}',
    body: { status: true },
    isOwnPlatformOnly: true,
    change: async ({ userId, call }) => {
      await call('PUT', `/users/status/${userId}`, { status: true });
      return { url: `/users/status/${userId}`, body: { status: false } };
    },
  },
  'PUT /api/users/roles/:id': {
    kind: 'console',
    url: '/users/roles/{userId}',
    body: { roleName: 'user' },
    isOwnPlatformOnly: true,
    change: async ({ userId }) => ({ url: `/users/roles/${userId}`, body: { roleName: 'support' } }),
  },
  'PUT /api/users/:id': { kind: 'consoleAndOwnWrite', url: '/users/{userId}', body: { name: 'Renamed' } },
  'DELETE /api/users/:id': { kind: 'ownOnly', url: '/users/{userId}', body: { password: 'not the password' }, runsLast: true },
  'PUT /api/users/privecy/:userId': { kind: 'write', url: '/users/privecy/{userId}', body: { privacy: true } },
  'PUT /api/users/welcome/:userId': { kind: 'write', url: '/users/welcome/{userId}', body: { ended: true } },
  'GET /api/address/:userId': { kind: 'read', url: '/address/{userId}' },
  'POST /api/address': {
    kind: 'self',
    url: '/address',
    body: { street: '12 Long Lane', city: 'Portland', state: 'Oregon', zipcode: '97201', country: 'US' },
  },
  'PUT /api/address/:id': {
    kind: 'write',
    url: '/address/{addressId}',
    body: { street: '12 Long Lane', city: 'Portland', state: 'Oregon', zipcode: '97201', country: 'US' },
  },
  'DELETE /api/address/:id': { kind: 'write', url: '/address/{addressId}' },
  'POST /api/users/logout': { kind: 'self', url: '/users/logout', runsLast: true },
};
