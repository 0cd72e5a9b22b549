import type { ScreenCommand } from '@vitrine/contract/live';
import type { CommandReceipt } from '@vitrine/contract/screens';
import type { ScreenPlayer } from '../playback/screen-player.ts';
import type { Sound } from '../playback/sound.ts';
import { reload } from '../shell/reload.ts';
import type { ScreenControls } from './remote.ts';

/** Time allowed for sending the last receipt before the page closes. */
const RECEIPT_SEND_DELAY_MS = 300;

export const receiptSent = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, RECEIPT_SEND_DELAY_MS));

/** Creates the controls for device commands. A command for the sound waits until its control is loaded, which stores the choice for the next start. */
export const createControls = (
  player: Pick<ScreenPlayer, 'play' | 'pause' | 'next' | 'previous'>,
  sound: Promise<Pick<Sound, 'setMuted'>>,
  page: Pick<ScreenControls, 'load' | 'reset'>,
): ScreenControls => ({
  play: () => player.play(),
  pause: () => player.pause(),
  next: () => player.next(),
  previous: () => player.previous(),
  setMuted: async (muted) => (await sound).setMuted(muted),
  reload: () => void receiptSent().then(reload),
  ...page,
});

/** Runs a device command. Commands are rare, so their code is loaded with the first one. */
export async function runCommand(
  command: ScreenCommand,
  controls: ScreenControls,
  sendReceipt: (receipt: CommandReceipt) => void,
): Promise<void> {
  const { createCommandRunner } = await import('./remote.ts');
  await createCommandRunner(controls, sendReceipt)(command);
}
