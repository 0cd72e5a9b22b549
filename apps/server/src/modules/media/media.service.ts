import type { Media, MediaLayout } from '@vitrine/contract';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, getViewerId, type Person, type Viewer } from '../access/index.ts';
import { assertAlbumCapacity, lockAlbumContents } from '../albums/index.ts';
import { sumReservations } from '../entitlements/index.ts';
import type { AttachMedia } from './attach-media.service.ts';
import { moveMediaToBin } from './binned-media.store.ts';
import { createFileImport, type ImportFiles } from './import.service.ts';
import type { MediaDeps } from './media.deps.ts';
import { getMediaJobKey, imageJob } from './media.jobs.ts';
import { createMediaPresenter } from './media.presenter.ts';
import { findMedia, listMedia, listMediaIds, type MediaFilterQuery, type MediaListQuery, readMediaRatios } from './media.read-model.ts';
import { findAlbumIdOfMedia, rotateMedia, updateMedia } from './media.store.ts';
import { moveToPosition } from './media-order.service.ts';
import { findMediaAtPosition } from './media-order.store.ts';
import { handleMediaRemoved } from './media-removal.service.ts';
import { type Replacement, replaceMediaFile, withReplacementFile } from './replacement.service.ts';

/** Query as sent by the client, without the caller's id. */
type WithoutUserId<Query extends MediaFilterQuery> = Omit<Query, 'userId'>;

export function createMediaService(deps: MediaDeps, attach: AttachMedia) {
  const { db, albums } = deps;
  const present = createMediaPresenter(deps);
  const bring = createFileImport(deps);
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

export interface MediaChange {
  name?: string;
  caption?: string;
  /** Its new place, counted from 1; beyond the last is the last. */
  sequence?: number;
  /** Key of another file to show in its place. */
  fileKey?: string;
}

/** Changes to media within their album. */
export function createMediaEditing(deps: MediaDeps, bring: ImportFiles) {
  const { db, queue, albums } = deps;
  const present = createMediaPresenter(deps);

  /** One media changes, under its album's lock; the answer is what became of it. */
  const changeMedia = async (tx: Tx, actor: Person, id: string, change: (albumId: string) => Promise<unknown>): Promise<Media> => {
    await authorize(tx, actor, 'media.update', [id]);
    const albumId = await findAlbumIdOfMedia(tx, id);
    const album = albumId && (await lockAlbumContents(tx, albumId));
    // Moved or deleted while it was waited for.
    if (!album || (await findAlbumIdOfMedia(tx, id)) !== albumId) throw new AppError('NOT_FOUND');
    await change(albumId);
    await albums.contentChanged(tx, albumId);
    const [media] = await present(tx, actor, await findMedia(tx, [id]));
    if (!media) throw new AppError('NOT_FOUND');
    return media;
  };

  return {
    /** NOT_FOUND, INVALID, ALBUM_FULL, and with a file PLAN_ENDED, QUOTA_EXCEEDED. */
    update(actor: Person, id: string, { sequence, fileKey, ...texts }: MediaChange): Promise<Media> {
      const apply = (tx: Tx, replacement?: Replacement) =>
        changeMedia(tx, actor, id, async (albumId) => {
          if (sequence !== undefined) {
            await authorize(tx, actor, 'album.update', [albumId]);
            await moveToPosition(tx, albumId, [id], await findMediaAtPosition(tx, albumId, id, sequence - 1));
          }
          if (replacement) await replaceMediaFile(tx, deps, actor, { albumId, id, replacement });
          if (texts.name !== undefined || texts.caption !== undefined) await updateMedia(tx, id, texts);
        });
      return fileKey === undefined
        ? db.transaction().execute((tx) => apply(tx))
        : withReplacementFile(deps, bring, { actor, id, fileKey }, apply);
    },

    /** Clockwise, on top of how it is turned. The original stays; walls follow once their turned copy is made. */
    rotate: (actor: Person, id: string, angle: number): Promise<Media> =>
      db.transaction().execute((tx) =>
        changeMedia(tx, actor, id, async () => {
          const fileId = await rotateMedia(tx, id, angle);
          if (!fileId) throw new AppError('INVALID', 'Only photos can be rotated.');
          await queue.add(tx, imageJob, { fileId }, { key: getMediaJobKey(fileId) });
        }),
      ),

    /** These, in this order, before that one; null for the end. */
    order: (actor: Person, albumId: string, ids: string[], beforeId: string | null): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'album.update', [albumId]);
        const album = await lockAlbumContents(tx, albumId);
        if (!album) throw new AppError('NOT_FOUND');
        await moveToPosition(tx, albumId, ids, beforeId);
        await albums.contentChanged(tx, albumId);
      }),
  };
}
