/** A digit that raises a message when it is held. */
export interface EmergencyKeyOfScreen {
  digit: number;
  messageId: string;
}

export interface EmergencyKeysOptions {
  listKeys: () => readonly EmergencyKeyOfScreen[];
  getTitle: (messageId: string) => string;
  /** Raises the message at the server. Throws RaiseRefusedError, or another error without a connection. */
  raise: (messageId: string) => Promise<void>;
  /** Shows a line above everything else; null removes it. */
  showNotice: (text: string | null) => void;
}

/** Thrown when the server answered that it did not raise a message. */
export class RaiseRefusedError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`the server answered ${status}`);
    this.status = status;
  }
}

/** Time for which a digit is held together with Ctrl and Alt, and without them, as on a remote control. */
const COMBINATION_MS = 3000;
const SINGLE_MS = 5000;
/** Remote controls release and press a held key repeatedly, within this time. */
const RELEASE_MS = 300;
const HINT_AFTER_MS = 500;
const RESULT_MS = 10_000;

type Key = Pick<KeyboardEvent, 'code' | 'keyCode' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>;

/** Returns the digit of a key; null for other keys. Does not read the text of the key, which TVs often lack and which layouts change with Ctrl and Alt. */
function getDigit({ code, keyCode }: Key): number | null {
  const named = /^(?:Digit|Numpad)([1-9])$/.exec(code ?? '')?.[1];
  if (named !== undefined) return Number(named);
  if (keyCode >= 49 && keyCode <= 57) return keyCode - 48;
  return keyCode >= 97 && keyCode <= 105 ? keyCode - 96 : null;
}

interface Hold extends EmergencyKeyOfScreen {
  isCombination: boolean;
  timers: ReturnType<typeof setTimeout>[];
  /** Ends the hold, unless the key is pressed again until then; null while the key is down. */
  release: ReturnType<typeof setTimeout> | null;
  /** `due` after it was held for long enough; `raised` until the key is released, because keyboards repeat a held key. */
  state: 'held' | 'due' | 'raised';
}

/** Watches the keys that raise messages on this screen. Nothing is raised unless the owner has allowed it for the screen. */
export class EmergencyKeys {
  #options: EmergencyKeysOptions;
  #hold: Hold | null = null;
  #notice: ReturnType<typeof setTimeout> | undefined;

  constructor(options: EmergencyKeysOptions) {
    this.#options = options;
  }

  handleDown(key: Key): void {
    const digit = getDigit(key);
    const isCombination = key.ctrlKey && key.altKey;
    const isOther = key.metaKey || key.shiftKey || key.ctrlKey !== key.altKey;
    if (digit === null || isOther) return;
    if (this.#hold?.digit === digit && this.#hold.isCombination === isCombination) return this.#resume(this.#hold);
    this.cancel();
    const allowed = this.#options.listKeys().find((known) => known.digit === digit);
    if (!allowed) return;
    const timers = [
      setTimeout(() => this.#show(`Keep holding to raise “${this.#options.getTitle(allowed.messageId)}”`), HINT_AFTER_MS),
      setTimeout(() => this.#complete(), isCombination ? COMBINATION_MS : SINGLE_MS),
    ];
    this.#hold = { ...allowed, isCombination, timers, release: null, state: 'held' };
  }

  handleUp(key: Key): void {
    const hold = this.#hold;
    if (!hold) return;
    if (hold.isCombination) return this.cancel();
    if (getDigit(key) === hold.digit) hold.release ??= setTimeout(() => this.cancel(), RELEASE_MS);
  }

  /** Ends the hold, for example when the page loses the keyboard. */
  cancel(): void {
    if (!this.#hold) return;
    for (const timer of this.#hold.timers) clearTimeout(timer);
    clearTimeout(this.#hold.release ?? undefined);
    // The result stays on the screen after the key is released.
    if (this.#hold.state !== 'raised') this.#show(null);
    this.#hold = null;
  }

  #resume(hold: Hold): void {
    clearTimeout(hold.release ?? undefined);
    hold.release = null;
    if (hold.state === 'due') this.#complete();
  }

  #complete(): void {
    const hold = this.#hold;
    if (!hold) return;
    hold.state = hold.release === null ? 'raised' : 'due';
    if (hold.state === 'raised') void this.#raise(hold.messageId);
  }

  async #raise(messageId: string): Promise<void> {
    const title = this.#options.getTitle(messageId);
    this.#show(`Raising “${title}”…`);
    const result = await this.#options.raise(messageId).then(
      () => `“${title}” was raised.`,
      (cause: unknown) => `“${title}” was NOT raised. ${explain(cause)}`,
    );
    this.#show(result);
    this.#notice = setTimeout(() => this.#show(null), RESULT_MS);
  }

  #show(text: string | null): void {
    clearTimeout(this.#notice);
    this.#options.showNotice(text);
  }
}

/** Returns the reason, and what the person can do instead. */
function explain(cause: unknown): string {
  if (!(cause instanceof RaiseRefusedError)) return 'This screen has no connection to the server. Alert people in another way.';
  if (cause.status === 429) return 'It was raised or tried a moment ago. Wait a minute, and try again.';
  if (cause.status === 409) return 'No screen would show it. Alert people in another way.';
  if (cause.status === 404) return 'This screen may no longer raise it. Alert people in another way.';
  return 'The server has a problem. Alert people in another way.';
}
