import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { maxEntries } from '../../platform/lru-options.ts';
import { createJobHandler, defineJob } from '../../platform/queue/job-type.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import type { ManifestsService } from './manifests.service.ts';
import { listPublishedPlaylistsWithAlbum } from './publishing.read-model.ts';

/** `isPutOff`: the job was delayed once already and runs now. */
const ofPlaylist = z.object({ playlistId: z.uuid(), isPutOff: z.boolean().optional() });
const refreshJob = defineJob('publishing.refresh', z.union([ofPlaylist, z.object({ albumId: z.uuid() })]));

/** Changes of a playlist on more screens than this are spread over time, because a hundred photos may be arriving one by one. */
const FAN_OUT_SCREENS = 50;
const PAUSE_MS_PER_SCREEN = 0.2;
const MAX_PLAYLISTS = 10_000;

interface RefreshDeps {
  db: Database;
  clock: Clock;
  queue: Queue;
  manifests: ManifestsService;
}

/** Creates the handler of the refresh job, which serializes playlists again and gives the screens that show them new manifests. */
export function createRefreshHandler({ db, clock, queue, manifests }: RefreshDeps) {
  /** Time until which changes of a playlist wait, by playlist id, in epoch milliseconds. */
  const pausedUntil = new LRUCache<string, number>(maxEntries(MAX_PLAYLISTS));
  return createJobHandler(refreshJob, (scope) =>
    db.transaction().execute(async (tx) => {
      const playlistIds = 'playlistId' in scope ? [scope.playlistId] : await listPublishedPlaylistsWithAlbum(tx, scope.albumId);
      const now = clock.now().getTime();
      const due: string[] = [];
      for (const playlistId of playlistIds) {
        const runAt = pausedUntil.get(playlistId) ?? 0;
        // Delayed once only: the database's clock, which releases the job, may be ahead of ours.
        if (runAt <= now || 'isPutOff' in scope) due.push(playlistId);
        else await queue.add(tx, refreshJob, { playlistId, isPutOff: true }, { key: keyOf(playlistId), runAt: new Date(runAt) });
      }
      const screens = await manifests.refresh(tx, due);
      if (screens > FAN_OUT_SCREENS) for (const playlistId of due) pausedUntil.set(playlistId, now + screens * PAUSE_MS_PER_SCREEN);
    }),
  );
}

const keyOf = (id: string) => `refresh:${id}`;

/**
 * The playlists affected by a change:
 * - `playlistIds`: these playlists.
 * - `contentOfAlbum`: the published playlists that contain this album when the job runs. Many changes of one album cost one job.
 * - `visibilityOfAlbum`: the published playlists that contain this album now. Required when the change may delete the album.
 */
export type ManifestScope = { playlistIds: readonly string[] } | { contentOfAlbum: string } | { visibilityOfAlbum: string };

export type InvalidateManifests = (tx: Tx, scope: ManifestScope) => Promise<void>;

/**
 * Returns the one function that every change of what a playlist shows goes through: media, albums, shares, memberships and owners.
 * It enqueues refresh jobs in the caller's transaction; changes of one playlist or album that come before its job runs share that job.
 */
export function createManifestInvalidation(queue: Queue): InvalidateManifests {
  return async (tx, scope) => {
    if ('contentOfAlbum' in scope) {
      const albumId = scope.contentOfAlbum;
      await queue.add(tx, refreshJob, { albumId }, { key: keyOf(albumId) });
      return;
    }
    const playlistIds = 'playlistIds' in scope ? scope.playlistIds : await listPublishedPlaylistsWithAlbum(tx, scope.visibilityOfAlbum);
    for (const playlistId of playlistIds) await queue.add(tx, refreshJob, { playlistId }, { key: keyOf(playlistId) });
  };
}
