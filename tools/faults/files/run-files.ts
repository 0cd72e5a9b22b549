import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ApiPerson } from '../../../e2e/api.ts';
import { Product } from '../../../e2e/product.ts';
import { until } from '../../../e2e/until.ts';
import { createRandom } from '../../demo/random.ts';
import { type DamagedFile, damageFile } from './file-damage.ts';
import { type FileOutcome, submitFile } from './file-outcome.ts';
import { listDecoders, listProcessesIn } from './product-processes.ts';
import { makeSourceFiles, type SourceFile } from './source-files.ts';
import { WaitingPerson } from './waiting-person.ts';

const CONCURRENT_FILES = 3;
/** Longest time that another account may wait for its photo and its video. */
const WAIT_LIMIT_MS = 20_000;
/** Decoders that are idle for 20 seconds end. */
const IDLE_LIMIT_MS = 60_000;
const PROGRESS_FILES = 100;

interface FilesOptions {
  count: number;
  seed: string;
}

/**
 * Uploads damaged files, and checks that each is ready or failed in time with a true reason, that the server survives, that no decoder remains, and that
 * another account does not wait. The intact files are uploaded first and must be ready. Returns true when everything held.
 */
export async function runFiles({ count, seed }: FilesOptions): Promise<boolean> {
  console.log(`seed ${seed}`);
  const sources = await makeSourceFiles();
  const random = createRandom(seed);
  const damaged = Array.from({ length: count }, (_, at) => damageFile(random, sources, at + 1));
  const product = await Product.start();
  const run = new FilesRun();
  try {
    const pid = product.pid;
    const [person, other] = [await ApiPerson.signUp(product, 'faults@example.com'), await ApiPerson.create(product, 'other@example.com')];
    const album = await person.album('Damaged');
    await run.submitAll(sources.map(toIntact), (file) => submitIntact(person, album._id, file));
    const waiting = new WaitingPerson(other);
    waiting.start();
    await run.submitAll(
      damaged,
      (file) => submitFile(person, album._id, file),
      () => product.isReady(),
    );
    const hasWaited = await waiting.stop();
    const isServed = hasWaited && waiting.longestMs <= WAIT_LIMIT_MS;
    run.check(isServed, `another account waited at most ${waiting.longestMs} ms for each of ${waiting.uploads} photos and videos`);
    run.check(product.pid === pid && (await product.isReady()), 'the server is still running');
    await checkDecodersEnd(run, product);
  } finally {
    await product.remove();
  }
  const orphans = listProcessesIn(product.dataDir);
  run.check(orphans.length === 0, `${orphans.length} processes remain after the end of the server`);
  run.print();
  return run.failures === 0;
}

const toIntact = ({ name, bytes }: SourceFile): DamagedFile => ({ name, description: `intact ${name}`, bytes });

async function submitIntact(person: ApiPerson, albumId: string, file: DamagedFile): Promise<FileOutcome> {
  const outcome = await submitFile(person, albumId, file);
  if (outcome.end !== 'ready') throw new Error(`it is intact, but ${outcome.end}: ${outcome.reason}`);
  return outcome;
}

async function checkDecodersEnd(run: FilesRun, product: Product): Promise<void> {
  const ended = await until('decoders end', async () => listDecoders(product.dataDir).length === 0, IDLE_LIMIT_MS).then(
    () => true,
    () => false,
  );
  run.check(ended, 'all decoders ended when they were idle');
}

/** Results of a run. Files that failed a check are saved for analysis. */
class FilesRun {
  failures = 0;
  readonly #counts = new Map<string, number>();
  readonly #times: number[] = [];
  readonly #folder = path.join(os.tmpdir(), `vitrine-damaged-${process.pid}`);

  /** Submits a few files at a time, until the server no longer responds. */
  async submitAll(
    files: readonly DamagedFile[],
    submit: (file: DamagedFile) => Promise<FileOutcome>,
    isServed: () => Promise<boolean> = async () => true,
  ): Promise<void> {
    const waiting = [...files];
    const work = async () => {
      for (let file = waiting.shift(); file; file = waiting.shift()) {
        if (!(await this.#submit(file, submit)) && !(await isServed())) return;
        if (this.#times.length % PROGRESS_FILES === 0) console.log(`${this.#times.length} files, ${this.failures} faults`);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT_FILES }, work));
  }

  async #submit(file: DamagedFile, submit: (file: DamagedFile) => Promise<FileOutcome>): Promise<boolean> {
    const startedAt = performance.now();
    try {
      const { end, reason, ms } = await submit(file);
      this.#count(reason === '' ? end : `${end}: ${reason}`);
      this.#times.push(ms);
      return true;
    } catch (error) {
      this.failures++;
      this.#times.push(Math.round(performance.now() - startedAt));
      await mkdir(this.#folder, { recursive: true });
      const saved = path.join(this.#folder, file.name.replaceAll(/[^\w.-]/g, '_'));
      await writeFile(saved, file.bytes);
      console.log(`✗ ${file.description}: ${error instanceof Error ? error.message : String(error)} (${saved})`);
      return false;
    }
  }

  #count(outcome: string): void {
    // Messages contain durations.
    const kind = outcome.replaceAll(/\d+/g, 'N');
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }

  check(isHeld: boolean, description: string): void {
    console.log(`${isHeld ? '✓' : '✗'} ${description}`);
    if (!isHeld) this.failures++;
  }

  print(): void {
    for (const [outcome, count] of [...this.#counts].toSorted(([, a], [, b]) => b - a)) console.log(`${count} × ${outcome}`);
    const sorted = this.#times.toSorted((a, b) => a - b);
    const percentile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    console.log(`${sorted.length} files: median ${percentile(0.5)} ms, p95 ${percentile(0.95)} ms, longest ${percentile(1)} ms`);
    console.log(`${this.failures} faults`);
  }
}
