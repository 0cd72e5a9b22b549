import type { AccessCases, ConsoleCallContext } from '../access/index.ts';

/** Another case may have made the user a member of staff, whose account no one views. */
async function viewable({ call, userId }: ConsoleCallContext): Promise<string> {
  await call('PUT', `/users/roles/${userId}`, { roleName: 'user' });
  return userId;
}

export const cases: AccessCases = {
  'POST /api/console/views': {
    kind: 'console',
    url: '/console/views',
    body: { userId: '{userId}' },
    isOwnPlatformOnly: true,
    unpermitted: 403,
    hasNoAuditedRow: true,
    change: async (trial) => ({ url: '/console/views', body: { userId: await viewable(trial) } }),
  },
  'DELETE /api/console/views': {
    kind: 'console',
    url: '/console/views',
    hasNoAuditedRow: true,
    change: async (trial) => {
      await trial.call('POST', '/console/views', { userId: await viewable(trial) });
      return { url: '/console/views' };
    },
  },
  'GET /api/console/views/:userId': { kind: 'console', url: '/console/views/{userId}', isOwnPlatformOnly: true },
  'POST /api/console/views/requests': {
    kind: 'console',
    url: '/console/views/requests',
    body: { userId: '{userId}', duration: 'hour' },
    isOwnPlatformOnly: true,
    skipsAuditTrail: 'Only installations with STAFF_ACCESS=consent take requests; staff-access.test.ts looks at their entry.',
  },
  'GET /api/users/staff-access': { kind: 'self', url: '/users/staff-access' },
  'PUT /api/users/staff-access/:id': { kind: 'ownOnly', url: '/users/staff-access/{nothing}', body: { answer: 'deny' }, isAbsent: true },
  'GET /api/users/activity': { kind: 'self', url: '/users/activity' },
};
