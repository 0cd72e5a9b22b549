/**
 * Tests updates of a running installation: `npm run test:rolling`.
 * - `-- load [REQUESTS [SCREENS]]`: restarts two processes and a worker behind nginx on a saturated machine while users send requests and screens are
 *   connected. The screens must spread over the processes again. Needs nginx.
 * - `-- screens [SCREENS]`: restarts two processes behind nginx once, with screens alone.
 * - `-- COMMIT [--suite PATH…]`: runs the previous version next to this one on one database. The default is the newest commit with fewer migrations, so
 *   the git history is required. `--suite` also runs the older version's server tests on this schema: all of them, or those at the given paths.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { withDatabase } from '../apps/server/src/testing/global-setup.ts';
import { startTestPostgres } from '../apps/server/src/testing/test-postgres.ts';
import { root } from '../scripts/source-hash.ts';
import { rollOver } from './rolling/journey.ts';
import { type Checkout, checkOut, copyMigrations, findOlder } from './rolling/older-version.ts';
import { checkRetries } from './rolling/proxy-retries.ts';
import { RunningVersion } from './rolling/running-version.ts';
import { restartUnderLoad } from './rolling/saturated-restarts.ts';
import { restartWithScreens } from './rolling/screen-spread.ts';

/** Tests of the schema itself, which differs between the versions. */
const SCHEMA_TESTS = ['**/migrate.test.ts', '**/generated*.test.ts', '**/schema*.test.ts', '**/backup.test.ts', '**/doctor/**'];

const MAX_OUTPUT_CHARACTERS = 3000;

async function testRollingUpdate(older: Checkout): Promise<void> {
  const postgres = await startTestPostgres();
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'vitrine-rolling-'));
  const database = `rolling_${process.pid}`;
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${database}`);
  const shared = { dataDir, databaseUrl: withDatabase(postgres.url, database) };
  const versions = [new RunningVersion(older.commit, older.root, shared), new RunningVersion('this version', root, shared)] as const;
  try {
    await rollOver(...versions, say);
  } catch (error) {
    for (const { name, output } of versions) console.error(`Last output of ${name}:\n${output.slice(-MAX_OUTPUT_CHARACTERS)}`);
    throw error;
  } finally {
    for (const version of versions) await version.stop();
    await client.query(`drop database ${database} with (force)`);
    await client.end();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function runSuite(older: Checkout, paths: readonly string[]): void {
  copyMigrations(older);
  const vitest = path.join(older.root, 'node_modules', 'vitest', 'vitest.mjs');
  const exclusions = SCHEMA_TESTS.flatMap((pattern) => ['--exclude', pattern]);
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'server', ...exclusions, ...paths], {
    cwd: older.root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`The tests of ${older.commit} do not pass on this schema`);
  console.log(`✓ the tests of ${older.commit} pass on this schema`);
}

async function testVersions(given: readonly string[]): Promise<void> {
  const suite = given.indexOf('--suite');
  const [commit = findOlder()] = suite === -1 ? given : given.slice(0, suite);
  const older = checkOut(commit);
  console.log(`${older.commit} next to this version`);
  try {
    await testRollingUpdate(older);
    if (suite !== -1) runSuite(older, given.slice(suite + 1));
  } catch (error) {
    // Print the error before the checkout is removed, because removing it is slow.
    fail(error);
  } finally {
    older.remove();
  }
}

const say = (line: string) => console.log(`✓ ${line}`);
const toNumber = (value?: string) => (value === undefined ? undefined : Number(value));

async function testLoad(requests?: string, screens?: string): Promise<void> {
  try {
    await checkRetries();
    say('nginx repeats requests that a process refused, and of those that a process received only GET');
    await restartUnderLoad(say, toNumber(requests), toNumber(screens));
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

const [, , ...given] = process.argv;
if (given[0] === 'load') await testLoad(given[1], given[2]);
else if (given[0] === 'screens') await restartWithScreens(say, toNumber(given[1])).catch(fail);
else {
  await testVersions(given);
  if (given.length === 0) await testLoad();
}
// The gates and the screens keep timers.
process.exit();
