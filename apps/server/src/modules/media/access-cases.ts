import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { AccessCases } from '../access/index.ts';

interface VideoChoices {
  status: number;
  name?: string;
  reason?: string;
}

/** A video as its rows say it is, in the first album of this person; there are no bytes. Answers its media and its file. */
export async function aVideoRow(
  db: Database,
  userId: string,
  { status, name = 'Film', reason = status === 9 ? 'It is damaged.' : undefined }: VideoChoices,
): Promise<{ mediaId: string; fileId: string }> {
  const [fileId, mediaId] = [newId(), newId()];
  const { id: albumId } = await db
    .selectFrom('albums')
    .select('id')
    .where('created_by', '=', userId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const file = { id: fileId, owner_id: userId, role: 'original', storage_key: `${fileId.slice(-2)}/${fileId}`, size_bytes: 1000 };
  await db
    .insertInto('files')
    .values({ ...file, mimetype: 'video/mp4', kind: 'video' })
    .execute();
  const media = {
    id: mediaId,
    album_id: albumId,
    file_id: fileId,
    kind: 'video',
    name,
    sequence: 1,
    status,
    failure_reason: reason ?? null,
  };
  await db
    .insertInto('media')
    .values({ ...media, uploaded_by: userId, size_bytes: 1000 })
    .execute();
  return { mediaId, fileId };
}

export const cases: AccessCases = {
  'GET /api/queues/pending': { kind: 'console', url: '/queues/pending' },
  'GET /api/queues/stacks': { kind: 'console', url: '/queues/stacks' },
  'GET /api/queues/export/csv': { kind: 'console', url: '/queues/export/csv?status=failed' },
  'PUT /api/queues/:mediaId/reprocess': {
    kind: 'console',
    url: '/queues/{nothing}/reprocess',
    isAbsent: true,
    change: async ({ db, userId }) => ({ url: `/queues/${(await aVideoRow(db, userId, { status: 9 })).mediaId}/reprocess` }),
  },
  'PUT /api/queues/:mediaId/skip': {
    kind: 'console',
    url: '/queues/{nothing}/skip',
    isAbsent: true,
    change: async ({ db, userId }) => ({ url: `/queues/${(await aVideoRow(db, userId, { status: 1 })).mediaId}/skip` }),
  },
  'GET /api/medias/search': { kind: 'read', url: '/medias/search?string=x&userId={userId}' },
  'GET /api/medias/timeline': { kind: 'read', url: '/medias/timeline?userId={userId}' },
  'GET /api/medias/timeline/months': { kind: 'read', url: '/medias/timeline/months?userId={userId}' },
  'GET /api/bin/:userId': { kind: 'read', url: '/bin/{userId}' },
  'PUT /api/bin/:userId/restore': { kind: 'write', url: '/bin/{userId}/restore', body: {} },
  'DELETE /api/bin/:userId': { kind: 'write', url: '/bin/{userId}', body: { all: true } },
  'GET /api/medias/:albumId': { kind: 'read', url: '/medias/{albumId}' },
  'GET /api/medias/media/:mediaId': { kind: 'read', url: '/medias/media/{mediaId}' },
  'PUT /api/medias/:mediaId': { kind: 'write', url: '/medias/{mediaId}', body: { name: 'Renamed' } },
  'DELETE /api/medias/:albumId': { kind: 'write', url: '/medias/{albumId}', body: { mediaIdArr: ['{mediaId}'] } },
  'GET /api/medias/:albumId/layout': { kind: 'read', url: '/medias/{albumId}/layout' },
  'GET /api/medias/:albumId/ids': { kind: 'read', url: '/medias/{albumId}/ids' },
  'GET /api/medias/:albumId/favourites': { kind: 'read', url: '/medias/{albumId}/favourites' },
  'PUT /api/medias/media/:mediaId/favourite': { kind: 'read', url: '/medias/media/{mediaId}/favourite', body: { isFavourite: true } },
  'PUT /api/medias/:albumId/order': { kind: 'write', url: '/medias/{albumId}/order', body: { mediaIdArr: ['{mediaId}'], beforeId: null } },
  'POST /api/medias/:albumId/known': { kind: 'read', url: '/medias/{albumId}/known', body: { files: [{ size: 1 }] } },
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
  'POST /api/uploads/media/rotate/:mediaId': { kind: 'write', url: '/uploads/media/rotate/{mediaId}', body: { rotateAngle: 90 } },
  'POST /api/uploads/zip': { kind: 'read', url: '/uploads/zip', body: { albumId: '{albumId}' } },
  'GET /api/uploads/zip/:key': { kind: 'ownOnly', url: '/uploads/zip/{nothing}', isAbsent: true },
  'POST /api/medias': {
    kind: 'ownOnly',
    url: '/medias',
    body: { albumId: '{albumId}', mediaFile: [{ key: '{fileKey}' }] },
    // The file is another's upload, and stays where they brought it.
    member: 404,
  },
};
