import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'POST /api/users': { kind: 'public', url: '/users', body: {} },
  'PUT /api/users/email/verify': { kind: 'public', url: '/users/email/verify', body: {} },
  'PUT /api/users/forgot/password': { kind: 'public', url: '/users/forgot/password', body: {} },
  'POST /api/emails/stop': { kind: 'public', url: `/emails/stop?token=${'x'.repeat(43)}` },
  'POST /api/users/export': { kind: 'self', url: '/users/export', body: {} },
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
};
