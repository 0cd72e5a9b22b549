import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { MODULES } from '../../apps/server/src/wiring.ts';
import { findLicenceFaults } from '../licences/licence-policy.ts';
import { listShippedPackages, readLock } from '../licences/shipped-packages.ts';
import { findBoundaryViolations } from './boundaries.ts';
import { findLargeChunks, measureChunks } from './chunk-sizes.ts';
import { findDangerousCalls } from './dangerous-calls.ts';
import { findEnvironmentReads } from './environment.ts';
import { findFilesWithoutRole } from './file-roles.ts';
import { findImportCycles } from './import-cycles.ts';
import { findRiskyMigrations, readLastReleasedMigration, readMigrationFiles } from './migrations.ts';
import { findBareMutations } from './mutations.ts';
import { findProseFaults, readProseFiles } from './prose.ts';
import { findFaultsInScreen } from './screen-support.ts';
import { findUnprovenClaims, readKnownProofs } from './security-claims.ts';
import { readSourceFiles, root, type SourceFile } from './source-files.ts';
import { findLargeStartImports } from './start-imports.ts';
import { findOwnershipViolations } from './table-ownership.ts';
import { findUntypedLinks } from './typed-links.ts';
import { findVulnerabilities } from './vulnerabilities.ts';
import { findUnsupportedInWebApp } from './web-support.ts';

interface Check {
  name: string;
  /** Returns the problems as text, or an empty string. */
  run(files: SourceFile[]): string | Promise<string>;
}

const command = (name: string, program: string, ...args: string[]): Check => ({
  name,
  run: () =>
    new Promise((resolve) => {
      execFile(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
        resolve(error ? `${stdout}${stderr}` || error.message : '');
      });
    }),
});

const rule = (name: string, find: (files: SourceFile[]) => string[]): Check => ({ name, run: (files) => find(files).join('\n') });

/** Number of cores of the smallest machine that we test on. */
const CONCURRENCY = 2;

const checks: Check[] = [
  command('formatting', 'biome', 'ci', '--colors=off', '.'),
  // Rules that need types check most types anyway, so separate runs of tsc would double the time. The client's journey imports generated types, and is compiled
  // with them (packages/api-client).
  command(
    'types and lint',
    'oxlint',
    '--type-check',
    '--deny-warnings',
    '--report-unused-disable-directives',
    '--ignore-pattern=packages/api-client/src/journey.ts',
  ),
  rule('boundaries', (files) =>
    findBoundaryViolations(
      files,
      MODULES.map(({ name }) => name),
    ),
  ),
  rule('import cycles', findImportCycles),
  rule('packages loaded at the start', (files) => findLargeStartImports(files)),
  rule('roles of files', findFilesWithoutRole),
  rule('table ownership', (files) => findOwnershipViolations(files, MODULES)),
  rule('one reader of the environment', findEnvironmentReads),
  rule('dangerous calls', (files) => findDangerousCalls(files)),
  rule('mutations with invalidations', findBareMutations),
  rule('typed links', findUntypedLinks),
  rule('migrations that the previous version supports', () => findRiskyMigrations(readMigrationFiles(), readLastReleasedMigration())),
  rule('plain English', (files) => findProseFaults(readProseFiles(files))),
  { name: 'licences', run: () => findLicenceFaults(listShippedPackages(readLock())).join('\n') },
  { name: 'known vulnerabilities', run: async () => (await findVulnerabilities()).join('\n') },
  rule('claims about security', (files) =>
    findUnprovenClaims(
      readFileSync(`${root}/docs/security.md`, 'utf8'),
      readKnownProofs(
        files,
        checks.map(({ name }) => name),
      ),
    ),
  ),
  { name: 'browsers of the screen', run: async () => (await findFaultsInScreen()).join('\n') },
  { name: 'browsers of the web app', run: () => findUnsupportedInWebApp().join('\n') },
  { name: 'chunks of the web app', run: () => findLargeChunks(measureChunks()).join('\n') },
  command('unused code', 'knip', '--no-progress'),
  command('duplicated code', 'jscpd', '--no-colors'),
  command('generated files', process.execPath, 'scripts/run.mjs', 'generate', '--check'),
];

/** Runs all static checks, or those whose name contains `only`. */
export async function runChecks(only = ''): Promise<{ passed: number; failed: number; failures: string[] }> {
  const files = readSourceFiles();
  const failures: string[] = [];
  const selected = checks.filter((check) => check.name.includes(only));
  const waiting = [...selected];
  const runWaiting = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const output = (await check.run(files)).trim();
      console.log(`${output === '' ? '✓' : '✗'} ${check.name}`);
      if (output !== '') console.log(output.replace(/^/gm, '    '));
      if (output !== '') failures.push(`check: ${check.name}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, runWaiting));
  return { passed: selected.length - failures.length, failed: failures.length, failures };
}
