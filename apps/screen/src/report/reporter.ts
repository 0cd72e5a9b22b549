import type { ScreenReport } from '@vitrine/contract/screens';

const APART_MS = 1000;

export interface ReporterOptions {
  /** What is true now. */
  read: () => ScreenReport;
  /** Null while there is no link. */
  send: (report: ScreenReport) => Promise<void> | null;
}

/**
 * Tells the server on each transition what the screen does: at once, then at most once a second,
 * and never the same twice. A report that got lost is sent anew with the next change or connection.
 */
export class Reporter {
  #options: ReporterOptions;
  #last = '';
  #sentAt = -APART_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ReporterOptions) {
    this.#options = options;
  }

  changed(): void {
    if (this.#timer !== undefined) return;
    const waitMs = Math.max(0, this.#sentAt + APART_MS - performance.now());
    this.#timer = setTimeout(() => this.#send(), waitMs);
  }

  /** The link is new: whoever is at its other end may know nothing. */
  connected(): void {
    this.#last = '';
    this.changed();
  }

  #send(): void {
    this.#timer = undefined;
    const report = this.#options.read();
    const text = JSON.stringify(report);
    if (text === this.#last) return;
    const sent = this.#options.send(report);
    if (!sent) return;
    this.#last = text;
    this.#sentAt = performance.now();
    sent.catch(() => {
      if (this.#last === text) this.#last = '';
    });
  }
}
