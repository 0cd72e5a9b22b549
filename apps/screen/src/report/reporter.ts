import type { ScreenReport } from '@vitrine/contract/screens';

const APART_MS = 1000;
/** Health is sent along with other changes, and alone at most this often. */
const HEALTH_APART_MS = 60_000;

export interface ReporterOptions {
  /** What is true now. */
  read: () => ScreenReport;
  /** Null while there is no link. */
  send: (report: ScreenReport) => Promise<void> | null;
}

/**
 * Tells the server on each transition what the screen does: at once, then at most once a second,
 * and never the same twice; health alone changes nothing but once a minute. A report that got lost is sent anew with the next change or connection.
 */
export class Reporter {
  #options: ReporterOptions;
  /** The last report without its health, and that health. */
  #last = { act: '', health: '' };
  #sentAt = -APART_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ReporterOptions) {
    this.#options = options;
    setInterval(() => this.changed(), HEALTH_APART_MS);
  }

  changed(): void {
    if (this.#timer !== undefined) return;
    const waitMs = Math.max(0, this.#sentAt + APART_MS - performance.now());
    this.#timer = setTimeout(() => this.#send(), waitMs);
  }

  /** A new link: the server may not have the last report. */
  connected(): void {
    this.#last = { act: '', health: '' };
    this.changed();
  }

  #send(): void {
    this.#timer = undefined;
    const report = this.#options.read();
    const { health, ...act } = report;
    const next = { act: JSON.stringify(act), health: JSON.stringify(health) };
    const isHealthDue = performance.now() - this.#sentAt >= HEALTH_APART_MS;
    if (next.act === this.#last.act && (next.health === this.#last.health || !isHealthDue)) return;
    const sent = this.#options.send(report);
    if (!sent) return;
    this.#last = next;
    this.#sentAt = performance.now();
    sent.catch(() => {
      if (this.#last === next) this.#last = { act: '', health: '' };
    });
  }
}
