import type { Identity } from '../database/database.ts';
import type { ScreenPlayer } from '../playback/screen-player.ts';
import { reload } from '../shell/reload.ts';
import type { ScreenControls } from './remote.ts';

/** Time allowed for sending the last receipt before the page closes. */
const RECEIPT_SEND_DELAY_MS = 300;

export const receiptSent = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, RECEIPT_SEND_DELAY_MS));

/** Creates the controls for device commands. */
export const createControls = (player: ScreenPlayer, page: Pick<ScreenControls, 'load' | 'reset' | 'setMuted'>): ScreenControls => ({
  play: () => player.play(),
  pause: () => player.pause(),
  next: () => player.next(),
  previous: () => player.previous(),
  reload: () => void receiptSent().then(reload),
  ...page,
});

export interface ResetSteps {
  /** Requests a new device id and secret. Rejects when the server cannot be reached. */
  requestIdentity: (previous: Identity) => Promise<Identity>;
  /** Deletes all files, the stored manifest, plays and settings. */
  deleteContent: () => Promise<void>;
  storeIdentity: (identity: Identity) => Promise<unknown>;
}

/**
 * Requests a new device id and deletes all content of this screen. The new identity is written after the content was deleted, because a full disk refuses it
 * before. Without a response from the server, the screen keeps its identity and its content.
 */
export async function resetScreen({ requestIdentity, deleteContent, storeIdentity }: ResetSteps, previous: Identity | null): Promise<void> {
  const next = previous && (await requestIdentity(previous));
  try {
    await deleteContent();
  } finally {
    if (next) await storeIdentity(next);
  }
}
