import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'GET /api/albums/:userId': { kind: 'read', url: '/albums/{userId}' },
  'GET /api/albums/details/:id': { kind: 'read', url: '/albums/details/{albumId}' },
  'POST /api/albums': { kind: 'write', url: '/albums', body: { name: 'Planted', userId: '{userId}' } },
  'PUT /api/albums/:id': { kind: 'write', url: '/albums/{albumId}', body: { name: 'Renamed' } },
  'DELETE /api/albums/:id': { kind: 'write', url: '/albums/{albumId}' },
  'GET /api/albums': { kind: 'read', url: '/albums?userId={userId}' },
  'GET /api/albums/count': { kind: 'read', url: '/albums/count?userId={userId}' },
  'GET /api/albums/shares/:userId': { kind: 'read', url: '/albums/shares/{userId}' },
  'GET /api/albums/all/search': { kind: 'read', url: '/albums/all/search?string=x&userId={userId}' },
  'GET /api/share/email/search/:text': { kind: 'self', url: '/share/email/search/somebody' },
  'PUT /api/albums/share/:albumId': {
    kind: 'write',
    url: '/albums/share/{albumId}',
    body: { emailArr: [{ email: 'somebody.else@example.com', permission: 'read' }] },
  },
  'PUT /api/albums/shares/families/:orgId': { kind: 'write', url: '/albums/shares/families/{orgId}', body: { albumId: ['{albumId}'] } },
  'DELETE /api/albums/shares/:albumId': {
    kind: 'write',
    url: '/albums/shares/{albumId}',
    body: { userRemoveId: ['somebody@example.com'] },
  },
  'PUT /api/albums/share/action/:invitationId': {
    kind: 'ownOnly',
    url: '/albums/share/action/{nothing}',
    body: { type: 'accept' },
    isAbsent: true,
  },
};
