/**
 * `npm run bench -- NAME…`, or all benchmarks. Each prints our figure, the figure of a peer or a limit from the same run, and their ratio. These are no
 * tests, because ratios depend on the machine as well.
 */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { buildApps } from '../scripts/build-apps.ts';
import { buildServer } from '../scripts/build-server.ts';
import { root } from '../scripts/checks/source-files.ts';
import type { BenchResult } from './bench/figures.ts';
import { readProcessorTime, stolenPercent } from './bench/machine-load.ts';

/** Benches of the server alone. They import its sources. */
const SERVER_BENCHES = 'tools/bench/server';
/** Benches of the whole product. They need the built apps and the bundled server. */
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

const names = process.argv.slice(2);
const unknown = names.filter((name) => !available.some((bench) => bench.name === name));
if (unknown.length > 0) {
  console.error(`Unknown bench: ${unknown.join(', ')}. Available: ${available.map((bench) => bench.name).join(', ')}`);
  process.exit(1);
}

const selected = available.filter((bench) => names.length === 0 || names.includes(bench.name));
if (selected.some(({ file }) => path.dirname(file) === path.join(root, PRODUCT_BENCHES))) {
  buildApps({ onlyIfStale: true });
  await buildServer({ onlyIfStale: true });
}

const round = (value: number) => Number(value.toPrecision(4));
let failed = 0;
for (const { name, file } of selected) {
  console.log(`— ${name}`);
  const before = readProcessorTime();
  const { run } = (await import(file)) as { run: () => Promise<BenchResult | BenchResult[]> };
  for (const result of [await run()].flat()) {
    const sides = `${round(result.ours)} ${result.unit} vs. ${round(result.peer)} ${result.unit}`;
    console.log(`  ${result.pass ? '✓' : '✗'} ${result.name}: ratio ${round(result.ratio)} (limit ${result.limit}); ${sides}`);
    if (!result.pass) failed++;
  }
  const stolen = stolenPercent(before);
  if (stolen !== null) console.log(`  (${stolen} % of the processor time went to other machines on this host)`);
}
process.exit(failed === 0 ? 0 : 1);
