import { z } from 'zod';
import type { Database, Tx } from '../../platform/database/database.ts';
import { handle, jobType } from '../../platform/queue/job-type.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import type { ManifestsService } from './manifests.service.ts';
import { listPlaylistsWith } from './publishing.read-model.ts';

const refreshJob = jobType('publishing.refresh', z.union([z.object({ playlistId: z.uuid() }), z.object({ albumId: z.uuid() })]));

/** An album or playlist changed: the walls that show it get new manifests. */
export const createRefreshHandler = (db: Database, manifests: ManifestsService) =>
  handle(refreshJob, (what) =>
    db.transaction().execute(async (tx) => {
      const playlistIds = 'playlistId' in what ? [what.playlistId] : await listPlaylistsWith(tx, what.albumId);
      await manifests.refresh(tx, playlistIds);
    }),
  );

/** However many changes come while one waits, it runs once for all of them. */
export const queueRefreshes = (queue: Queue) => ({
  ofPlaylist: (tx: Tx, playlistId: string) => queue.add(tx, refreshJob, { playlistId }, { key: `refresh:${playlistId}` }),
  /** An album that is about to go leaves no trace to find its walls by afterwards. */
  async ofPlaylistsWith(tx: Tx, albumId: string): Promise<void> {
    for (const playlistId of await listPlaylistsWith(tx, albumId))
      await queue.add(tx, refreshJob, { playlistId }, { key: `refresh:${playlistId}` });
  },
  ofAlbum: (tx: Tx, albumId: string) => queue.add(tx, refreshJob, { albumId }, { key: `refresh:${albumId}` }),
});
