import type { FileCache } from '../cache/file-cache.ts';
import type { Database, Identity } from '../database/database.ts';
import { resetIdentity } from '../identity.ts';
import type { ScreenPlayer } from '../playback/screen-player.ts';
import type { PlayRecorder } from '../plays/plays.ts';
import { reload } from '../shell/reload.ts';
import type { ScreenControls } from './remote.ts';

/** Time allowed for sending the last receipt before the page closes. */
const RECEIPT_SEND_DELAY_MS = 300;

export const receiptSent = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, RECEIPT_SEND_DELAY_MS));

/** Creates the controls for device commands. */
export const createControls = (player: ScreenPlayer, page: Pick<ScreenControls, 'load' | 'reset'>): ScreenControls => ({
  play: () => player.play(),
  pause: () => player.pause(),
  next: () => player.next(),
  previous: () => player.previous(),
  setMuted: (muted) => player.setMuted(muted),
  reload: () => void receiptSent().then(reload),
  ...page,
});

interface ScreenStores {
  database: Database;
  plays: PlayRecorder;
  cache: FileCache;
}

/** Requests a new device id, deletes all data of this screen and reloads the page. */
export async function resetScreen({ database, plays, cache }: ScreenStores, previous: Identity | null): Promise<void> {
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
