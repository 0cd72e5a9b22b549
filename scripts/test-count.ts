import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

export interface TimedTest {
  /** Path of the test file, relative to the repository. */
  file: string;
  name: string;
  durationMs: number;
}

/** Results of one test runner. */
export interface Count {
  passed: number;
  failed: number;
  /** Names of the tests that failed, with the message of the first try. */
  failures: string[];
  /** The same of tests that passed only at the second try. */
  unsteady: string[];
  tests: TimedTest[];
}

export const nothingCounted = (): Count => ({ passed: 0, failed: 0, failures: [], unsteady: [], tests: [] });

/** Reads a runner's report; a runner that failed without a failed test counts as one failure. */
export function readCount(runner: string, file: string, exitCode: number, parse: (report: unknown) => Count): Count {
  let counted = nothingCounted();
  try {
    counted = parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    console.error(`The report of ${runner} cannot be read`, error);
  }
  return exitCode !== 0 && counted.failed === 0 ? { ...counted, failed: 1, failures: [`${runner}: the runner itself`] } : counted;
}

interface PlaywrightSuite {
  title: string;
  file: string;
  suites?: PlaywrightSuite[];
  specs?: { title: string; tests: PlaywrightTest[] }[];
}

interface PlaywrightTest {
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
  results: { error?: { message?: string }; duration: number }[];
}

/** Returns the name with the message of the first try, on one line. */
export const withReason = (name: string, message = ''): string => {
  const reason = stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').trim().slice(0, 500);
  return reason === '' ? name : `${name} (${reason})`;
};

const testsOf = ({
  title,
  file,
  suites = [],
  specs = [],
}: PlaywrightSuite): (PlaywrightTest & { suite: string; file: string; name: string })[] => [
  ...specs.flatMap((spec) => spec.tests.map((test) => ({ ...test, suite: title, file: `e2e/${file}`, name: spec.title }))),
  ...suites.flatMap(testsOf),
];

export function countPlaywright(report: unknown): Count {
  const { stats, suites } = report as { stats: { expected: number; unexpected: number; flaky: number }; suites: PlaywrightSuite[] };
  const tests = suites.flatMap(testsOf);
  const namesOf = (status: 'unexpected' | 'flaky') =>
    tests
      .filter((test) => test.status === status)
      .map(({ suite, name, results }) => withReason(`${suite}: ${name}`, results.find(({ error }) => error)?.error?.message));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: namesOf('unexpected'),
    unsteady: namesOf('flaky'),
    tests: tests.map(({ file, name, results }) => ({ file, name, durationMs: results.at(-1)?.duration ?? 0 })),
  };
}

const SLOWEST_SHOWN = 20;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Returns a failure for each file that is not slow by its name and whose tests together took longer than the limit. */
export function findSlowFiles(tests: readonly TimedTest[], limitMs: number): string[] {
  const files = new Map<string, number>();
  for (const { file, durationMs } of tests) files.set(file, (files.get(file) ?? 0) + durationMs);
  return [...files]
    .filter(([file, durationMs]) => durationMs > limitMs && !/\.slow\.(spec|test)\.tsx?$/.test(file))
    .map(([file, durationMs]) => `${file} took ${seconds(durationMs)}; a file that is not slow takes at most ${seconds(limitMs)}`);
}

interface ReportOptions {
  /** Files over this limit count as failures; unlimited when it is not given. */
  fileLimitMs?: number;
}

/** Prints the slowest tests, failures and totals, `N passed, N failed` last, and returns the exit code. */
export function reportTotal(counts: readonly Count[], { fileLimitMs }: ReportOptions = {}): number {
  const tests = counts.flatMap((count) => count.tests);
  const slowest = tests.toSorted((one, other) => other.durationMs - one.durationMs).slice(0, SLOWEST_SHOWN);
  for (const { file, name, durationMs } of slowest) console.log(`slowest: ${seconds(durationMs)} ${file}: ${name}`);
  const slowFiles = fileLimitMs === undefined ? [] : findSlowFiles(tests, fileLimitMs);
  const unsteady = counts.flatMap((count) => count.unsteady);
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0) + slowFiles.length;
  for (const name of unsteady) console.log(`passed at the second try: ${name}`);
  for (const name of [...counts.flatMap(({ failures }) => failures), ...slowFiles]) console.log(`failed: ${name}`);
  console.log(`${unsteady.length} passed at the second try`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}
