import type { DeviceCommandName } from '@vitrine/contract/devices';
import type { ScreenCommand, VersionToLoad } from '@vitrine/contract/live';
import type { CommandReceipt } from '@vitrine/contract/screens';
import { getCompanion } from './companion.ts';

/** Parts of the screen that device commands act on. */
export interface ScreenControls {
  play(): void;
  pause(): void;
  next(): void;
  previous(): void;
  /** Rejects when the browser blocks sound. */
  setMuted(muted: boolean): Promise<void>;
  /** Installs a version for the next start of the page. Throws when that fails. */
  load(version: VersionToLoad): Promise<void>;
  reload(): void;
  /** Erases everything and registers again. */
  reset(): Promise<void>;
}

type Handler = (done: () => void, load: VersionToLoad | undefined) => void | Promise<void>;

const NOT_SUPPORTED_MESSAGE = 'This screen runs in a browser that doesn’t support this action.';

/** Runs device commands and sends their receipts. A command that ends the page is reported as done beforehand. */
export function createCommandRunner(controls: ScreenControls, sendReceipt: (receipt: CommandReceipt) => void) {
  const handlers: Partial<Record<DeviceCommandName, Handler>> = {
    play: () => controls.play(),
    pause: () => controls.pause(),
    next: () => controls.next(),
    previous: () => controls.previous(),
    mute: () => controls.setMuted(true),
    unmute: () => controls.setMuted(false),
    reload: async (done, load) => {
      if (load) await controls.load(load);
      done();
      controls.reload();
    },
    factory_reset: (done) => {
      done();
      return controls.reset();
    },
    reboot: (done) => runByCompanion(getCompanion().reboot, done),
    poweroff: (done) => runByCompanion(getCompanion().powerOff, done),
  };
  return async ({ id, action, load }: ScreenCommand): Promise<void> => {
    let isReported = false;
    const done = () => {
      if (!isReported) sendReceipt({ id, state: 'done' });
      isReported = true;
    };
    sendReceipt({ id, state: 'delivered' });
    try {
      const handler = handlers[action];
      if (!handler) throw new Error("This screen doesn't support this action.");
      await handler(done, load);
      done();
    } catch (cause) {
      sendReceipt({ id, state: 'failed', reason: (cause instanceof Error ? cause.message : String(cause)).slice(0, 200) });
    }
  };
}

async function runByCompanion(run: (() => Promise<void> | void) | undefined, done: () => void): Promise<void> {
  if (!run) throw new Error(NOT_SUPPORTED_MESSAGE);
  done();
  await run();
}
