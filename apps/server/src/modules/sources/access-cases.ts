import type { AccessCases } from '../access/index.ts';

const settings = { kind: 'feed' };

export const cases: AccessCases = {
  'GET /api/sources': { kind: 'read', url: '/sources?userId={userId}' },
  'POST /api/sources': {
    kind: 'write',
    url: '/sources',
    body: { name: 'News', settings, address: 'https://news.example/feed.xml', userId: '{userId}' },
  },
  'GET /api/sources/:sourceId': { kind: 'read', url: '/sources/{sourceId}' },
  'PUT /api/sources/:sourceId': { kind: 'write', url: '/sources/{sourceId}', body: { name: 'Renamed' } },
  'POST /api/sources/:sourceId/fetch': { kind: 'write', url: '/sources/{nothing}/fetch', isAbsent: true },
  'DELETE /api/sources/:sourceId': { kind: 'write', url: '/sources/{sourceId}' },
};
