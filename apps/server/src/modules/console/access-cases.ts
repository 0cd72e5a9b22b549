import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'GET /api/users/search/user': { kind: 'console', url: '/users/search/user?string=ana&sort=name-az' },
  'GET /api/users/search/user/csv': { kind: 'console', url: '/users/search/user/csv?string=nobody' },
  'GET /api/users/search/user/:id': { kind: 'console', url: '/users/search/user/{userId}', isOwnPlatformOnly: true },
  'GET /api/console/overview': { kind: 'console', url: '/console/overview' },
  'GET /api/console/find': { kind: 'console', url: '/console/find?q=ana' },
  'GET /api/console/audit': { kind: 'console', url: '/console/audit?action=album.update' },
  'GET /api/console/audit/csv': { kind: 'console', url: '/console/audit/csv?table=albums' },
  'GET /api/console/audit/choices': { kind: 'console', url: '/console/audit/choices' },
  'GET /api/console/audit/:id': { kind: 'console', isAbsent: true, url: '/console/audit/{nothing}' },
};
