import type { Media } from '@vitrine/contract';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, type Person } from '../access/index.ts';
import type { AlbumsApi } from '../albums/index.ts';
import type { Platform } from '../define-module.ts';
import { enqueueMediaJob } from './media.jobs.ts';
import type { PresentMediaList } from './media.presenter.ts';
import { findMedia } from './media.read-model.ts';
import { findFailedFile, listMediaOfFile, lockAlbumsOfFile, resetFailedMedia } from './media.store.ts';

type RetryDeps = Pick<Platform, 'db' | 'queue'> & { albums: Pick<AlbumsApi, 'contentChanged'> };

export function createRetryMedia({ db, queue, albums }: RetryDeps, present: PresentMediaList) {
  const restart = async (tx: Tx, mediaId: string, fileId: string) => {
    await lockAlbumsOfFile(tx, fileId);
    // Another request may have restarted it while this one waited for the lock.
    const file = await findFailedFile(tx, mediaId);
    if (!file) return;
    await resetFailedMedia(tx, fileId);
    await enqueueMediaJob(tx, queue, file.kind, file);
    const shown = await listMediaOfFile(tx, fileId);
    for (const albumId of new Set(shown.map((media) => media.albumId))) await albums.contentChanged(tx, albumId);
  };

  /** Processes a failed photo or video again, in all albums that show its file. Does nothing in every other state. NOT_FOUND. */
  return (actor: Person, id: string): Promise<Media> =>
    db.transaction().execute(async (tx) => {
      await authorize(tx, actor, 'media.update', [id]);
      const failed = await findFailedFile(tx, id);
      if (failed) await restart(tx, id, failed.fileId);
      const [media] = await present(tx, actor, await findMedia(tx, [id]));
      if (!media) throw new AppError('NOT_FOUND');
      return media;
    });
}
