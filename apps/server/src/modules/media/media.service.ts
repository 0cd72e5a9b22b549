import type { Media, MediaLayout } from '@vitrine/contract';
import { AppError } from '../../platform/errors.ts';
import { authorize, getViewerId, type Person, type Viewer } from '../access/index.ts';
import { assertAlbumCapacity, lockAlbumContents } from '../albums/index.ts';
import { sumReservations } from '../entitlements/index.ts';
import type { AttachMedia } from './attach-media.service.ts';
import { moveMediaToBin } from './binned-media.store.ts';
import { createFileImport } from './import.service.ts';
import { createMediaEditing } from './media.changes.ts';
import type { MediaDeps } from './media.deps.ts';
import { createMediaPresenter } from './media.presenting.ts';
import { findMedia, listMedia, listMediaIds, type MediaFilterQuery, type MediaListQuery, readMediaRatios } from './media.read-model.ts';
import { handleMediaRemoved } from './media-removal.service.ts';
import type { StorageReservations } from './storage-reservations.service.ts';

/** As it comes over the wire, which does not say who asks. */
type WithoutUserId<Query extends MediaFilterQuery> = Omit<Query, 'userId'>;

export function createMediaService(deps: MediaDeps, attach: AttachMedia, reservations: StorageReservations) {
  const { db, albums } = deps;
  const present = createMediaPresenter(deps);
  const bring = createFileImport(deps, reservations);
  return {
    ...createMediaEditing(deps, bring),
    /** NOT_FOUND also when the page is to follow a media the album does not know. */
    async list(viewer: Viewer, albumId: string, query: WithoutUserId<MediaListQuery>): Promise<Media[]> {
      await authorize(db, viewer, 'album.read', [albumId]);
      const rows = await listMedia(db, albumId, { ...query, userId: getViewerId(viewer) });
      if (!rows) throw new AppError('NOT_FOUND');
      return present(db, viewer, rows);
    },

    async ids(actor: Person, albumId: string, query: WithoutUserId<MediaFilterQuery>): Promise<string[]> {
      await authorize(db, actor, 'album.read', [albumId]);
      return listMediaIds(db, albumId, { ...query, userId: actor.userId });
    },

    async layout(viewer: Viewer, albumId: string, query: WithoutUserId<MediaFilterQuery>): Promise<MediaLayout> {
      await authorize(db, viewer, 'album.read', [albumId]);
      const ratios = await readMediaRatios(db, albumId, { ...query, userId: getViewerId(viewer) });
      return { count: ratios.length / 2, ratios: ratios.swap16().toString('base64') };
    },

    async get(actor: Person, id: string): Promise<Media> {
      await authorize(db, actor, 'media.read', [id]);
      const [media] = await present(db, actor, await findMedia(db, [id]));
      if (!media) throw new AppError('NOT_FOUND');
      return media;
    },

    /** Files this person uploaded become media of an album, in the order given. */
    create: (actor: Person, albumId: string, keys: string[], caption?: string): Promise<Media[]> =>
      bring(actor, albumId, keys, async (tx, { chosen }) => {
        await authorize(tx, actor, 'album.addMedia', [albumId]);
        const album = await lockAlbumContents(tx, albumId);
        const promised = await sumReservations(tx, actor.userId, albumId);
        const sizeBytes = chosen.reduce((sum, file) => sum + file.size_bytes, 0);
        assertAlbumCapacity(sizeBytes, (album?.size_bytes ?? 0) + promised.album);
        const ids: string[] = [];
        for (const file of chosen) ids.push(await attach(tx, actor, file, albumId, { caption }));
        return present(tx, actor, await findMedia(tx, ids));
      }),

    /** Into the bin. */
    remove: (actor: Person, albumId: string, ids: string[]): Promise<number> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'album.update', [albumId]);
        const album = await lockAlbumContents(tx, albumId);
        if (!album) throw new AppError('NOT_FOUND');
        const unique = [...new Set(ids)];
        const binned = await moveMediaToBin(tx, albumId, unique);
        if (binned.length !== unique.length) throw new AppError('NOT_FOUND');
        await handleMediaRemoved(
          tx,
          deps,
          albumId,
          binned.map((row) => row.file_id),
        );
        await albums.contentChanged(tx, albumId);
        return binned.length;
      }),
  };
}

export type MediaService = ReturnType<typeof createMediaService>;
