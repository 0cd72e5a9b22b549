import type { ScreenOperation } from './operation/operation.ts';
import type { Sound } from './playback/sound.ts';

/** Parts of the screen that are loaded after the start, so that the first load stays small. */
export class LateParts {
  /** Panel and downloads by the operating hours. */
  operation: ScreenOperation | null = null;
  /** Takes the screenshot that the server requests. */
  takeScreenshot: () => void = () => undefined;
  /** Time within which the screen moves to another address, as its server announced; undefined without an announcement. */
  announcedMoveMs: number | undefined;
  /** Moves the screen to another address within a time. */
  startMove: (withinMs: number) => void = () => undefined;
  setSound: (sound: Sound) => void = () => undefined;
  /** Resolves with the control of the sound. */
  readonly sound = new Promise<Sound>((resolve) => {
    this.setSound = resolve;
  });
  #listeners: (() => void)[] = [];

  /** Calls the listener after each change of the situation. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Handles the announcement of a move, which may arrive before the code for it. */
  announceMove(withinMs: number): void {
    this.announcedMoveMs = withinMs;
    this.startMove(withinMs);
  }

  notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
