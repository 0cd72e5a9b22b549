import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'GET /api/users/search/user': { kind: 'console', url: '/users/search/user?string=ana&sort=name-az' },
  'GET /api/users/search/user/csv': { kind: 'console', url: '/users/search/user/csv?string=nobody' },
  'GET /api/users/search/user/:id': { kind: 'console', url: '/users/search/user/{userId}', isOwnPlatforms: true },
};
