import type { Media, MediaLayout } from '@vitrine/contract';
import { AppError } from '../../platform/errors.ts';
import { authorize, type Person, type Viewer, viewerIdOf } from '../access/index.ts';
import { assertAlbumRoom, lockContents } from '../albums/index.ts';
import { sumReservations } from '../entitlements/index.ts';
import { binMedia } from './bin.store.ts';
import type { Attach } from './media.attach.ts';
import { createBringing } from './media.bringing.ts';
import { createChanges } from './media.changes.ts';
import type { MediaDeps } from './media.deps.ts';
import { notifyMediaLeft } from './media.left.ts';
import { createPresenting } from './media.presenting.ts';
import { findMedia, type ListQuery, listIds, listMedia, readRatios, type ShapeQuery } from './media.read-model.ts';
import type { Reservations } from './media.reservations.ts';

/** As it comes over the wire, which does not say who asks. */
type Asked<Query extends ShapeQuery> = Omit<Query, 'userId'>;

export function createMediaService(deps: MediaDeps, attach: Attach, reservations: Reservations) {
  const { db, albums } = deps;
  const present = createPresenting(deps);
  const bring = createBringing(deps, reservations);
  return {
    ...createChanges(deps, bring),
    /** NOT_FOUND also when the page is to follow a media the album does not know. */
    async list(viewer: Viewer, albumId: string, query: Asked<ListQuery>): Promise<Media[]> {
      await authorize(db, viewer, 'album.read', [albumId]);
      const rows = await listMedia(db, albumId, { ...query, userId: viewerIdOf(viewer) });
      if (!rows) throw new AppError('NOT_FOUND');
      return present(db, viewer, rows);
    },

    async ids(actor: Person, albumId: string, query: Asked<ShapeQuery>): Promise<string[]> {
      await authorize(db, actor, 'album.read', [albumId]);
      return listIds(db, albumId, { ...query, userId: actor.userId });
    },

    async layout(viewer: Viewer, albumId: string, query: Asked<ShapeQuery>): Promise<MediaLayout> {
      await authorize(db, viewer, 'album.read', [albumId]);
      const ratios = await readRatios(db, albumId, { ...query, userId: viewerIdOf(viewer) });
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
        const album = await lockContents(tx, albumId);
        const promised = await sumReservations(tx, actor.userId, albumId);
        const sizeBytes = chosen.reduce((sum, file) => sum + file.size_bytes, 0);
        assertAlbumRoom(sizeBytes, (album?.size_bytes ?? 0) + promised.album);
        const ids: string[] = [];
        for (const file of chosen) ids.push(await attach(tx, actor, file, albumId, { caption }));
        return present(tx, actor, await findMedia(tx, ids));
      }),

    /** Into the bin. */
    remove: (actor: Person, albumId: string, ids: string[]): Promise<number> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'album.update', [albumId]);
        const album = await lockContents(tx, albumId);
        if (!album) throw new AppError('NOT_FOUND');
        const unique = [...new Set(ids)];
        const binned = await binMedia(tx, albumId, unique);
        if (binned.length !== unique.length) throw new AppError('NOT_FOUND');
        await notifyMediaLeft(
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
