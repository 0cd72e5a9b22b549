import { readValue, writeValue } from '../database/local-values.ts';

export const SOUND_KEY = 'vitrine.sound';

export const SOUND_BLOCKED_MESSAGE = 'The browser blocks sound. Touch the screen once, or start the browser with autoplay sound allowed.';

export interface Sound {
  /** Applies the stored setting. Call it at the start, and again after a touch or a key, which makes browsers allow sound. */
  restore(): void;
  /** Mutes or unmutes videos, also after a restart. Throws while the browser blocks sound. */
  setMuted(muted: boolean): void;
  /** Returns to the setting of a new screen. */
  reset(): void;
}

interface SoundOptions {
  setMuted: (muted: boolean) => void;
  /** Called with the reason when the stored setting cannot be applied, and with null when it can. */
  onBlockedChange: (reason: string | null) => void;
  isAllowed?: () => boolean;
}

/** Returns whether the sound of the screen is on. */
export const isSoundOn = (): boolean => readValue(SOUND_KEY) === 'on';

/** Controls the sound of videos. A new screen is muted, because browsers block autoplay with sound. An unmuted one stays unmuted after a power cut. */
export function createSound({ setMuted, onBlockedChange, isAllowed = canPlaySound }: SoundOptions): Sound {
  return {
    restore() {
      if (!isSoundOn()) return;
      // Unmuting would pause the video while sound is blocked.
      const isBlocked = !isAllowed();
      onBlockedChange(isBlocked ? SOUND_BLOCKED_MESSAGE : null);
      if (!isBlocked) setMuted(false);
    },
    setMuted(muted) {
      if (!muted && !isAllowed()) throw new Error(SOUND_BLOCKED_MESSAGE);
      writeValue(SOUND_KEY, muted ? 'off' : 'on');
      onBlockedChange(null);
      setMuted(muted);
    },
    reset: () => writeValue(SOUND_KEY, 'off'),
  };
}

/** Returns true when the browser allows sound. Otherwise it keeps new audio contexts suspended. */
function canPlaySound(): boolean {
  // Safari before 14.1 has only the prefixed constructor.
  if (!('AudioContext' in globalThis)) return false;
  const context = new AudioContext();
  const isAllowed = context.state === 'running';
  void context.close();
  return isAllowed;
}
