/**
 * Reports of one account with 5,000 screens that played 200 items each on 31 days: 31 million rows. Reports are requested one at a time over an open connection.
 * A time runs from the request until the last byte of the response. `BENCH_SCREENS=500` is a short trial.
 */
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiPerson } from '../../e2e/api.ts';
import { Product } from '../../e2e/product.ts';
import { withProductDatabase } from '../../e2e/product-database.ts';
import { measureBystander } from './bystander.ts';
import { createLimitResult, median, quantile } from './figures.ts';
import { memoryMb } from './process-figures.ts';
import { fillReports, formatDay, type ReportsBenchSize, type ReportsData, sumReports } from './reports.data.ts';

const SIZE: ReportsBenchSize = { screens: Number(process.env['BENCH_SCREENS'] ?? 5000), days: 31, items: 200 };
const PAGE_LIMIT_MS = 200;
const SUM_LIMIT_MS = 5000;
const ROWS_PER_SECOND = 50_000;
const MEMORY_LIMIT_MB = 30;
const BYSTANDER_LIMIT_MS = 100;
/** Requests of each report. The first ones are not counted. */
const REQUESTS = 13;
const WARM_UP_REQUESTS = 3;
const EXPORTED_ROWS = 2_000_000;
const WARM_UP_ROWS = 500_000;
const MEMORY_SAMPLE_MS = 50;
/** Indexes of 31 million rows are created in one statement. */
const FILL_TIMEOUT_MS = 1_800_000;

const period = (days = SIZE.days) => `from=${formatDay(days - 1)}&to=${formatDay(0)}`;

const listReports = ({ deviceIds, tagId, mediaId, playlistId }: ReportsData): [name: string, path: string][] => [
  ['plays by screen', `/reports/plays?${period()}&groupBy=screen`],
  ['plays by item', `/reports/plays?${period()}&groupBy=item`],
  ['plays by playlist', `/reports/plays?${period()}&groupBy=playlist`],
  ['plays by tag', `/reports/plays?${period()}&groupBy=tag`],
  ['plays by day', `/reports/plays?${period()}&groupBy=day`],
  ['plays by hour', `/reports/plays?${period()}&groupBy=hour`],
  ['plays by zone', `/reports/plays?${period()}&groupBy=zone`],
  ['plays of a tag by item', `/reports/plays?${period()}&groupBy=item&tagId=${tagId}`],
  ['plays of a screen by item', `/reports/plays?${period()}&groupBy=item&deviceId=${deviceIds[0]}`],
  ['plays of an item by screen', `/reports/plays?${period()}&groupBy=screen&mediaId=${mediaId}`],
  ['plays of a playlist by hour', `/reports/plays?${period()}&groupBy=hour&playlistId=${playlistId}`],
  ['plays from 9 to 12 by screen', `/reports/plays?${period()}&groupBy=screen&fromHour=9&toHour=11`],
  ['screens', `/reports/screens?${period()}`],
];

export async function run() {
  // No worker runs, so that its task does not sum plays during the measurement.
  const product = await Product.startEmpty({ ROLES: 'api,live' });
  try {
    const person = await ApiPerson.create(product, 'bench@example.com');
    const bystander = await ApiPerson.create(product, 'bystander@example.com');
    const start = performance.now();
    const data = await withProductDatabase(product, (db) => fillReports(db, person.userId, SIZE), FILL_TIMEOUT_MS);
    console.log(`  (filled in ${Math.round((performance.now() - start) / 1000)} s)`);
    const sums = await withProductDatabase(product, (db) => sumReports(db, person.userId, SIZE), FILL_TIMEOUT_MS);
    const pages = [];
    for (const [name, path] of listReports(data)) pages.push(await measurePage(person, name, path));
    return [
      ...pages,
      createLimitResult('sums of one day of all screens', median(sums), SUM_LIMIT_MS, 'ms'),
      ...(await measureExport(person, bystander)),
    ];
  } finally {
    await product.remove();
  }
}

async function measurePage(person: ApiPerson, name: string, path: string) {
  const durations: number[] = [];
  for (let at = 0; at < REQUESTS; at++) {
    const start = performance.now();
    await read(person, path, () => undefined);
    durations.push(performance.now() - start);
  }
  const counted = durations.slice(WARM_UP_REQUESTS);
  console.log(`  (${name}: first ${Math.round(durations[0] ?? 0)} ms, median ${Math.round(median(counted))} ms)`);
  return createLimitResult(`${name}: first page, maximum of ${counted.length}`, Math.max(...counted), PAGE_LIMIT_MS, 'ms');
}

/** Exports all plays, and aborts after two million rows, as a user does who closes the tab. */
async function measureExport(person: ApiPerson, bystander: ApiPerson) {
  const { pid } = person.product;
  if (pid === undefined) throw new Error('The server is not running');
  const path = `/streams/reports/plays?${period()}`;
  await readRows(person, path, WARM_UP_ROWS);
  const beforeMb = memoryMb([pid]);
  let [peakMb, isDone] = [0, false];
  const sampling = (async () => {
    for (; !isDone; await sleep(MEMORY_SAMPLE_MS)) peakMb = Math.max(peakMb, memoryMb([pid]));
  })();
  const start = performance.now();
  const rows = await readRows(person, path, EXPORTED_ROWS);
  const rate = (rows / (performance.now() - start)) * 1000;
  isDone = true;
  await sampling;
  const latencies = await measureBystander(bystander, () => readRows(person, path, EXPORTED_ROWS / 2));
  return [
    {
      name: 'export of all plays',
      ours: rate,
      peer: ROWS_PER_SECOND,
      unit: 'rows/s',
      ratio: rate / ROWS_PER_SECOND,
      limit: 1,
      pass: rate >= ROWS_PER_SECOND,
    },
    createLimitResult("growth of the server's memory during it", peakMb - beforeMb, MEMORY_LIMIT_MB, 'MB'),
    createLimitResult('requests of another user during it, p99', quantile(latencies, 0.99), BYSTANDER_LIMIT_MS, 'ms'),
  ];
}

const agent = new http.Agent({ keepAlive: true });

function read({ product, token }: ApiPerson, path: string, onChunk: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get(`${product.origin}/api${path}`, { agent, headers: { authorization: token } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${response.statusCode} for ${path}`));
      response.on('data', onChunk).once('end', resolve).once('error', reject);
    });
    request.once('error', reject);
  });
}

/** Reads lines of a response and aborts after this number. Returns the number of lines read. */
function readRows({ product, token }: ApiPerson, path: string, limit: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let lines = 0;
    const request = http.get(`${product.origin}/api${path}`, { headers: { authorization: token } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${response.statusCode} for ${path}`));
      response.on('data', (chunk: Buffer) => {
        for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', at + 1)) lines++;
        if (lines >= limit) response.destroy();
      });
      response.once('close', () => resolve(lines));
    });
    request.once('error', reject);
  });
}
