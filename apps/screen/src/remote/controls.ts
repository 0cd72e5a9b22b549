import type { FileCache } from '../cache/file-cache.ts';
import type { Database, Identity } from '../database/database.ts';
import { resetIdentity } from '../identity.ts';
import type { ScreenPlayer } from '../playback/screen-player.ts';
import type { PlayRecorder } from '../plays/plays.ts';
import { reload } from '../shell/reload.ts';
import type { ScreenControls } from './remote.ts';

/** Time for the last receipt to leave before the page is closed. */
const RECEIPT_SEND_DELAY_MS = 300;

export const receiptSent = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, RECEIPT_SEND_DELAY_MS));

/** Returns what device commands act on: playback, and the page itself. */
export const createControls = (wall: ScreenPlayer, page: Pick<ScreenControls, 'load' | 'reset'>): ScreenControls => ({
  play: () => wall.play(),
  pause: () => wall.pause(),
  next: () => wall.next(),
  previous: () => wall.previous(),
  setMuted: (muted) => wall.setMuted(muted),
  reload: () => void receiptSent().then(reload),
  ...page,
});

interface Stored {
  database: Database;
  plays: PlayRecorder;
  cache: FileCache;
}

/** Requests another device id from the registry, deletes everything that this screen stores, and loads the page again. */
export async function resetScreen({ database, plays, cache }: Stored, previous: Identity | null): Promise<void> {
  try {
    if (previous) await resetIdentity(database, previous);
    await database.clear('adopted');
    await plays.clear();
    await cache.clear();
  } finally {
    // If the registry does not respond, the screen keeps its identity.
    void reload();
  }
}
