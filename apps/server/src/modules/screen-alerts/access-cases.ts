import { DEFAULT_ALERT_CONDITIONS } from '@vitrine/contract';
import type { AccessCases } from '../access/index.ts';

const conditions = DEFAULT_ALERT_CONDITIONS;
export const cases: AccessCases = {
  'GET /api/screen-alerts': { kind: 'read', url: '/screen-alerts?userId={userId}' },
  'PUT /api/screen-alerts/settings': {
    kind: 'write',
    url: '/screen-alerts/settings',
    body: { userId: '{userId}', conditions, source: { isOn: true }, quietHours: null },
  },
  'PUT /api/screen-alerts/tags/:tagId': { kind: 'write', url: '/screen-alerts/tags/{tagId}', body: { conditions } },
  'DELETE /api/screen-alerts/tags/:tagId': { kind: 'write', url: '/screen-alerts/tags/{tagId}' },
  'PUT /api/screen-alerts/subscription': {
    kind: 'write',
    url: '/screen-alerts/subscription',
    body: { userId: '{userId}', byEmail: true, byNotification: true },
  },
};
