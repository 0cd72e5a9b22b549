import type { AccessCases } from '../access/index.ts';

const NO_SCREENSHOT = '0198c0de-7a3b-7c41-9d52-3f6e8a1b2c4d';

export const cases: AccessCases = {
  'GET /api/devices/:id/screenshots': { kind: 'read', url: '/devices/{deviceId}/screenshots' },
  'GET /api/devices/:id/screenshots/:screenshotId': {
    kind: 'read',
    url: `/devices/{deviceId}/screenshots/${NO_SCREENSHOT}`,
    isAbsent: true,
  },
  'POST /api/devices/:id/screenshots': { kind: 'write', url: '/devices/{deviceId}/screenshots' },
  'PUT /api/devices/:id/screenshots/settings': { kind: 'write', url: '/devices/{deviceId}/screenshots/settings', body: { isHourly: true } },
  'POST /api/screens/screenshots': { kind: 'screen', url: '/screens/screenshots?source=page' },
};
