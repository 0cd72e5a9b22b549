import { type AlertTone, type PlayingTone, startTone } from '@vitrine/stage';

/** Sound of a message. */
export interface AlertSound {
  tone: AlertTone;
  /** Whether it is played although the sound of the screen is off. */
  isForced: boolean;
}

export interface EmergencySoundOptions {
  /** Undefined in browsers without Web Audio. */
  createContext: (() => AudioContext) | undefined;
  /** Whether the sound of the screen is on. */
  isSoundOn: () => boolean;
  /** Called before a tone begins and after it has ended. The playlist is muted while it plays. */
  onPlayingChange: (isPlaying: boolean) => void;
  /** Called when the browser begins or ends to block the tone. */
  onBlockedChange: () => void;
}

/** Time in which a browser allows a context that it is going to allow. */
const ALLOW_WITHIN_MS = 1000;

/** Plays the tone of the shown message. A browser that blocks sound allows it after a touch or a key. */
export class EmergencySound {
  #options: EmergencySoundOptions;
  #tone: AlertTone | null = null;
  #context: AudioContext | null = null;
  #playing: PlayingTone | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isBlocked = false;

  constructor(options: EmergencySoundOptions) {
    this.#options = options;
  }

  get isBlocked(): boolean {
    return this.#isBlocked;
  }

  /** Returns whether this screen plays the sound, if its browser allows it. */
  isWanted(sound: AlertSound | null | undefined): boolean {
    return sound ? sound.isForced || this.#options.isSoundOn() : false;
  }

  /** Plays the sound until the next call with another one. Null ends it. */
  play(sound: AlertSound | null): void {
    const tone = sound && this.isWanted(sound) ? sound.tone : null;
    if (tone === this.#tone) return;
    this.#stop();
    this.#tone = tone;
    if (tone) this.#start(tone);
  }

  /** Tries again after a touch or a key. */
  retry(): void {
    if (this.#context?.state === 'suspended') void this.#context.resume().catch(() => undefined);
  }

  #start(tone: AlertTone): void {
    this.#options.onPlayingChange(true);
    const { createContext } = this.#options;
    if (!createContext) return this.#setBlocked(true);
    try {
      const context = createContext();
      this.#context = context;
      context.onstatechange = () => this.#update(tone);
      this.#timer = setTimeout(() => this.#setBlocked(this.#playing === null), ALLOW_WITHIN_MS);
      this.#update(tone);
      this.retry();
    } catch {
      // Without an audio device, some browsers create no context.
      this.#setBlocked(true);
    }
  }

  /** Begins the tone once the browser allows it. */
  #update(tone: AlertTone): void {
    if (this.#context?.state !== 'running' || this.#playing) return;
    this.#playing = startTone(this.#context, tone);
    this.#setBlocked(false);
  }

  #stop(): void {
    if (this.#tone === null) return;
    clearTimeout(this.#timer);
    this.#playing?.stop();
    this.#playing = null;
    if (this.#context) {
      this.#context.onstatechange = null;
      void this.#context.close().catch(() => undefined);
    }
    this.#context = null;
    this.#tone = null;
    this.#isBlocked = false;
    this.#options.onPlayingChange(false);
  }

  #setBlocked(isBlocked: boolean): void {
    if (isBlocked === this.#isBlocked) return;
    this.#isBlocked = isBlocked;
    this.#options.onBlockedChange();
  }
}
