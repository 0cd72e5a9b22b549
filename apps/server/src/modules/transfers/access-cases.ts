import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'PUT /api/medias/:mediaId': { kind: 'write', url: '/medias/{mediaId}', body: { name: 'Renamed' } },
  'PUT /api/medias/:albumId/move': {
    kind: 'write',
    url: '/medias/{albumId}/move',
    body: { albumId: '{otherAlbumId}', mediaIdArr: ['{mediaId}'] },
  },
  'PUT /api/medias/:albumId/copy': {
    kind: 'write',
    url: '/medias/{albumId}/copy',
    body: { albumId: '{otherAlbumId}', mediaIdArr: ['{mediaId}'] },
  },
  'PUT /api/medias/copy': { kind: 'write', url: '/medias/copy', body: { albumId: '{otherAlbumId}', mediaIdArr: ['{mediaId}'] } },
  'POST /api/medias': {
    kind: 'ownOnly',
    url: '/medias',
    body: { albumId: '{albumId}', mediaFile: [{ key: '{fileKey}' }] },
    // Another account uploaded the file, so it stays in that account's album.
    member: 404,
  },
};
