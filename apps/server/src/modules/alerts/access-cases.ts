import type { AlertState } from '@vitrine/contract';
import type { AccessCases } from '../access/index.ts';

const url = '/console/alerts';

export const cases: AccessCases = {
  'GET /api/console/alerts': { kind: 'console', url },
  'PUT /api/console/alerts': {
    kind: 'console',
    url,
    body: {},
    change: async ({ call }) => {
      const { settings, updatedAt } = await call<AlertState>('GET', url);
      return { url, body: { ...settings, quietMinutes: settings.quietMinutes + 1, updatedAt } };
    },
  },
};
