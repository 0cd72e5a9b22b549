import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'POST /api/register/device': { kind: 'public', url: '/register/device', body: { x: 1 } },
  'GET /api/devices/users/:userId': { kind: 'read', url: '/devices/users/{userId}' },
  'GET /api/devices/network': { kind: 'self', url: '/devices/network' },
  'GET /api/devices/users/:userId/ids': { kind: 'read', url: '/devices/users/{userId}/ids' },
  'GET /api/devices/users/:userId/starting': { kind: 'read', url: '/devices/users/{userId}/starting' },
  'GET /api/devices/users/:userId/tags': { kind: 'read', url: '/devices/users/{userId}/tags' },
  'POST /api/devices/many/tags': { kind: 'write', url: '/devices/many/tags', body: { deviceId: ['{deviceId}'], add: ['Lobby'] } },
  'POST /api/devices/many/reload': { kind: 'write', url: '/devices/many/reload', body: { deviceId: ['{deviceId}'] } },
  // Members move what is the family's to themselves, and not to its owner.
  'POST /api/devices/many/move': {
    kind: 'write',
    url: '/devices/many/move',
    body: { deviceId: ['{deviceId}'], orgId: null, userId: '{userId}' },
    member: 404,
  },
  'POST /api/devices/many/move/forecast': {
    kind: 'read',
    url: '/devices/many/move/forecast',
    body: { deviceId: ['{deviceId}'], orgId: null, userId: '{userId}' },
    member: 404,
  },
  'PUT /api/devices/many/settings': {
    kind: 'write',
    url: '/devices/many/settings',
    body: { deviceId: ['{deviceId}'], operatingHours: null },
  },
  'POST /api/devices/many/settings/preview': {
    kind: 'read',
    url: '/devices/many/settings/preview',
    body: { deviceId: ['{deviceId}'], operatingHours: null },
  },
  // Only the account that changed the settings restores them.
  'POST /api/devices/many/settings/restore': {
    kind: 'ownOnly',
    url: '/devices/many/settings/restore',
    body: { changeId: '{changeId}' },
    member: 404,
  },
  'PUT /api/devices/tags/:id': { kind: 'write', url: '/devices/tags/{tagId}', body: { name: 'Hall' } },
  'PUT /api/devices/tags/:id/settings': { kind: 'write', url: '/devices/tags/{tagId}/settings', body: { operatingHours: null } },
  'DELETE /api/devices/tags/:id': { kind: 'write', url: '/devices/tags/{tagId}' },
  'POST /api/devices/progress': { kind: 'read', url: '/devices/progress', body: { deviceId: ['{deviceId}'] } },
  'GET /api/devices/:id': { kind: 'read', url: '/devices/{deviceId}' },
  'POST /api/devices': {
    kind: 'write',
    url: '/devices',
    body: { name: 'Planted', deviceId: '{spareCode}', timeZone: 'UTC', userId: '{userId}' },
  },
  'PUT /api/devices/:id': { kind: 'write', url: '/devices/{deviceId}', body: { name: 'Renamed' } },
  'PUT /api/devices/:id/screen': {
    kind: 'write',
    url: '/devices/{deviceId}/screen',
    body: { deviceId: '{spareCode}', replacedDeviceId: '{deviceCode}' },
  },
  'PUT /api/devices/info/:deviceId': { kind: 'write', url: '/devices/info/{deviceId}', body: { showInfo: 1 } },
  'PUT /api/devices/settings/:deviceId': { kind: 'write', url: '/devices/settings/{deviceId}', body: { fit: 'fill' } },
  'PUT /api/devices/actions/:deviceId': { kind: 'write', url: '/devices/actions/{deviceId}', body: { action: 'next' } },
  'GET /api/devices/search/:text': { kind: 'read', url: '/devices/search/kitchen?userId={userId}' },
  'GET /api/devices/data/search': { kind: 'read', url: '/devices/data/search?string=kitchen&userId={userId}' },
  'GET /api/devices/export/csv': { kind: 'console', url: '/devices/export/csv?string=kitchen' },
  'GET /api/devices/details/:deviceId': { kind: 'console', url: '/devices/details/{deviceId}', isOwnPlatformOnly: true },
  'GET /api/register/device/lists': { kind: 'console', url: '/register/device/lists' },
  'GET /api/register/devices/search': { kind: 'console', url: '/register/devices/search?string=A1' },
  'GET /api/register/export/csv': { kind: 'console', url: '/register/export/csv?string=A1' },
  'PUT /api/register/:id': {
    kind: 'console',
    url: '/register/{nothing}',
    body: { environment: 'test' },
    isAbsent: true,
    change: async ({ call, db }) => {
      const { deviceId } = await call<{ deviceId: string }>('POST', '/register/device', {});
      const { id } = await db.selectFrom('screens').select('id').where('device_code', '=', deviceId).executeTakeFirstOrThrow();
      return { url: `/register/${id}`, body: { environment: 'test' } };
    },
  },
  'POST /api/devices/many/delete': { kind: 'write', url: '/devices/many/delete', body: { deviceId: ['{deviceId}'] } },
  'DELETE /api/devices/:id': { kind: 'consoleAndOwnWrite', url: '/devices/{deviceId}' },
};
