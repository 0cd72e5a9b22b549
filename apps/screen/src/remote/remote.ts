import type { DeviceActionName } from '@vitrine/contract/devices';
import type { ActionReceipt } from '@vitrine/contract/screens';
import { companion } from './companion.ts';

/** What remote control can reach. */
export interface Controls {
  play(): void;
  pause(): void;
  next(): void;
  previous(): void;
  setMuted(muted: boolean): void;
  reload(): void;
  /** Forgets everything and introduces itself anew. */
  reset(): Promise<void>;
}

type Act = (done: () => void) => void | Promise<void>;

const NO_SOUND = 'The browser allows sound only after somebody has touched this screen, or when it is started with sound allowed.';
const NOT_IN_A_BROWSER = 'This screen runs in a browser, which cannot do that.';

/**
 * Does what a person asked for from afar, and says what came of it. What ends the page itself is
 * said to be done first: afterwards nobody is left to say so.
 */
export function createRemote(controls: Controls, answer: (receipt: ActionReceipt) => void) {
  const acts: Partial<Record<DeviceActionName, Act>> = {
    play: () => controls.play(),
    pause: () => controls.pause(),
    next: () => controls.next(),
    previous: () => controls.previous(),
    mute: () => controls.setMuted(true),
    unmute: () => {
      if (!isSoundAllowed()) throw new Error(NO_SOUND);
      controls.setMuted(false);
    },
    reload: (done) => {
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
  return async ({ id, action }: { id: string; action: DeviceActionName }): Promise<void> => {
    let isAnswered = false;
    const done = () => {
      if (!isAnswered) answer({ id, state: 'done' });
      isAnswered = true;
    };
    answer({ id, state: 'delivered' });
    try {
      const act = acts[action];
      if (!act) throw new Error('This screen does not know how to do that.');
      await act(done);
      done();
    } catch (cause) {
      answer({ id, state: 'failed', reason: (cause instanceof Error ? cause.message : String(cause)).slice(0, 200) });
    }
  };
}

async function byCompanion(act: (() => Promise<void> | void) | undefined, done: () => void): Promise<void> {
  if (!act) throw new Error(NOT_IN_A_BROWSER);
  done();
  await act();
}

/** Asked of the browser itself: a context that may not sound stays suspended. */
function isSoundAllowed(): boolean {
  const context = new AudioContext();
  const isAllowed = context.state === 'running';
  void context.close();
  return isAllowed;
}
