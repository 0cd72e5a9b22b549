import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'GET /api/medias/search': { kind: 'read', url: '/medias/search?string=x&userId={userId}' },
  'GET /api/medias/timeline': { kind: 'read', url: '/medias/timeline?userId={userId}' },
  'GET /api/medias/timeline/months': { kind: 'read', url: '/medias/timeline/months?userId={userId}' },
  'GET /api/medias/timeline/ids': { kind: 'read', url: '/medias/timeline/ids?userId={userId}' },
  'GET /api/medias/timeline/favourites': { kind: 'read', url: '/medias/timeline/favourites?userId={userId}' },
  'GET /api/medias/:albumId': { kind: 'read', url: '/medias/{albumId}' },
  'GET /api/medias/media/:mediaId': { kind: 'read', url: '/medias/media/{mediaId}' },
  'DELETE /api/medias/:albumId': { kind: 'write', url: '/medias/{albumId}', body: { mediaIdArr: ['{mediaId}'] } },
  'GET /api/medias/:albumId/layout': { kind: 'read', url: '/medias/{albumId}/layout' },
  'GET /api/medias/:albumId/ids': { kind: 'read', url: '/medias/{albumId}/ids' },
  'GET /api/medias/:albumId/favourites': { kind: 'read', url: '/medias/{albumId}/favourites' },
  'PUT /api/medias/media/:mediaId/favourite': { kind: 'read', url: '/medias/media/{mediaId}/favourite', body: { isFavourite: true } },
  'PUT /api/medias/favourites': { kind: 'read', url: '/medias/favourites', body: { mediaIdArr: ['{mediaId}'], isFavourite: true } },
  'DELETE /api/medias': { kind: 'write', url: '/medias', body: { mediaIdArr: ['{mediaId}'] } },
  'PUT /api/medias/screentimes': { kind: 'write', url: '/medias/screentimes', body: { mediaIdArr: ['{mediaId}'], duration: 8 } },
  'PUT /api/medias/media/:mediaId/retry': { kind: 'write', url: '/medias/media/{mediaId}/retry' },
  'PUT /api/medias/:albumId/order': { kind: 'write', url: '/medias/{albumId}/order', body: { mediaIdArr: ['{mediaId}'], beforeId: null } },
  'POST /api/medias/:albumId/known': { kind: 'read', url: '/medias/{albumId}/known', body: { files: [{ size: 1 }] } },
  'POST /api/uploads/media/rotate/:mediaId': { kind: 'write', url: '/uploads/media/rotate/{mediaId}', body: { rotateAngle: 90 } },
};
