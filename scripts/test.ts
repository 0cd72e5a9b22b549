/**
 * All of it: checks, the tests of rules and modules (vitest), the journeys in a real browser
 * (Playwright). Closes with one line, `N passed, N failed`, over everything that ran.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildApps } from './build-apps.ts';
import { runChecks } from './checks/run-checks.ts';
import { root } from './checks/source-files.ts';

interface Count {
  passed: number;
  failed: number;
  /** Names of what failed, and of what passed only when it was tried again. */
  failures: string[];
  unsteady: string[];
}

const reports = mkdtempSync(path.join(os.tmpdir(), 'vitrine-reports-'));
const bin = (name: string) => path.join(root, 'node_modules', '.bin', name);

function run(file: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('exit', (code) => resolve(code ?? 1));
    child.on('error', () => resolve(1));
  });
}

/** What a runner's JSON report counts; a runner that failed without a failed test counts as one. */
function readCount(file: string, exitCode: number, count: (report: never) => Count): Count {
  let counted: Count = { passed: 0, failed: 0, failures: [], unsteady: [] };
  try {
    counted = count(JSON.parse(readFileSync(file, 'utf8')) as never);
  } catch (error) {
    console.error(`The report ${file} cannot be read`, error);
  }
  return exitCode !== 0 && counted.failed === 0
    ? { ...counted, failed: 1, failures: [`${path.basename(file)}: the runner itself`] }
    : counted;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: { title: string; tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: PlaywrightSuite[];
}

const namesOf = ({ title, suites = [], specs = [] }: PlaywrightSuite, status: 'unexpected' | 'flaky'): string[] => [
  ...specs.filter(({ tests }) => tests.some((test) => test.status === status)).map((spec) => `${title}: ${spec.title}`),
  ...suites.flatMap((suite) => namesOf(suite, status)),
];

async function runVitest(args: string[] = [], env: Record<string, string> = {}): Promise<Count> {
  const file = path.join(reports, `vitest-${args.join('-') || 'all'}.json`);
  // As for browsers: a busy machine gets a second try, which the runner's own summary marks.
  const code = await run(
    bin('vitest'),
    ['run', '--retry=1', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args],
    env,
  );
  return readCount(file, code, (report: VitestReport) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    failures: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => `${path.relative(root, name)}: ${fullName}`),
    ),
    unsteady: [],
  }));
}

async function runPlaywright(): Promise<Count> {
  const file = path.join(reports, 'playwright.json');
  const code = await run(bin('playwright'), ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  return readCount(file, code, ({ stats, suites }: PlaywrightReport) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: suites.flatMap((suite) => namesOf(suite, 'unexpected')),
    unsteady: suites.flatMap((suite) => namesOf(suite, 'flaky')),
  }));
}

const scaled = process.argv.includes('--scaled');
const counts: Count[] = [];
if (scaled) {
  counts.push(await runVitest(['--project', 'server']));
} else {
  counts.push({ ...runChecks(), unsteady: [] });
  buildApps({ onlyIfStale: true });
  counts.push(await runVitest());
  counts.push(await runPlaywright());
}
rmSync(reports, { recursive: true, force: true });
const total = counts.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }), {
  passed: 0,
  failed: 0,
});
for (const name of counts.flatMap(({ unsteady }) => unsteady)) console.log(`passed at the second try: ${name}`);
for (const name of counts.flatMap(({ failures }) => failures)) console.log(`failed: ${name}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
