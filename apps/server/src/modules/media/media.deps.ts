import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Live, Nudge } from '../../platform/live/live.ts';
import type { MediaTools } from '../../platform/media-tools/media-tools.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import type { Storage } from '../../platform/storage/storage.ts';

export interface MediaDeps {
  db: Database;
  queue: Queue;
  live: Live;
  clock: Clock;
  log: Logger;
  storage: Storage;
  tools: MediaTools;
  dataDir: string;
  sendLocally: (nudge: Nudge) => void;
  /** Media of an album came, went, changed or became playable; part of the same transaction. */
  onAlbumContentChanged: (tx: Tx, albumId: string) => Promise<void>;
  /** Media with these originals left an album, for another one or for the bin: its cover may have been one of them. */
  onMediaLeft: (tx: Tx, albumId: string, fileIds: string[]) => Promise<void>;
}
