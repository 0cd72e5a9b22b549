import type { SecondFactorSettings } from '@vitrine/contract';
import type { AccessCases } from '../access/index.ts';

const link = { key: 'a'.repeat(43), lock: 'b'.repeat(43) };

export const cases: AccessCases = {
  'GET /api/users/second-factor': { kind: 'self', url: '/users/second-factor' },
  'POST /api/users/second-factor/setup': { kind: 'self', url: '/users/second-factor/setup', body: { password: 'not the password' } },
  'POST /api/users/second-factor': { kind: 'self', url: '/users/second-factor', body: {} },
  'DELETE /api/users/second-factor': { kind: 'self', url: '/users/second-factor', body: { password: 'not the password' } },
  'POST /api/users/second-factor/recovery-codes': { kind: 'self', url: '/users/second-factor/recovery-codes', body: {} },
  'POST /api/users/second-factor/recovery/start': { kind: 'public', url: '/users/second-factor/recovery/start', body: link },
  'POST /api/users/second-factor/recovery/stop': { kind: 'public', url: '/users/second-factor/recovery/stop', body: link },
  'GET /api/console/second-factor': { kind: 'console', url: '/console/second-factor' },
  'PUT /api/console/second-factor': {
    kind: 'console',
    url: '/console/second-factor',
    body: {},
    change: async ({ call }) => {
      const { updatedAt } = await call<SecondFactorSettings>('GET', '/console/second-factor');
      return { url: '/console/second-factor', body: { roles: ['support'], updatedAt } };
    },
  },
  'DELETE /api/users/:id/second-factor': {
    kind: 'console',
    url: '/users/{userId}/second-factor',
    isOwnPlatformOnly: true,
    isAbsent: true,
    change: async ({ db, userId }) => {
      await db
        .insertInto('second_factors')
        .values({ user_id: userId, secret: Buffer.alloc(1), created_at: new Date(), confirmed_at: new Date() })
        .execute();
      return { url: `/users/${userId}/second-factor` };
    },
  },
};
