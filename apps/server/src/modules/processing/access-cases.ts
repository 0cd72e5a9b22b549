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
};
