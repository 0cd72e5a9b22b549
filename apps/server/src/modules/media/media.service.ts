import type { Media } from '@vitrine/contract';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, type Person } from '../access/index.ts';
import { listOwnOriginals } from './files.store.ts';
import type { MediaDeps } from './media.deps.ts';
import type { Ingest } from './media.ingest.ts';
import { presentMedia } from './media.presenter.ts';
import { findMedia, type ListQuery, listMedia } from './media.read-model.ts';
import { removeUnused } from './media.removal.ts';
import { assertRoom } from './media.rules.ts';
import { deleteMedia, lockAlbumOwner, updateMedia } from './media.store.ts';
import { lockUsage, sumAlbum, sumReservations } from './usage.store.ts';

export function createMediaService({ db, queue, onAlbumContentChanged }: MediaDeps, ingest: Ingest) {
  const readOne = async (tx: Tx, id: string): Promise<Media> => {
    const [row] = await findMedia(tx, [id]);
    if (!row) throw new AppError('NOT_FOUND');
    return presentMedia(row);
  };

  const contentChanged = async (tx: Tx, actor: Person, albumId: string) => {
    const owner = await lockAlbumOwner(tx, albumId);
    if (owner) await onAlbumContentChanged(tx, albumId, [owner, actor.userId]);
  };

  return {
    async list(actor: Person, albumId: string, query: ListQuery): Promise<Media[]> {
      await authorize(db, actor, 'album.read', [albumId]);
      return (await listMedia(db, albumId, query)).map(presentMedia);
    },

    async get(actor: Person, id: string): Promise<Media> {
      await authorize(db, actor, 'media.read', [id]);
      return readOne(db, id);
    },

    /** Files this person uploaded become media of an album, in the order given. */
    create: (actor: Person, albumId: string, keys: string[], caption?: string): Promise<Media[]> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'album.addMedia', [albumId]);
        await lockUsage(tx, actor.userId);
        const files = await listOwnOriginals(tx, actor.userId, keys);
        const chosen = keys.map((key) => files.find((file) => file.id === key));
        if (!chosen.every((file) => file !== undefined)) throw new AppError('NOT_FOUND');
        const promised = await sumReservations(tx, actor.userId, albumId);
        const sizeBytes = chosen.reduce((sum, file) => sum + file.size_bytes, 0);
        assertRoom(sizeBytes, { accountBytes: 0, albumBytes: (await sumAlbum(tx, albumId)) + promised.album });
        const ids: string[] = [];
        for (const file of chosen) ids.push(await ingest.attach(tx, actor, file, albumId, caption));
        return (await findMedia(tx, ids)).map(presentMedia);
      }),

    update: (actor: Person, id: string, change: { name?: string; caption?: string }): Promise<Media> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'media.update', [id]);
        await updateMedia(tx, id, change);
        const media = await readOne(tx, id);
        await contentChanged(tx, actor, media.albumId);
        return media;
      }),

    remove: (actor: Person, albumId: string, ids: string[]): Promise<number> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'album.update', [albumId]);
        const unique = [...new Set(ids)];
        const removed = await deleteMedia(tx, albumId, unique);
        if (removed.length !== unique.length) throw new AppError('NOT_FOUND');
        await removeUnused(tx, queue, [...new Set(removed.map((row) => row.file_id))]);
        await contentChanged(tx, actor, albumId);
        return removed.length;
      }),
  };
}

export type MediaService = ReturnType<typeof createMediaService>;
