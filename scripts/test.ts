/**
 * Runs the tests of rules, modules and components (vitest) with the static checks in parallel, then the journeys in a real browser (Playwright). `node
 * scripts/run.mjs test unit|server|scaled|e2e|browsers|slow` runs one part without the checks. `scaled` is `server` with files in an object store and jobs in
 * a separate process. `browsers` runs the screen in every supported browser. `slow` runs all tests. Arguments after the part go to its runner.
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildApps } from './build-apps.ts';
import { buildServer } from './build-server.ts';
import { runChecks } from './checks/run-checks.ts';
import { root } from './checks/source-files.ts';
import { freeSharedMemory, SHARED_MEMORY } from './shared-memory.ts';
import { type Count, countPlaywright, createEmptyCount, readCount, reportTotal } from './test-count.ts';
import { startUnloadedClock } from './unloaded-clock.ts';

/** Longest time that a test file may take in `npm test`, without the time in which its processes wait for a processor. */
const FILE_LIMIT_S = Number(process.env['TEST_FILE_LIMIT_S'] ?? 45);
/** Memory that must be free to keep temporary files there. All tests need up to 4 GB. */
const FREE_MEMORY_BYTES = 10e9;
moveTemporaryFilesToMemory();
const reports = mkdtempSync(path.join(os.tmpdir(), 'vitrine-reports-'));
const bin = (name: string) => path.join(root, 'node_modules', '.bin', name);

/**
 * Moves the temporary folder of this process and its children to /dev/shm, where the machine has one and enough memory. Tests create and delete hundreds of
 * thousands of small files, which takes two thirds less system time there than on ext4. A run that is killed leaves the folder behind.
 */
function moveTemporaryFilesToMemory(): void {
  if (Math.min(freeSharedMemory(), process.availableMemory()) < FREE_MEMORY_BYTES) return;
  const folder = mkdtempSync(path.join(SHARED_MEMORY, 'vitrine-test-'));
  // The test database may run as another user, who enters the folder without listing it.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
}

function run(file: string, args: string[], env: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('exit', (code) => resolve(code ?? 1));
    child.on('error', () => resolve(1));
  });
}

async function runVitest(projects: string[], args: string[] = [], env: Record<string, string> = {}): Promise<Count> {
  const file = path.join(reports, 'vitest.json');
  const selection = projects.flatMap((project) => ['--project', project]);
  // A busy machine may need a second attempt; the summary names each test that did.
  const reporters = ['--reporter=default', '--reporter=./scripts/vitest-count.ts'];
  const code = await run(bin('vitest'), ['run', '--retry=1', ...reporters, ...selection, ...args], { ...env, TEST_COUNT_FILE: file });
  return readCount('vitest', file, code, (report) => report as Count);
}

async function build(): Promise<void> {
  buildApps({ onlyIfStale: true });
  await buildServer({ onlyIfStale: true });
}

async function runPlaywright(args: string[] = [], env: Record<string, string> = {}): Promise<Count> {
  const file = path.join(reports, 'playwright.json');
  const code = await run(bin('playwright'), ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json', ...args], {
    PLAYWRIGHT_TRANSFORM_CACHE_DIR: TRANSFORM_CACHE,
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  return readCount('playwright', file, code, countPlaywright);
}

/** Runs all checks and tests except the slow ones. Server tests often wait for their database, so the static checks run at the same time. */
async function runAll(): Promise<Count[]> {
  await build();
  const [checks, tests] = await Promise.all([runChecks(), runVitest([...unit, 'server'])]);
  return [{ ...createEmptyCount(), ...checks }, tests, await runPlaywright()];
}

/** Runs all tests including the slow ones, one runner after the other. Accessibility tests then inspect every state. */
const runSlow = async (): Promise<Count[]> => [
  await runVitest([...unit, 'server'], [], { SLOW_TESTS: '1' }),
  ...(await runJourneys([], { SLOW_TESTS: '1' })),
];

async function runJourneys(args: string[], env?: Record<string, string>): Promise<Count[]> {
  await build();
  return [await runPlaywright(args, env)];
}

/** Keeps the tests that Playwright has compiled for the next run. Its default is in the temporary folder, which is often a new one. */
const TRANSFORM_CACHE = path.join(root, 'node_modules/.cache/playwright');

const unit = ['rules', 'packages', 'web', 'components', 'screen'];
const parts: Record<string, (args: string[]) => Promise<Count[]>> = {
  unit: async (args) => [await runVitest(unit, args)],
  server: async (args) => [await runVitest(['server'], args)],
  scaled: async (args) => [await runVitest(['server'], args, { TEST_SCALED: '1' })],
  e2e: (args) => runJourneys(args),
  slow: runSlow,
  browsers: (args) => runJourneys(['e2e/browsers', ...args], { BROWSERS: 'all' }),
  all: runAll,
};

const [part = 'all', ...args] = process.argv.slice(2);
const runPart = parts[part];
if (!runPart) throw new Error(`Unknown part: ${part}. Available: ${Object.keys(parts).join(', ')}`);
const { measure } = startUnloadedClock();
const counts = await runPart(args);
rmSync(reports, { recursive: true, force: true });
process.exit(reportTotal(counts, part === 'all' ? { limitMs: FILE_LIMIT_S * 1000, measure } : undefined));
