import type { AccessCases } from '../access/index.ts';

const NO_HASH = '0'.repeat(64);

export const cases: AccessCases = {
  'GET /api/publishes': { kind: 'read', url: '/publishes?deviceId={deviceId}' },
  'GET /api/publishes/history': { kind: 'read', url: `/publishes/history?deviceId={deviceId}&at=${new Date().toISOString()}` },
  'GET /api/publishes/count': { kind: 'read', url: '/publishes/count?playlistId={playlistId}' },
  'POST /api/publishes': { kind: 'write', url: '/publishes', body: { playlistId: '{playlistId}', deviceId: '{deviceId}' } },
  'POST /api/publishes/forecast': {
    kind: 'read',
    url: '/publishes/forecast',
    body: { playlistId: '{playlistId}', deviceId: '{deviceId}' },
  },
  'POST /api/publishes/preview': {
    kind: 'read',
    url: '/publishes/preview',
    body: { action: 'publish', playlistId: '{playlistId}', deviceId: ['{deviceId}'] },
  },
  'POST /api/publishes/days': { kind: 'read', url: '/publishes/days', body: { deviceId: ['{deviceId}'] } },
  'POST /api/publishes/private-albums': {
    kind: 'read',
    url: '/publishes/private-albums',
    body: { orgId: '{orgId}', deviceId: ['{deviceId}'] },
  },
  'POST /api/publishes/many/playlists': { kind: 'read', url: '/publishes/many/playlists', body: { deviceId: ['{deviceId}'] } },
  'POST /api/publishes/many/delete': {
    kind: 'write',
    url: '/publishes/many/delete',
    body: { playlistId: '{playlistId}', deviceId: ['{deviceId}'] },
  },
  // Only the account that removed the publishes restores them.
  'POST /api/publishes/many/restore': {
    kind: 'ownOnly',
    url: '/publishes/many/restore',
    body: { removalId: '{removalId}' },
    member: 404,
  },
  'PUT /api/publishes/many/schedule': {
    kind: 'write',
    url: '/publishes/many/schedule',
    body: { playlistId: '{playlistId}', deviceId: ['{deviceId}'], schedule: { startTime: '10:00', endTime: '11:00' } },
  },
  'PUT /api/publishes/:id': { kind: 'write', url: '/publishes/{publishId}', body: { status: 'active' } },
  'PUT /api/publishes/schedule/:publishId': {
    kind: 'write',
    url: '/publishes/schedule/{publishId}',
    body: { schedule: { startTime: '10:00', endTime: '11:00' } },
  },
  'PUT /api/publishes/schedule/reset/:publishId': { kind: 'write', url: '/publishes/schedule/reset/{publishId}' },
  'DELETE /api/publishes/playlist/delete': { kind: 'write', url: '/publishes/playlist/delete?deviceId={deviceId}&playlistId={playlistId}' },
  'GET /api/publishes/tags': { kind: 'read', url: '/publishes/tags?playlistId={playlistId}' },
  'POST /api/publishes/tags': { kind: 'write', url: '/publishes/tags', body: { playlistId: '{playlistId}', tagId: ['{tagId}'] } },
  'DELETE /api/publishes/tags/:id': { kind: 'write', url: '/publishes/tags/{tagPublishId}' },
  'GET /api/publishes/waiting': { kind: 'read', url: '/publishes/waiting?deviceId={deviceId}' },
  'POST /api/publishes/waiting': {
    kind: 'write',
    url: '/publishes/waiting',
    body: { playlistId: '{playlistId}', deviceId: ['{deviceId}'] },
  },
  'DELETE /api/publishes/waiting/:id': { kind: 'write', url: '/publishes/waiting/{waitingPublishId}' },
  'GET /api/screens/manifest': { kind: 'screen', url: '/screens/manifest' },
  'GET /api/screens/contents/:digest': { kind: 'screen', url: `/screens/contents/${NO_HASH}` },
  'GET /api/screens/sources/:sha256': { kind: 'screen', url: `/screens/sources/${NO_HASH}` },
  'GET /api/screens/files/:sha256': { kind: 'screen', url: `/screens/files/${NO_HASH}` },
};
