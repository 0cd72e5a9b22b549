import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

export interface TimedTest {
  /** Path of the test file, relative to the repository. */
  file: string;
  name: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  durationMs: number;
}

/** Results of one test runner. */
export interface Count {
  passed: number;
  failed: number;
  /** Names of the tests that failed, with the message of the first attempt. */
  failures: string[];
  /** Names of the tests that passed only at the second attempt, with the message of the first one. */
  flaky: string[];
  /** Names of the tests that were skipped with a reason, followed by the reason. */
  skipped: string[];
  tests: TimedTest[];
}

export const createEmptyCount = (): Count => ({ passed: 0, failed: 0, failures: [], flaky: [], skipped: [], tests: [] });

/** Reads a runner's report. A runner that failed without a failed test counts as one failure. */
export function readCount(runner: string, file: string, exitCode: number, parse: (report: unknown) => Count): Count {
  let count = createEmptyCount();
  try {
    count = parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    console.error(`The report of ${runner} cannot be read`, error);
  }
  return exitCode !== 0 && count.failed === 0 ? { ...count, failed: 1, failures: [`${runner}: the runner itself`] } : count;
}

interface PlaywrightSuite {
  title: string;
  file: string;
  suites?: PlaywrightSuite[];
  specs?: { title: string; tests: PlaywrightTest[] }[];
}

interface PlaywrightTest {
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
  annotations?: { type: string; description?: string }[];
  results: { error?: { message?: string }; startTime: string; duration: number }[];
}

/** Returns the name with the message of the first attempt or the reason of a skip, on one line. */
export const withReason = (name: string, message = ''): string => {
  const reason = stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').trim().slice(0, 500);
  return reason === '' ? name : `${name} (${reason})`;
};

const listTests = ({
  title,
  file,
  suites = [],
  specs = [],
}: PlaywrightSuite): (PlaywrightTest & { suite: string; file: string; name: string })[] => [
  ...specs.flatMap((spec) => spec.tests.map((test) => ({ ...test, suite: title, file: `e2e/${file}`, name: spec.title }))),
  ...suites.flatMap(listTests),
];

export function countPlaywright(report: unknown): Count {
  const { stats, suites } = report as { stats: { expected: number; unexpected: number; flaky: number }; suites: PlaywrightSuite[] };
  const tests = suites.flatMap(listTests);
  const listNames = (status: 'unexpected' | 'flaky') =>
    tests
      .filter((test) => test.status === status)
      .map(({ suite, name, results }) => withReason(`${suite}: ${name}`, results.find(({ error }) => error)?.error?.message));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: listNames('unexpected'),
    flaky: listNames('flaky'),
    skipped: tests.flatMap(({ status, suite, name, annotations = [] }) => {
      const reason = status === 'skipped' ? annotations.find(({ type }) => type === 'skip')?.description : undefined;
      return reason ? [withReason(`${suite}: ${name}`, reason)] : [];
    }),
    tests: tests.flatMap(({ file, name, results }) => {
      const last = results.at(-1);
      return last ? [{ file, name, startedAt: Date.parse(last.startTime), durationMs: last.duration }] : [];
    }),
  };
}

const SLOWEST_SHOWN = 20;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

interface FileLimit {
  limitMs: number;
  /** Returns the time between two times without waits for a processor. */
  measure: (startedAt: number, endedAt: number) => number;
}

/** Returns the files with the time of their tests on the unloaded clock, the slowest first. */
function listFilesByTime(tests: readonly TimedTest[], measure: FileLimit['measure']): { file: string; durationMs: number }[] {
  const files = new Map<string, number>();
  for (const { file, startedAt, durationMs } of tests) files.set(file, (files.get(file) ?? 0) + measure(startedAt, startedAt + durationMs));
  return [...files].map(([file, durationMs]) => ({ file, durationMs })).toSorted((a, b) => b.durationMs - a.durationMs);
}

/** Returns a failure for each file without .slow. in its name whose tests together took longer than the limit. */
export const findSlowFiles = (tests: readonly TimedTest[], { limitMs, measure }: FileLimit): string[] =>
  listFilesByTime(tests, measure)
    .filter(({ file, durationMs }) => durationMs > limitMs && !/\.slow\.(spec|test)\.tsx?$/.test(file))
    .map(
      ({ file, durationMs }) =>
        `${file} took ${seconds(durationMs)} without waits for a processor; the limit for files without .slow. in their name is ${seconds(limitMs)}`,
    );

/** Prints the slowest tests and files, skipped tests, failures and totals, `N passed, N failed` last, and returns the exit code. Files over the limit count as failures. */
export function reportTotal(counts: readonly Count[], fileLimit?: FileLimit): number {
  const tests = counts.flatMap((count) => count.tests);
  const slowest = tests.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, SLOWEST_SHOWN);
  for (const { file, name, durationMs } of slowest) console.log(`slowest: ${seconds(durationMs)} ${file}: ${name}`);
  const slowestFiles = fileLimit ? listFilesByTime(tests, fileLimit.measure).slice(0, SLOWEST_SHOWN) : [];
  for (const { file, durationMs } of slowestFiles)
    console.log(`slowest file, without waits for a processor: ${seconds(durationMs)} ${file}`);
  const slowFiles = fileLimit ? findSlowFiles(tests, fileLimit) : [];
  const flaky = counts.flatMap((count) => count.flaky);
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0) + slowFiles.length;
  for (const name of counts.flatMap(({ skipped }) => skipped)) console.log(`skipped: ${name}`);
  for (const name of flaky) console.log(`passed at the second attempt: ${name}`);
  for (const name of [...counts.flatMap(({ failures }) => failures), ...slowFiles]) console.log(`failed: ${name}`);
  console.log(`${flaky.length} passed at the second attempt`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}
