import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'GET /api/playlists/:userId': { kind: 'read', url: '/playlists/{userId}' },
  'GET /api/playlists/count/:userId': { kind: 'read', url: '/playlists/count/{userId}' },
  'GET /api/playlists/search/:text': { kind: 'read', url: '/playlists/search/Evenings?userId={userId}' },
  'GET /api/playlists/details/:id': { kind: 'read', url: '/playlists/details/{playlistId}' },
  'GET /api/playlists/items/:id': { kind: 'read', url: '/playlists/items/{playlistId}' },
  'POST /api/playlists': { kind: 'write', url: '/playlists', body: { name: 'Planted', userId: '{userId}' } },
  'PUT /api/playlists/:id': { kind: 'write', url: '/playlists/{playlistId}', body: { name: 'Renamed' } },
  'DELETE /api/playlists/:id': { kind: 'write', url: '/playlists/{playlistId}' },
  'POST /api/playlists/album/add/:playlistId': {
    kind: 'write',
    url: '/playlists/album/add/{playlistId}',
    body: { albumArr: [{ albumId: '{albumId}' }] },
  },
  'PUT /api/playlists/layout/:playlistId': {
    kind: 'write',
    url: '/playlists/layout/{playlistId}',
    body: { layout: { preset: 'side', divider: 70, zones: [{ zone: 'side', albumId: '{albumId}' }] } },
  },
  'DELETE /api/playlists/:id/album/remove': { kind: 'write', url: '/playlists/{playlistId}/album/remove', body: { albumId: '{albumId}' } },
};
