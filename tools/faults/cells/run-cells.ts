import { startS3 } from '../../../apps/server/src/testing/s3-server.ts';
import { ApiPerson } from '../../../e2e/api.ts';
import { createRandom, type Random } from '../../demo/random.ts';
import type { Cell, Fault } from './cell.ts';
import { databaseOutage, lostListeners } from './fault-database.ts';
import { fullDisk } from './fault-disk.ts';
import { sharedLimits } from './fault-limits.ts';
import { differentRelays, redisAway, redisFlushed, redisUnreachable } from './fault-redis.ts';
import { renditionsDuringRestarts, rollingRestart } from './fault-restarts.ts';
import { storeFault } from './fault-store.ts';
import { uploadKills } from './fault-uploads.ts';
import { noWorker, workerKills } from './fault-workers.ts';
import { GeneratedFiles } from './generated-files.ts';
import { Installation } from './installation.ts';
import { assertInvariants } from './invariants.ts';
import { Ledger } from './ledger.ts';
import { startRadosgw } from './radosgw.ts';
import { ScreenGroup } from './screen-group.ts';
import { shuffled } from './shuffled.ts';

const createFaults = (files: GeneratedFiles): Fault[] => [
  lostListeners,
  databaseOutage(files),
  uploadKills(files),
  workerKills(files),
  renditionsDuringRestarts(files),
  noWorker(files),
  rollingRestart(files),
  sharedLimits(files),
  fullDisk(files),
  storeFault('cut', files),
  storeFault('slow', files),
  storeFault('busy', files),
  redisUnreachable('refused'),
  redisUnreachable('silent'),
  redisFlushed,
  redisAway,
  differentRelays,
];

interface CellsOptions {
  rounds: number;
  seed: string;
  store: StoreName;
  /** Comma-separated parts of fault names. */
  only?: string;
}

const stores = { s3rver: startS3, radosgw: startRadosgw };
type StoreName = keyof typeof stores;
export const isStoreName = (name: string): name is StoreName => name in stores;

/** Injects one fault per round into an installation of several processes. Returns true when the invariants held in every round. */
export async function runCells({ rounds, seed, store, only }: CellsOptions): Promise<boolean> {
  console.log(`seed ${seed}`);
  const random = createRandom(seed);
  const files = await GeneratedFiles.make(random);
  const faults = createFaults(files).filter(({ name }) => !only || only.split(',').some((text) => name.includes(text)));
  if (faults.length === 0)
    throw new Error(
      `Unknown fault: ${only}. Available: ${createFaults(files)
        .map(({ name }) => name)
        .join(', ')}`,
    );
  const installation = await Installation.start(random, stores[store]);
  // Remove the installation when the user stops the program.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void installation.remove().finally(() => process.exit(1)));
  try {
    const cell = await createCell(installation, random);
    const passed = await playRounds(cell, repeatShuffled(faults, rounds, random));
    cell.screens.close();
    console.log(`${rounds} rounds, ${passed} passed`);
    return passed === rounds;
  } finally {
    await installation.remove();
  }
}

/** Returns a sequence of faults in random order. Each fault occurs once before any is repeated. */
function repeatShuffled(faults: Fault[], rounds: number, random: Random): Fault[] {
  const sequence: Fault[] = [];
  while (sequence.length < rounds) sequence.push(...shuffled(faults, random));
  return sequence.slice(0, rounds);
}

async function createCell(installation: Installation, random: Random): Promise<Cell> {
  const person = await ApiPerson.signUp(installation, 'cells@example.com');
  const screens = await ScreenGroup.create(person);
  const album = await person.album('Uploads');
  return { installation, person, albumId: album._id, ledger: new Ledger(), screens, random };
}

async function playRounds(cell: Cell, faults: Fault[]): Promise<number> {
  let passed = 0;
  for (const [at, fault] of faults.entries()) {
    const since = performance.now();
    const printResult = (mark: string, description: string) =>
      console.log(`${mark} ${at + 1}/${faults.length} ${fault.name}: ${description} (${Math.round((performance.now() - since) / 1000)} s)`);
    try {
      const description = await fault.run(cell);
      await cell.installation.heal();
      await assertInvariants(cell);
      passed++;
      printResult('✓', description);
    } catch (error) {
      printResult('✗', error instanceof Error ? error.message : String(error));
      await cell.installation.heal();
    }
  }
  return passed;
}
