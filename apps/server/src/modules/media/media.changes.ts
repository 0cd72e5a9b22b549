import type { Media } from '@vitrine/contract';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, type Person } from '../access/index.ts';
import { lockContents } from '../albums/index.ts';
import type { Bring } from './media.bringing.ts';
import type { MediaDeps } from './media.deps.ts';
import { imageJob, jobKey } from './media.job-types.ts';
import { place } from './media.places.ts';
import { createPresenting } from './media.presenting.ts';
import { findMedia } from './media.read-model.ts';
import { type Replacement, replaceFile, withReplacement } from './media.replacement.ts';
import { findAlbumOf, rotateMedia, updateMedia } from './media.store.ts';
import { findAtPlace } from './places.store.ts';

export interface MediaChange {
  name?: string;
  caption?: string;
  /** Its new place, counted from 1; beyond the last is the last. */
  sequence?: number;
  /** Key of another file to show in its place. */
  fileKey?: string;
}

/** What becomes of media while they stay in their album. */
export function createChanges(deps: MediaDeps, bring: Bring) {
  const { db, queue, albums } = deps;
  const present = createPresenting(deps);

  /** One media changes, under its album's lock; the answer is what became of it. */
  const changeOne = async (tx: Tx, actor: Person, id: string, change: (albumId: string) => Promise<unknown>): Promise<Media> => {
    await authorize(tx, actor, 'media.update', [id]);
    const albumId = await findAlbumOf(tx, id);
    const album = albumId && (await lockContents(tx, albumId));
    // Moved or deleted while it was waited for.
    if (!album || (await findAlbumOf(tx, id)) !== albumId) throw new AppError('NOT_FOUND');
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
        changeOne(tx, actor, id, async (albumId) => {
          if (sequence !== undefined) {
            await authorize(tx, actor, 'album.update', [albumId]);
            await place(tx, albumId, [id], await findAtPlace(tx, albumId, id, sequence - 1));
          }
          if (replacement) await replaceFile(tx, deps, actor, { albumId, id, replacement });
          if (texts.name !== undefined || texts.caption !== undefined) await updateMedia(tx, id, texts);
        });
      return fileKey === undefined
        ? db.transaction().execute((tx) => apply(tx))
        : withReplacement(deps, bring, { actor, id, fileKey }, apply);
    },

    /** Clockwise, on top of how it is turned. The original stays; walls follow once their turned copy is made. */
    turn: (actor: Person, id: string, angle: number): Promise<Media> =>
      db.transaction().execute((tx) =>
        changeOne(tx, actor, id, async () => {
          const fileId = await rotateMedia(tx, id, angle);
          if (!fileId) throw new AppError('INVALID', 'Only photos can be rotated.');
          await queue.add(tx, imageJob, { fileId }, { key: jobKey(fileId) });
        }),
      ),

    /** These, in this order, before that one; null for the end. */
    order: (actor: Person, albumId: string, ids: string[], beforeId: string | null): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'album.update', [albumId]);
        const album = await lockContents(tx, albumId);
        if (!album) throw new AppError('NOT_FOUND');
        await place(tx, albumId, ids, beforeId);
        await albums.contentChanged(tx, albumId);
      }),
  };
}
