import type { AccessCases } from '../access/index.ts';

/** Members can see the family, so they get ACCESS_DENIED. */
const member = 403;

export const cases: AccessCases = {
  'POST /api/organizations': { kind: 'self', url: '/organizations', body: {} },
  'GET /api/organizations': { kind: 'self', url: '/organizations' },
  'GET /api/organizations/details/:orgId': { kind: 'read', url: '/organizations/details/{orgId}' },
  'PUT /api/organizations/:orgId': { kind: 'write', url: '/organizations/{orgId}', body: { name: 'Renamed' }, member },
  'DELETE /api/organizations/:orgId': { kind: 'write', url: '/organizations/{orgId}', member },
  'PUT /api/organizations/:orgId/owner': {
    kind: 'write',
    url: '/organizations/{orgId}/owner',
    body: { userId: '{memberId}', password: 'correct horse' },
    member,
  },
  'DELETE /api/organizations/:orgId/members/:userId': { kind: 'write', url: '/organizations/{orgId}/members/{memberId}', member },
  'GET /api/organizations/:orgId/invitations': { kind: 'read', url: '/organizations/{orgId}/invitations', member },
  'DELETE /api/organizations/:orgId/invitations/:invitationId': {
    kind: 'write',
    url: '/organizations/{orgId}/invitations/{invitationId}',
    member,
  },
  'GET /api/organizations/invitations/own': { kind: 'self', url: '/organizations/invitations/own' },
  'PUT /api/organizations/invitations/:invitationId/answer': {
    kind: 'ownOnly',
    url: '/organizations/invitations/{nothing}/answer',
    body: { answer: 'accept' },
    isAbsent: true,
  },
  'POST /api/users/org/user': {
    kind: 'write',
    url: '/users/org/user',
    body: { orgId: '{orgId}', emails: ['{nothing}@example.com'] },
    member,
  },
  'GET /api/users/org/users/:orgId': { kind: 'read', url: '/users/org/users/{orgId}' },
  'GET /api/users/all/list': { kind: 'self', url: '/users/all/list' },
};
