import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { entriesUpTo } from '../../platform/bounds.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { handle, jobType } from '../../platform/queue/job-type.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import type { ManifestsService } from './manifests.service.ts';
import { listPlaylistsWith } from './publishing.read-model.ts';

/** `isPutOff`: it has waited its time. */
const ofPlaylist = z.object({ playlistId: z.uuid(), isPutOff: z.boolean().optional() });
const refreshJob = jobType('publishing.refresh', z.union([ofPlaylist, z.object({ albumId: z.uuid() })]));

/** More walls than this are told of a playlist at intervals: telling them costs what they cost, and a hundred photos may be arriving one by one. */
const CROWD = 50;
const APART_MS_PER_WALL = 0.2;
const MAX_PLAYLISTS = 10_000;

interface RefreshDeps {
  db: Database;
  clock: Clock;
  queue: Queue;
  manifests: ManifestsService;
}

/** An album or playlist changed: the walls that show it get new manifests. */
export function createRefreshHandler({ db, clock, queue, manifests }: RefreshDeps) {
  /** Until when the walls of a playlist are left alone, in epoch milliseconds. */
  const quietUntil = new LRUCache<string, number>(entriesUpTo(MAX_PLAYLISTS));
  return handle(refreshJob, (what) =>
    db.transaction().execute(async (tx) => {
      const playlistIds = 'playlistId' in what ? [what.playlistId] : await listPlaylistsWith(tx, what.albumId);
      const now = clock.now().getTime();
      const due: string[] = [];
      for (const playlistId of playlistIds) {
        const runAt = quietUntil.get(playlistId) ?? 0;
        // Put off once: the database's clock, by which it comes back, may be ahead of ours.
        if (runAt <= now || 'isPutOff' in what) due.push(playlistId);
        else await queue.add(tx, refreshJob, { playlistId, isPutOff: true }, { key: keyOf(playlistId), runAt: new Date(runAt) });
      }
      const walls = await manifests.refresh(tx, due);
      if (walls > CROWD) for (const playlistId of due) quietUntil.set(playlistId, now + walls * APART_MS_PER_WALL);
    }),
  );
}

const keyOf = (id: string) => `refresh:${id}`;

/** However many changes come while one waits, it runs once for all of them. */
export function queueRefreshes(queue: Queue) {
  const ofPlaylist = (tx: Tx, playlistId: string) => queue.add(tx, refreshJob, { playlistId }, { key: keyOf(playlistId) });
  const ofPlaylists = async (tx: Tx, playlistIds: string[]): Promise<void> => {
    for (const playlistId of playlistIds) await ofPlaylist(tx, playlistId);
  };
  return {
    ofPlaylist,
    ofPlaylists,
    /** An album that is about to go leaves no trace to find its walls by afterwards. */
    ofPlaylistsWith: async (tx: Tx, albumId: string): Promise<void> => ofPlaylists(tx, await listPlaylistsWith(tx, albumId)),
    ofAlbum: (tx: Tx, albumId: string) => queue.add(tx, refreshJob, { albumId }, { key: keyOf(albumId) }),
  };
}
