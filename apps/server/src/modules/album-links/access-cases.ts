import type { AccessCases } from '../access/index.ts';

const publicly = (path = ''): AccessCases[string] => ({ kind: 'public', url: `/shared/unknown${path}`, isAbsent: true });
const key = '{nothing}';

export const cases: AccessCases = {
  'GET /api/albums/links/:albumId': { kind: 'read', url: '/albums/links/{albumId}' },
  'POST /api/albums/links/:albumId': { kind: 'write', url: '/albums/links/{albumId}', body: { expiresAt: null } },
  'PUT /api/albums/links/link/:linkId': {
    kind: 'ownOnly',
    url: '/albums/links/link/{nothing}',
    body: { allowsDownload: true },
    isAbsent: true,
  },
  'GET /api/albums/links/link/:linkId/token': { kind: 'ownOnly', url: '/albums/links/link/{nothing}/token', isAbsent: true },
  'DELETE /api/albums/links/link/:linkId': { kind: 'ownOnly', url: '/albums/links/link/{nothing}', isAbsent: true },
  'GET /api/shared/:token': publicly(),
  'POST /api/shared/:token/password': { ...publicly('/password'), body: { password: 'open sesame' } },
  'POST /api/shared/:token/visits': publicly('/visits'),
  'GET /api/shared/:token/layout': publicly('/layout'),
  'GET /api/shared/:token/medias': publicly('/medias'),
  'GET /api/shared/:token/uploads': publicly(`/uploads?key=${key}`),
  'GET /api/shared/:token/uploads/media/download': publicly(`/uploads/media/download?key=${key}`),
  'GET /api/shared/:token/uploads/zip': publicly('/uploads/zip'),
  'GET /api/shared/:token/streams/:key': publicly(`/streams/${key}`),
  'GET /api/shared/:token/streams/:key/:part': publicly(`/streams/${key}/main.m3u8`),
};
