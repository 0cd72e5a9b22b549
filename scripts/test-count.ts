import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** What one runner counted. */
export interface Count {
  passed: number;
  failed: number;
  /** What failed, and what passed only when it was tried again: names with what the first try said. */
  failures: string[];
  unsteady: string[];
}

/** Reads a runner's report; a runner that failed without a failed test counts as one failure. */
export function readCount(runner: string, file: string, exitCode: number, parse: (report: unknown) => Count): Count {
  let counted: Count = { passed: 0, failed: 0, failures: [], unsteady: [] };
  try {
    counted = parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    console.error(`The report of ${runner} cannot be read`, error);
  }
  return exitCode !== 0 && counted.failed === 0 ? { ...counted, failed: 1, failures: [`${runner}: the runner itself`] } : counted;
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: { title: string; tests: PlaywrightTest[] }[];
}

interface PlaywrightTest {
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
  results: { error?: { message?: string } }[];
}

/** What the first try said, on one line. */
export const withReason = (name: string, message = ''): string => {
  const said = stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').trim().slice(0, 500);
  return said === '' ? name : `${name} (${said})`;
};

const namesOf = ({ title, suites = [], specs = [] }: PlaywrightSuite, status: 'unexpected' | 'flaky'): string[] => [
  ...specs.flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === status)
      .map(({ results }) => withReason(`${title}: ${spec.title}`, results.find(({ error }) => error)?.error?.message)),
  ),
  ...suites.flatMap((suite) => namesOf(suite, status)),
];

export function countPlaywright(report: unknown): Count {
  const { stats, suites } = report as { stats: { expected: number; unexpected: number; flaky: number }; suites: PlaywrightSuite[] };
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: suites.flatMap((suite) => namesOf(suite, 'unexpected')),
    unsteady: suites.flatMap((suite) => namesOf(suite, 'flaky')),
  };
}

/** Prints names and totals, `N passed, N failed` last, and answers the exit code. */
export function reportTotal(counts: readonly Count[]): number {
  const unsteady = counts.flatMap((count) => count.unsteady);
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  for (const name of unsteady) console.log(`passed at the second try: ${name}`);
  for (const name of counts.flatMap(({ failures }) => failures)) console.log(`failed: ${name}`);
  console.log(`${unsteady.length} passed at the second try`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}
