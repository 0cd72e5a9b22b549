import type { ReportChanges, ScreenReport } from '@vitrine/contract/screens';

const REPORT_INTERVAL_MS = 1000;
/** Health is sent along with other changes, and alone at most this often. */
const HEALTH_INTERVAL_MS = 60_000;

export interface ReportLink {
  /** Resolves when the server has the report; true when it accepts changes to it. Rejects on timeout. */
  send(report: ScreenReport): Promise<boolean>;
  sendChanges(changes: ReportChanges): void;
}

export interface ReporterOptions {
  /** Returns the current state. */
  read: () => ScreenReport;
  /** Returns the live link; null while it is down. */
  link: () => ReportLink | null;
}

/**
 * Reports the screen's state to the server: immediately, then at most once a second, and never the same state twice. Changes of health alone are sent once a
 * minute, at a moment that differs between screens. The first report on a link is complete and acknowledged. Later reports contain only the differences and
 * are not acknowledged: a link keeps their order, and a new link starts with a complete report.
 */
export class Reporter {
  #options: ReporterOptions;
  /** Last report on this link. */
  #lastReport: ScreenReport | null = null;
  /** True once the server has acknowledged the report that changes refer to. */
  #serverAcceptsChanges = false;
  #isHealthDue = false;
  /** Earliest time of the next report, by `performance.now()`. */
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

  /** Makes the next report complete, because the link is new or the server has lost the previous report. */
  resetBaseline(): void {
    this.#lastReport = null;
    this.scheduleReport();
  }

  /** Delays the next report by a random part of this time, because thousands of screens received the same message. */
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
    const changes = this.#lastReport && diffReports(this.#lastReport, report);
    if (this.#lastReport && (!changes || (isHealthOnly(changes) && !isHealthDue))) return;
    if (changes && this.#serverAcceptsChanges) link.sendChanges(changes);
    else this.#sendFullReport(link, report);
    this.#lastReport = report;
    this.#earliestAt = performance.now() + REPORT_INTERVAL_MS;
  }

  #sendFullReport(link: ReportLink, report: ScreenReport): void {
    this.#serverAcceptsChanges = false;
    link.send(report).then(
      (acceptsChanges) => {
        if (this.#lastReport === report) this.#serverAcceptsChanges = acceptsChanges;
      },
      () => {
        if (this.#lastReport === report) this.#lastReport = null;
      },
    );
  }
}

const isHealthOnly = (changes: ReportChanges): boolean => Object.keys(changes).join() === 'health';

/** Returns the fields of a report that changed; null when all are equal. */
function diffReports(before: ScreenReport, after: ScreenReport): ReportChanges | null {
  const names = (Object.keys(after) as (keyof ScreenReport)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, after[name]]));
}
