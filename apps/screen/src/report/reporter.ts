import { changesBetween } from '@vitrine/contract/report-changes';
import type { ReportChanges, ScreenReport } from '@vitrine/contract/screens';

const APART_MS = 1000;
/** Health is sent along with other changes, and alone at most this often. */
const HEALTH_APART_MS = 60_000;

export interface ReportLink {
  /** Resolves when the server has the report, with whether changes to it may follow; rejects on timeout. */
  send(report: ScreenReport): Promise<boolean>;
  sendChanges(changes: ReportChanges): void;
}

export interface ReporterOptions {
  /** What is true now. */
  read: () => ScreenReport;
  /** Null while it is down. */
  link: () => ReportLink | null;
}

/**
 * Tells the server what the screen does: at once, then at most once a second, and never the same twice; health alone changes
 * nothing but once a minute, at a moment of this screen's own. The first report on a link is whole and acknowledged. What
 * follows is what differs, without an answer: a link keeps its order, and one that breaks is followed by one that begins anew.
 */
export class Reporter {
  #options: ReporterOptions;
  /** What the server was told last on this link. */
  #told: ScreenReport | null = null;
  /** It has acknowledged that it knows what changes refer to. */
  #takesChanges = false;
  #isHealthDue = false;
  /** By `performance.now()`. */
  #notBefore = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ReporterOptions) {
    this.#options = options;
    setTimeout(() => {
      this.#healthDue();
      setInterval(() => this.#healthDue(), HEALTH_APART_MS);
    }, Math.random() * HEALTH_APART_MS);
  }

  changed(): void {
    this.#timer ??= setTimeout(() => this.#tell(), Math.max(0, this.#notBefore - performance.now()));
  }

  /** The server knows nothing of this screen: the link is new, or it says so. The next report is whole. */
  startAnew(): void {
    this.#told = null;
    this.changed();
  }

  /** Thousands were told at once what this screen was told: what it answers comes at a random moment of this time. */
  spread(withinMs: number): void {
    this.#notBefore = Math.max(this.#notBefore, performance.now() + Math.random() * withinMs);
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.changed();
  }

  #healthDue(): void {
    this.#isHealthDue = true;
    this.changed();
  }

  #tell(): void {
    this.#timer = undefined;
    const isHealthDue = this.#isHealthDue;
    this.#isHealthDue = false;
    const link = this.#options.link();
    if (!link) return;
    const report = this.#options.read();
    const changes = this.#told && changesBetween(this.#told, report);
    if (this.#told && (!changes || (isHealthAlone(changes) && !isHealthDue))) return;
    if (changes && this.#takesChanges) link.sendChanges(changes);
    else this.#tellWhole(link, report);
    this.#told = report;
    this.#notBefore = performance.now() + APART_MS;
  }

  #tellWhole(link: ReportLink, report: ScreenReport): void {
    this.#takesChanges = false;
    link.send(report).then(
      (takesChanges) => {
        if (this.#told === report) this.#takesChanges = takesChanges;
      },
      () => {
        if (this.#told === report) this.#told = null;
      },
    );
  }
}

const isHealthAlone = (changes: ReportChanges): boolean => Object.keys(changes).join() === 'health';
