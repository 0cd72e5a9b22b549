import { startS3 } from '../../../apps/server/src/testing/s3-server.ts';
import { ApiPerson } from '../../../e2e/api.ts';
import { createRandom, type Random } from '../../demo/random.ts';
import type { Cell, Fault } from './cell.ts';
import { databaseAway, listenersCut } from './fault-database.ts';
import { fullDisk } from './fault-disk.ts';
import { limitsByTurns } from './fault-limits.ts';
import { renditionsThroughRestarts, rollingRestart } from './fault-restarts.ts';
import { storeTroubled } from './fault-store.ts';
import { uploadKilled } from './fault-uploads.ts';
import { noWorker, workerKilled } from './fault-workers.ts';
import { Installation } from './installation.ts';
import { assertWhole } from './invariants.ts';
import { Ledger } from './ledger.ts';
import { MadeFiles } from './made-files.ts';
import { startRadosgw } from './radosgw.ts';
import { shuffled } from './shuffled.ts';
import { Wall } from './wall.ts';

const faultsOf = (files: MadeFiles): Fault[] => [
  listenersCut,
  databaseAway(files),
  uploadKilled(files),
  workerKilled(files),
  renditionsThroughRestarts(files),
  noWorker(files),
  rollingRestart(files),
  limitsByTurns(files),
  fullDisk(files),
  storeTroubled('cut', files),
  storeTroubled('slow', files),
  storeTroubled('busy', files),
];

interface CellsOptions {
  rounds: number;
  seed: string;
  /** The object store: the one of the tests, or Ceph's. */
  store: StoreName;
  /** Names of faults, with commas between. */
  only?: string;
}

const stores = { s3rver: startS3, radosgw: startRadosgw };
type StoreName = keyof typeof stores;
export const isStoreName = (name: string): name is StoreName => name in stores;

/** Two processes, a worker and all that is around them, with something going wrong in each round. Answers whether every round held. */
export async function runCells({ rounds, seed, store, only }: CellsOptions): Promise<boolean> {
  console.log(`seed ${seed}`);
  const random = createRandom(seed);
  const files = await MadeFiles.make(random);
  const faults = faultsOf(files).filter(({ name }) => !only || only.split(',').some((wanted) => name.includes(wanted)));
  if (faults.length === 0)
    throw new Error(
      `No fault is called ${only}; there are: ${faultsOf(files)
        .map(({ name }) => name)
        .join(', ')}`,
    );
  const installation = await Installation.start(random, stores[store]);
  // Remove the installation when the user stops the program.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void installation.remove().finally(() => process.exit(1)));
  try {
    const cell = await furnish(installation, random);
    const passed = await playRounds(cell, inTurns(faults, rounds, random));
    cell.wall.close();
    console.log(`${rounds} rounds, ${passed} passed`);
    return passed === rounds;
  } finally {
    await installation.remove();
  }
}

/** Each fault once before one comes again. */
function inTurns(faults: Fault[], rounds: number, random: Random): Fault[] {
  const turns: Fault[] = [];
  while (turns.length < rounds) turns.push(...shuffled(faults, random));
  return turns.slice(0, rounds);
}

async function furnish(installation: Installation, random: Random): Promise<Cell> {
  const person = await ApiPerson.signUp(installation, 'cells@example.com');
  const wall = await Wall.hang(person);
  const album = await person.album('Uploads');
  return { installation, person, albumId: album._id, ledger: new Ledger(), wall, random };
}

async function playRounds(cell: Cell, faults: Fault[]): Promise<number> {
  let passed = 0;
  for (const [at, fault] of faults.entries()) {
    const since = performance.now();
    const told = (mark: string, what: string) =>
      console.log(`${mark} ${at + 1}/${faults.length} ${fault.name}: ${what} (${Math.round((performance.now() - since) / 1000)} s)`);
    try {
      const what = await fault.run(cell);
      await cell.installation.heal();
      await assertWhole(cell);
      passed++;
      told('✓', what);
    } catch (error) {
      told('✗', error instanceof Error ? error.message : String(error));
      await cell.installation.heal();
    }
  }
  return passed;
}
