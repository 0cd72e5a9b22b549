/**
 * Kills the server at random moments of uploads, transcodes, publishes, payments and family changes, kills a screen's browser during a download, then streams
 * a zip beyond 4 GB, and checks the invariants: `npm run faults [-- ROUNDS [NAME]]`. `npm run faults -- hostile [NAME]` attacks the server and measures
 * another user's latency. `npm run faults -- cells [ROUNDS [NAME]] [seed=SEED] [store=radosgw]` runs faults against two processes, a worker, nginx, and a
 * database and object store that fail. `npm run faults -- fleet [ROUNDS [NAME]] [seed=SEED]` changes tags, owners, screens, schedules and emergency messages of a
 * fleet at the same time. `npm run faults -- files [COUNT] [seed=SEED]` uploads damaged files.
 */
import { randomInt } from 'node:crypto';
import { ApiPerson } from '../e2e/api.ts';
import { freePort, Product } from '../e2e/product.ts';
import { isStoreName, runCells } from './faults/cells/run-cells.ts';
import { CHANGING_NAMES_ENV } from './faults/changing-domain.ts';
import { familyScenarios } from './faults/families.ts';
import { runFiles } from './faults/files/run-files.ts';
import { runFleet } from './faults/fleet/run-fleet.ts';
import { runHostile } from './faults/hostile.ts';
import { SOURCE_ENV } from './faults/hostile-sources.ts';
import { checkLargeZip } from './faults/large-zip.ts';
import { moneyScenarios } from './faults/money.ts';
import { prepareOfficeProgram } from './faults/office-program.ts';
import { publishScenario } from './faults/publish.ts';
import { publishManyScenario } from './faults/publish-many.ts';
import { playRound } from './faults/round.ts';
import { screenCacheScenario } from './faults/screen-cache.ts';
import { transcodeScenario } from './faults/transcode.ts';
import { uploadScenario } from './faults/upload.ts';

const scenarios = {
  upload: uploadScenario,
  transcode: transcodeScenario,
  publish: publishScenario,
  'publish-many': publishManyScenario,
  screen: screenCacheScenario,
  ...moneyScenarios,
  ...familyScenarios,
};
const ROUNDS = '20';
const FILES = '2000';
const [, , ...args] = process.argv;
const { seed = String(randomInt(1e9)), store = 's3rver' } = Object.fromEntries(args.map((value) => value.split('='))) as Record<
  string,
  string
>;
if (args[0] === 'files') {
  const [count = FILES] = args.slice(1).filter((value) => !value.includes('='));
  process.exit((await runFiles({ count: Number(count), seed })) ? 0 : 1);
}
if (args[0] === 'cells') {
  if (!isStoreName(store)) throw new Error(`Unknown store: ${store}`);
  const [count = ROUNDS, only] = addDefaultRounds(args.slice(1).filter((value) => !value.includes('=')));
  process.exit((await runCells({ rounds: Number(count), seed, store, only })) ? 0 : 1);
}
if (args[0] === 'fleet') {
  const [count = ROUNDS, only] = addDefaultRounds(args.slice(1).filter((value) => !value.includes('=')));
  process.exit((await runFleet({ rounds: Number(count), seed, only })) ? 0 : 1);
}
const [mode = ROUNDS, only] = args[0] === 'hostile' ? args : addDefaultRounds(args);
const isHostile = mode === 'hostile';
const rounds = Number(mode);
// Trust forwarded addresses from this machine, so that an attack can use many client addresses.
const office = isHostile ? await prepareOfficeProgram() : undefined;
if (office) console.log(`Office files are converted by ${office.description}.`);
const hostileEnv = async () => ({
  TRUST_PROXY: '127.0.0.1,::1',
  ACCOUNT_REQUESTS_PER_SECOND: '50',
  FTP_PORT: String(await freePort()),
  ...SOURCE_ENV,
  ...CHANGING_NAMES_ENV,
  ...office?.env,
});
const product = await Product.start(isHostile ? await hostileEnv() : {});
let failed = 0;
let passed = 0;
try {
  const person = await ApiPerson.signUp(product, 'faults@example.com');
  if (isHostile) {
    const bystander = await ApiPerson.create(product, 'bystander@example.com');
    ({ passed, failed } = await runHostile(person, bystander, only));
  } else await playRounds(person);
} finally {
  await product.remove();
  await office?.remove();
}

/** Inserts the default number of rounds when the arguments start with a name. */
function addDefaultRounds(values: string[]): string[] {
  return /^[a-z]/.test(values[0] ?? '') ? [ROUNDS, ...values] : values;
}

/** Returns true for scenarios to run. `money` and `families` select all of their scenarios. */
function isSelected(name: string): boolean {
  return !only || name === only || (only === 'money' && name in moneyScenarios) || (only === 'families' && name in familyScenarios);
}

async function playRounds(person: ApiPerson): Promise<void> {
  for (const [name, make] of Object.entries(scenarios)) {
    if (!isSelected(name)) continue;
    const scenario = await make(person);
    for (let round = 1; round <= rounds; round++) {
      try {
        const killedAfterMs = await playRound(product, scenario);
        passed++;
        console.log(`✓ ${scenario.name} ${round}/${rounds}: killed after ${killedAfterMs} ms`);
      } catch (error) {
        failed++;
        console.log(`✗ ${scenario.name} ${round}/${rounds}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    scenario.close?.();
  }
  if (!only || only === 'zip') await checkZip(person);
}

async function checkZip(person: ApiPerson): Promise<void> {
  try {
    await checkLargeZip(person);
    passed++;
    console.log('✓ a zip beyond 4 GB');
  } catch (error) {
    failed++;
    console.log(`✗ a zip beyond 4 GB: ${error instanceof Error ? error.message : String(error)}`);
  }
}

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
