import { changesBetween } from '@vitrine/contract/report-changes';
import type { ReportChanges, ScreenReport } from '@vitrine/contract/screens';

const REPORT_INTERVAL_MS = 1000;
/** Health is sent along with other changes, and alone at most this often. */
const HEALTH_INTERVAL_MS = 60_000;

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
  #lastReport: ScreenReport | null = null;
  /** It has acknowledged that it knows what changes refer to. */
  #serverAcceptsChanges = false;
  #isHealthDue = false;
  /** By `performance.now()`. */
  #earliestAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ReporterOptions) {
    this.#options = options;
    setTimeout(() => {
      this.#markHealthDue();
      setInterval(() => this.#markHealthDue(), HEALTH_INTERVAL_MS);
    }, Math.random() * HEALTH_INTERVAL_MS);
  }

  scheduleReport(): void {
    this.#timer ??= setTimeout(() => this.#sendReport(), Math.max(0, this.#earliestAt - performance.now()));
  }

  /** The server knows nothing of this screen: the link is new, or it says so. The next report is whole. */
  resetBaseline(): void {
    this.#lastReport = null;
    this.scheduleReport();
  }

  /** Thousands were told at once what this screen was told: what it answers comes at a random moment of this time. */
  delayWithin(withinMs: number): void {
    this.#earliestAt = Math.max(this.#earliestAt, performance.now() + Math.random() * withinMs);
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.scheduleReport();
  }

  #markHealthDue(): void {
    this.#isHealthDue = true;
    this.scheduleReport();
  }

  #sendReport(): void {
    this.#timer = undefined;
    const isHealthDue = this.#isHealthDue;
    this.#isHealthDue = false;
    const link = this.#options.link();
    if (!link) return;
    const report = this.#options.read();
    const changes = this.#lastReport && changesBetween(this.#lastReport, report);
    if (this.#lastReport && (!changes || (isHealthOnly(changes) && !isHealthDue))) return;
    if (changes && this.#serverAcceptsChanges) link.sendChanges(changes);
    else this.#sendFullReport(link, report);
    this.#lastReport = report;
    this.#earliestAt = performance.now() + REPORT_INTERVAL_MS;
  }

  #sendFullReport(link: ReportLink, report: ScreenReport): void {
    this.#serverAcceptsChanges = false;
    link.send(report).then(
      (takesChanges) => {
        if (this.#lastReport === report) this.#serverAcceptsChanges = takesChanges;
      },
      () => {
        if (this.#lastReport === report) this.#lastReport = null;
      },
    );
  }
}

const isHealthOnly = (changes: ReportChanges): boolean => Object.keys(changes).join() === 'health';
