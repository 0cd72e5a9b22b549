import type { Media, MediaLayout } from '@vitrine/contract';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, getViewerId, type Person, type Viewer } from '../access/index.ts';
import { type AlbumsApi, lockAlbumContents, lockContentsOfAlbums } from '../albums/index.ts';
import type { Platform } from '../define-module.ts';
import { moveMediaToBin } from './binned-media.store.ts';
import { getMediaJobKey, imageJob } from './media.jobs.ts';
import type { PresentMediaList } from './media.presenter.ts';
import { findMedia, listMedia, listMediaIds, type MediaFilterQuery, type MediaListQuery, readMediaRatios } from './media.read-model.ts';
import {
  findAlbumIdOfMedia,
  findPageCount,
  groupMediaByAlbum,
  isVideo,
  lockMedia,
  rotateMedia,
  updateMedia,
  updateScreenTimes,
} from './media.store.ts';
import { moveToPosition } from './media-order.service.ts';
import { findMediaAtPosition } from './media-order.store.ts';
import { handleMediaRemoved } from './media-removal.service.ts';
import { createRetryMedia } from './media-retry.service.ts';
import { resolvePageOrder } from './page-order.rules.ts';
import { type ScreenTimes, toScreenTimeColumns } from './screen-times.rules.ts';
import { parseTakenAt } from './taken-at.rules.ts';

/** Query as sent by the client, without the caller's id. */
type WithoutUserId<Query extends MediaFilterQuery> = Omit<Query, 'userId'>;

type MediaServiceDeps = Pick<Platform, 'db' | 'queue' | 'emit' | 'clock'> & { albums: Pick<AlbumsApi, 'contentChanged' | 'clearCover'> };

export function createMediaService(deps: MediaServiceDeps, present: PresentMediaList) {
  const { db, albums } = deps;

  /** NOT_FOUND also when the page is to follow a media that the album does not contain. */
  const list = async (viewer: Viewer, albumId: string, query: WithoutUserId<MediaListQuery>): Promise<Media[]> => {
    await authorize(db, viewer, 'album.read', [albumId]);
    const rows = await listMedia(db, albumId, { ...query, userId: getViewerId(viewer) });
    if (!rows) throw new AppError('NOT_FOUND');
    return present(db, viewer, rows);
  };

  const ids = async (actor: Person, albumId: string, query: WithoutUserId<MediaFilterQuery>): Promise<string[]> => {
    await authorize(db, actor, 'album.read', [albumId]);
    return listMediaIds(db, albumId, { ...query, userId: actor.userId });
  };

  const layout = async (viewer: Viewer, albumId: string, query: WithoutUserId<MediaFilterQuery>): Promise<MediaLayout> => {
    await authorize(db, viewer, 'album.read', [albumId]);
    const ratios = await readMediaRatios(db, albumId, { ...query, userId: getViewerId(viewer) });
    return { count: ratios.length / 2, ratios: ratios.swap16().toString('base64') };
  };

  const get = async (actor: Person, id: string): Promise<Media> => {
    await authorize(db, actor, 'media.read', [id]);
    const [media] = await present(db, actor, await findMedia(db, [id]));
    if (!media) throw new AppError('NOT_FOUND');
    return media;
  };

  const removeFromAlbum = async (tx: Tx, albumId: string, mediaIds: string[]): Promise<void> => {
    const album = await lockAlbumContents(tx, albumId);
    if (!album) throw new AppError('NOT_FOUND');
    const binned = await moveMediaToBin(tx, albumId, mediaIds);
    if (binned.length !== mediaIds.length) throw new AppError('NOT_FOUND');
    await handleMediaRemoved(
      tx,
      deps,
      albumId,
      binned.map((row) => row.file_id),
    );
    await albums.contentChanged(tx, albumId);
  };

  /** Locks all albums and then all media before the first change, because a change also locks playlists, which come after them. */
  const removeByAlbum = async (tx: Tx, idsByAlbum: ReadonlyMap<string, string[]>): Promise<void> => {
    await lockContentsOfAlbums(tx, [...idsByAlbum.keys()]);
    await lockMedia(tx, [...idsByAlbum.values()].flat());
    for (const [albumId, ids] of idsByAlbum) await removeFromAlbum(tx, albumId, ids);
  };

  /** Moves media of an album to the bin. */
  const remove = (actor: Person, albumId: string, mediaIds: string[]): Promise<number> =>
    db.transaction().execute(async (tx) => {
      await authorize(tx, actor, 'album.update', [albumId]);
      const unique = [...new Set(mediaIds)];
      await removeByAlbum(tx, new Map([[albumId, unique]]));
      return unique.length;
    });

  /** Moves media of any albums to the bin. */
  const removeFromAlbums = (actor: Person, mediaIds: string[]): Promise<number> =>
    db.transaction().execute(async (tx) => {
      const unique = [...new Set(mediaIds)];
      const idsByAlbum = await groupMediaByAlbum(tx, unique);
      if (sumLengths(idsByAlbum) !== unique.length) throw new AppError('NOT_FOUND');
      await authorize(tx, actor, 'album.update', [...idsByAlbum.keys()]);
      await removeByAlbum(tx, idsByAlbum);
      return unique.length;
    });

  return { ...createMediaEditing(deps, present), retry: createRetryMedia(deps, present), list, ids, layout, get, remove, removeFromAlbums };
}

export type MediaService = ReturnType<typeof createMediaService>;

const sumLengths = (lists: ReadonlyMap<string, readonly string[]>): number =>
  [...lists.values()].reduce((sum, list) => sum + list.length, 0);

export interface MediaChange extends ScreenTimes {
  name?: string;
  caption?: string;
  /** Capture time as shown by a local clock, in ISO 8601 without an offset. Null restores the time of the file. */
  takenAt?: string | null;
  /** Pages of a document to show, in order. Null shows all pages in the order of the file. */
  pageOrder?: number[] | null;
  /** New position, counted from 1; numbers beyond the last position mean the last. */
  sequence?: number;
}

/** Changes to media within their album. */
function createMediaEditing({ db, queue, albums, clock }: MediaServiceDeps, present: PresentMediaList) {
  /** Changes one media while its album is locked, and returns the changed media. */
  const changeMedia = async (tx: Tx, actor: Person, id: string, change: (albumId: string) => Promise<unknown>): Promise<Media> => {
    await authorize(tx, actor, 'media.update', [id]);
    const albumId = await findAlbumIdOfMedia(tx, id);
    const album = albumId && (await lockAlbumContents(tx, albumId));
    // Another request may have moved or deleted it while this one waited for the lock.
    if (!album || (await findAlbumIdOfMedia(tx, id)) !== albumId) throw new AppError('NOT_FOUND');
    await change(albumId);
    await albums.contentChanged(tx, albumId);
    const [media] = await present(tx, actor, await findMedia(tx, [id]));
    if (!media) throw new AppError('NOT_FOUND');
    return media;
  };

  /** As `update`. `replaceFile` runs while the album is locked and may show another file. */
  const updateInTransaction = (
    tx: Tx,
    actor: Person,
    id: string,
    { sequence, takenAt, pageOrder, duration, valid, ...texts }: MediaChange,
    replaceFile?: (albumId: string) => Promise<void>,
  ): Promise<Media> =>
    changeMedia(tx, actor, id, async (albumId) => {
      if (sequence !== undefined) {
        await authorize(tx, actor, 'album.update', [albumId]);
        await moveToPosition(tx, albumId, [id], await findMediaAtPosition(tx, albumId, id, sequence - 1));
      }
      await replaceFile?.(albumId);
      if (duration && (await isVideo(tx, id))) throw new AppError('INVALID', 'Videos keep their own length.');
      const change = {
        ...texts,
        ...(takenAt !== undefined && { taken_edited_at: parseTakenAt(takenAt, clock.now()) }),
        ...toScreenTimeColumns({ duration, valid }),
        ...(pageOrder !== undefined && { page_order: resolvePageOrder(pageOrder, await findPageCount(tx, id)) }),
      };
      if (Object.values(change).some((value) => value !== undefined)) await updateMedia(tx, id, change);
    });

  /** NOT_FOUND, INVALID. */
  const update = (actor: Person, id: string, change: MediaChange): Promise<Media> =>
    db.transaction().execute((tx) => updateInTransaction(tx, actor, id, change));

  /** Sets when and how long screens show media of any albums, all or none. Returns their number. NOT_FOUND. */
  const setScreenTimes = (actor: Person, mediaIds: string[], times: ScreenTimes): Promise<number> =>
    db.transaction().execute(async (tx) => {
      const ids = [...new Set(mediaIds)];
      await authorize(tx, actor, 'media.update', ids);
      const albumIds = [...(await groupMediaByAlbum(tx, ids)).keys()];
      if (albumIds.length > 0) await lockContentsOfAlbums(tx, albumIds);
      await lockMedia(tx, ids);
      // Another request may have moved or deleted some of them while this one waited for the locks.
      const current = await groupMediaByAlbum(tx, ids);
      if (sumLengths(current) !== ids.length || [...current.keys()].some((id) => !albumIds.includes(id))) throw new AppError('NOT_FOUND');
      await updateScreenTimes(tx, ids, toScreenTimeColumns(times));
      for (const albumId of current.keys()) await albums.contentChanged(tx, albumId);
      return ids.length;
    });

  /** Rotates a photo clockwise, in addition to its present rotation. The original stays; screens follow when the rotated copy exists. */
  const rotate = (actor: Person, id: string, angle: number): Promise<Media> =>
    db.transaction().execute((tx) =>
      changeMedia(tx, actor, id, async () => {
        const fileId = await rotateMedia(tx, id, angle);
        if (!fileId) throw new AppError('INVALID', 'Only photos can be rotated.');
        await queue.add(tx, imageJob, { fileId }, { key: getMediaJobKey(fileId) });
      }),
    );

  /** Moves media, in the given order, before another one; null means the end. */
  const order = (actor: Person, albumId: string, mediaIds: string[], beforeId: string | null): Promise<void> =>
    db.transaction().execute(async (tx) => {
      await authorize(tx, actor, 'album.update', [albumId]);
      const album = await lockAlbumContents(tx, albumId);
      if (!album) throw new AppError('NOT_FOUND');
      await moveToPosition(tx, albumId, mediaIds, beforeId);
      await albums.contentChanged(tx, albumId);
    });

  return { update, updateInTransaction, setScreenTimes, rotate, order };
}
