/**
 * Runs the previous version next to this one on one database: `npm run test:rolling [-- COMMIT [--suite PATH…]]`. The default is the newest commit with fewer
 * migrations, so the git history is required. `--suite` also runs the older version's server tests on this schema: all of them, or those at the given
 * paths.
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
import { type Checkout, checkOut, findOlder, takeMigrations } from './rolling/older-version.ts';
import { RunningVersion } from './rolling/running-version.ts';

/** About the schema itself, which is meant to be another. */
const ABOUT_THE_SCHEMA = ['**/migrate.test.ts', '**/generated*.test.ts', '**/schema*.test.ts', '**/backup.test.ts', '**/doctor/**'];

/** Characters. */
const SAID_LAST = 3000;

async function rollBeside(older: Checkout): Promise<void> {
  const postgres = await startTestPostgres();
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'vitrine-rolling-'));
  const name = `rolling_${process.pid}`;
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${name}`);
  const shared = { dataDir, databaseUrl: withDatabase(postgres.url, name) };
  const versions = [new RunningVersion(older.commit, older.root, shared), new RunningVersion('this version', root, shared)] as const;
  try {
    await rollOver(...versions, (line) => console.log(`✓ ${line}`));
  } catch (error) {
    for (const { name, output } of versions) console.error(`${name} said last:\n${output.slice(-SAID_LAST)}`);
    throw error;
  } finally {
    for (const version of versions) await version.stop();
    await client.query(`drop database ${name} with (force)`);
    await client.end();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function runSuite(older: Checkout, paths: readonly string[]): void {
  takeMigrations(older);
  const vitest = path.join(older.root, 'node_modules', 'vitest', 'vitest.mjs');
  const left = ABOUT_THE_SCHEMA.flatMap((pattern) => ['--exclude', pattern]);
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'server', ...left, ...paths], {
    cwd: older.root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`The tests of ${older.commit} do not pass on this schema`);
  console.log(`✓ the tests of ${older.commit} pass on this schema`);
}

const [, , ...given] = process.argv;
const suite = given.indexOf('--suite');
const [commit = findOlder()] = suite === -1 ? given : given.slice(0, suite);
const older = checkOut(commit);
console.log(`${older.commit} beside this version`);
try {
  await rollBeside(older);
  if (suite !== -1) runSuite(older, given.slice(suite + 1));
} catch (error) {
  // Print the error before the checkout is removed, because removing it is slow.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  older.remove();
}
