import { newId } from '../../platform/ids.ts';
import type { AccessCases } from '../access/index.ts';

const state = { rotation: null, sound: null, plays: { sequence: 0, lost: 0 }, sealed: [] };

export const cases: AccessCases = {
  'GET /api/console/server-move': { kind: 'console', url: '/console/server-move' },
  'POST /api/console/server-move': {
    kind: 'console',
    url: '/console/server-move',
    body: { address: 'http://127.0.0.1:9' },
    skipsAuditTrail: 'It needs a second server; its own test looks at the trail.',
  },
  'DELETE /api/console/server-move': {
    kind: 'console',
    isAbsent: true,
    url: '/console/server-move',
    change: async ({ db }) => {
      const move = { id: newId(), address: 'https://screens.example.com', spread_ms: 1000, started_at: new Date() };
      await db.insertInto('server_moves').values(move).execute();
      return { url: '/console/server-move' };
    },
  },
  'GET /api/screens/move': { kind: 'screen', url: '/screens/move' },
  'POST /api/screens/move/failures': {
    kind: 'screen',
    url: '/screens/move/failures',
    body: { moveId: '{nothing}', failure: 'unreachable' },
  },
  'POST /api/screens/move/handovers': { kind: 'screen', url: '/screens/move/handovers', body: { state } },
  'PUT /api/screens/move/arrivals': {
    kind: 'screen',
    url: '/screens/move/arrivals',
    body: { address: 'http://vitrine.test', isCached: false },
  },
  // Without valid messages, all callers get the same refusal.
  'POST /api/screens/move/proof': { kind: 'public', url: '/screens/move/proof', body: {} },
  'POST /api/screens/move/arrivals': { kind: 'public', url: '/screens/move/arrivals', body: {} },
  'POST /api/screens/move/servers': { kind: 'public', url: '/screens/move/servers', body: {} },
};
