import type { AccessCases } from '../access/index.ts';

const PERIOD = 'from=2026-05-01&to=2026-05-07';

export const cases: AccessCases = {
  'GET /api/reports/plays': { kind: 'read', url: `/reports/plays?userId={userId}&${PERIOD}` },
  'GET /api/streams/reports/plays': { kind: 'read', url: `/streams/reports/plays?userId={userId}&${PERIOD}` },
  'GET /api/reports/screens': { kind: 'read', url: `/reports/screens?userId={userId}&${PERIOD}` },
  'GET /api/reports/screens/csv': { kind: 'read', url: `/reports/screens/csv?userId={userId}&${PERIOD}` },
  'GET /api/reports/emails': { kind: 'read', url: '/reports/emails?userId={userId}' },
  'PUT /api/reports/emails': { kind: 'write', url: '/reports/emails', body: { userId: '{userId}', weekly: true, monthly: false } },
};
