import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'GET /api/devices/:id/plays': { kind: 'read', url: '/devices/{deviceId}/plays' },
  'POST /api/screens/plays': { kind: 'screen', url: '/screens/plays', body: { plays: [] } },
};
