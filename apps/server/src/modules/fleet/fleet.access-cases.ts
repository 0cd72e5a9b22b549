import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'GET /api/versions': { kind: 'self', url: '/versions' },
  'PUT /api/devices/version/update/:deviceId': {
    kind: 'write',
    url: '/devices/version/update/{deviceId}',
    body: { url: '/screen', version: '1', versionCode: '1' },
  },
};
