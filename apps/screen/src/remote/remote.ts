import type { DeviceCommandName } from '@vitrine/contract/devices';
import type { ScreenCommand, VersionToLoad } from '@vitrine/contract/live';
import type { CommandReceipt } from '@vitrine/contract/screens';
import { companion } from './companion.ts';

/** What device commands act on. */
export interface Controls {
  play(): void;
  pause(): void;
  next(): void;
  previous(): void;
  setMuted(muted: boolean): void;
  /** Puts a version in place for the next start of the page; throws when it cannot be. */
  load(version: VersionToLoad): Promise<void>;
  reload(): void;
  /** Erases everything and registers again. */
  reset(): Promise<void>;
}

type Handler = (done: () => void, load: VersionToLoad | undefined) => void | Promise<void>;

const NO_SOUND = 'The browser blocks sound. Touch the screen once, or start the browser with autoplay sound allowed.';
const NOT_IN_A_BROWSER = 'This screen runs in a browser that doesn’t support this action.';

/** Runs device commands and sends their receipts. A command that ends the page is reported as done beforehand. */
export function createCommandRunner(
  controls: Controls,
  sendReceipt: (receipt: CommandReceipt) => void,
  isSoundAllowed: () => boolean = isSoundAllowedHere,
) {
  const handlers: Partial<Record<DeviceCommandName, Handler>> = {
    play: () => controls.play(),
    pause: () => controls.pause(),
    next: () => controls.next(),
    previous: () => controls.previous(),
    mute: () => controls.setMuted(true),
    unmute: () => {
      if (!isSoundAllowed()) throw new Error(NO_SOUND);
      controls.setMuted(false);
    },
    reload: async (done, load) => {
      if (load) await controls.load(load);
      done();
      controls.reload();
    },
    factory_reset: (done) => {
      done();
      return controls.reset();
    },
    reboot: (done) => byCompanion(companion().reboot, done),
    poweroff: (done) => byCompanion(companion().powerOff, done),
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

async function byCompanion(run: (() => Promise<void> | void) | undefined, done: () => void): Promise<void> {
  if (!run) throw new Error(NOT_IN_A_BROWSER);
  done();
  await run();
}

/** A browser without permission for sound keeps a new audio context suspended. */
function isSoundAllowedHere(): boolean {
  const context = new AudioContext();
  const isAllowed = context.state === 'running';
  void context.close();
  return isAllowed;
}
