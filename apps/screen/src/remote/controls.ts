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
