import type { Media } from '@vitrine/contract';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, type Person } from '../access/index.ts';
import { lockAlbumContents } from '../albums/index.ts';
import type { ImportFiles } from './import.service.ts';
import type { MediaDeps } from './media.deps.ts';
import { getMediaJobKey, imageJob } from './media.jobs.ts';
import { createMediaPresenter } from './media.presenting.ts';
import { findMedia } from './media.read-model.ts';
import { findAlbumIdOfMedia, rotateMedia, updateMedia } from './media.store.ts';
import { moveToPosition } from './media-order.service.ts';
import { findMediaAtPosition } from './media-order.store.ts';
import { type Replacement, replaceMediaFile, withReplacementFile } from './replacement.service.ts';

export interface MediaChange {
  name?: string;
  caption?: string;
  /** Its new place, counted from 1; beyond the last is the last. */
  sequence?: number;
  /** Key of another file to show in its place. */
  fileKey?: string;
}

/** What becomes of media while they stay in their album. */
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
