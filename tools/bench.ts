/**
 * `npm run bench -- NAME…`, or all benchmarks. Each prints our figure, the figure of a peer or a limit from the same run, and their ratio. These are no
 * tests, because ratios depend on the machine as well.
 */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { buildApps } from '../scripts/build-apps.ts';
import { buildServer } from '../scripts/build-server.ts';
import { root } from '../scripts/checks/source-files.ts';
import { readProcessorTime, stolenPercent } from './bench/machine-load.ts';

/** One line of a bench's outcome. `ratio` is ours by theirs unless the name says otherwise. */
interface BenchResult {
  name: string;
  ours: number;
  peer: number;
  unit: string;
  ratio: number;
  limit: number;
  pass: boolean;
}

/** Benches of the server's own work; they run on its sources. */
const SERVER_BENCHES = 'tools/bench/server';
/** Benches of the whole product; they need the built apps and server. */
const PRODUCT_BENCHES = 'tools/bench';
const folders = [SERVER_BENCHES, PRODUCT_BENCHES].map((folder) => path.join(root, folder));
const suffix = '.bench.ts';
const available = folders
  .filter((folder) => existsSync(folder))
  .flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith(suffix))
      .map((file) => ({ name: file.slice(0, -suffix.length), file: path.join(folder, file) })),
  );

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !available.some((bench) => bench.name === name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${available.map((bench) => bench.name).join(', ')}`);
  process.exit(1);
}

const chosen = available.filter((bench) => wanted.length === 0 || wanted.includes(bench.name));
if (chosen.some(({ file }) => path.dirname(file) === path.join(root, PRODUCT_BENCHES))) {
  buildApps({ onlyIfStale: true });
  await buildServer({ onlyIfStale: true });
}

const round = (value: number) => Number(value.toPrecision(4));
let failed = 0;
for (const { name, file } of chosen) {
  console.log(`— ${name}`);
  const before = readProcessorTime();
  const { run } = (await import(file)) as { run: () => Promise<BenchResult | BenchResult[]> };
  for (const result of [await run()].flat()) {
    const sides = `${round(result.ours)} ${result.unit} against ${round(result.peer)} ${result.unit}`;
    console.log(`  ${result.pass ? '✓' : '✗'} ${result.name}: ratio ${round(result.ratio)} (limit ${result.limit}); ${sides}`);
    if (!result.pass) failed++;
  }
  const stolen = stolenPercent(before);
  if (stolen !== null) console.log(`  (${stolen} % of the processor time went to other machines on this host)`);
}
process.exit(failed === 0 ? 0 : 1);
