/**
 * Lists of the console at scale: 1,000,000 people, as many orders and audit entries, 200,000 devices of 300,000 screens and 50,000 waiting videos. Pages,
 * filters and searches are requested one at a time over an open connection. A time runs from the request until the last byte of the response and includes the
 * bench's own processing. Each query runs a few times, and the slowest of each kind runs many times. `ONLY=lists`, `csv` or `page` measures one part.
 */
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiPerson } from '../../e2e/api.ts';
import { Product } from '../../e2e/product.ts';
import { withProductDatabase } from '../../e2e/product-database.ts';
import { fillConsole } from './console.data.ts';
import { measurePage } from './console.page.ts';
import { PEOPLE } from './console.people.ts';
import { buildQuerySets, type QuerySet } from './console.queries.ts';
import { AUDIT_ENTRIES, DEVICES, ORDERS } from './console.rest.ts';
import { createLimitResult, median, quantile } from './figures.ts';
import { memoryMb } from './process-figures.ts';

const LIMIT_MS = 25;
const MEMORY_LIMIT_MB = 30;
/** Requests per query in the first pass, which finds the slowest queries. PostgreSQL may use a cached plan from the sixth execution on. */
const TRIAL_REQUESTS = 8;
const REQUESTS = 100;
const ROUNDS = 3;
const MEMORY_SAMPLE_MS = 50;
const WARM_UP_MS = 10_000;
/** A million rows are inserted in one statement. */
const INSERT_TIMEOUT_MS = 900_000;

export async function run() {
  // Start no worker, because its jobs for a large number of rows are not measured here.
  const product = await Product.startEmpty({ ROLES: 'api,live' });
  try {
    const admin = await ApiPerson.create(product, 'bench@example.com');
    await withProductDatabase(product, (db) =>
      db.updateTable('users').set({ role: 'admin', is_super_admin: true }).where('id', '=', admin.userId).execute(),
    );
    const start = performance.now();
    await withProductDatabase(product, fillConsole, INSERT_TIMEOUT_MS);
    console.log(`  (filled in ${Math.round((performance.now() - start) / 1000)} s)`);
    const only = process.env['ONLY'];
    const parts = { lists: measureLists, csv: measureCsv, page: measurePage };
    const results = [];
    for (const [name, measure] of Object.entries(parts)) if (!only || only === name) results.push(...(await measure(admin)));
    return results;
  } finally {
    await product.remove();
  }
}

async function measureLists(admin: ApiPerson) {
  const results = [];
  for (const querySet of await withProductDatabase(admin.product, buildQuerySets)) results.push(await measureSlowest(admin, querySet));
  return results;
}

async function measureSlowest(admin: ApiPerson, { list, kind, paths }: QuerySet) {
  const trials: { path: string; ms: number }[] = [];
  for (const path of paths) trials.push({ path, ms: median((await timeRequests(admin, path, TRIAL_REQUESTS)).slice(TRIAL_REQUESTS / 2)) });
  trials.sort((a, b) => b.ms - a.ms);
  if (process.env['VERBOSE'])
    for (const { path, ms } of trials.slice(0, 5)) console.log(list, kind, ms.toFixed(1), decodeURIComponent(path));
  const { path } = trials[0] ?? { path: '' };
  const p99s: number[] = [];
  for (let round = 0; round < ROUNDS; round++) p99s.push(quantile(await timeRequests(admin, path, REQUESTS), 0.99));
  const medianMs = median(trials.map(({ ms }) => ms));
  return createLimitResult(
    `${list}, ${kind}: p99 of the slowest of ${paths.length} (“${decodeURIComponent(path)}”; median of all ${medianMs.toFixed(1)} ms)`,
    median(p99s),
    LIMIT_MS,
    'ms',
  );
}

async function timeRequests(admin: ApiPerson, path: string, count: number): Promise<number[]> {
  const durations: number[] = [];
  for (let at = 0; at < count; at++) {
    const start = performance.now();
    await readResponse(admin, path, () => undefined);
    durations.push(performance.now() - start);
  }
  return durations;
}

const agent = new http.Agent({ keepAlive: true });

function readResponse({ product, token }: ApiPerson, path: string, onChunk: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get(`${product.origin}/api${path}`, { agent, headers: { authorization: token } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${response.statusCode} for ${path}`));
      response.on('data', onChunk).once('end', resolve).once('error', reject);
    });
    request.once('error', reject);
  });
}

/** Reads a response and aborts after `ms`, like a user who closes the tab. */
function readResponseFor({ product, token }: ApiPerson, path: string, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get(`${product.origin}/api${path}`, { headers: { authorization: token }, signal: AbortSignal.timeout(ms) });
    request.once('response', (response) => response.resume().once('close', resolve));
    request.once('error', (error) => (error.name === 'AbortError' || error.name === 'TimeoutError' ? resolve() : reject(error)));
  });
}

const CSV_EXPORTS = [
  ['users', PEOPLE, '/users/search/user/csv?disabled=1'],
  ['devices', DEVICES, '/devices/export/csv?'],
  ['orders and payments', ORDERS, '/orders/export/csv?'],
  ['audit trail', AUDIT_ENTRIES, '/console/audit/csv?'],
] as const;

/** Measures how much the server's memory grows during a CSV export, without PostgreSQL. */
async function measureCsv(admin: ApiPerson) {
  const { pid } = admin.product;
  if (pid === undefined) throw new Error('The server is not running');
  const results = [];
  for (const [name, count, path] of CSV_EXPORTS) {
    // Warm up first, so that the measurement includes neither the loading of code nor the growth of the young generation.
    await readResponseFor(admin, path, WARM_UP_MS);
    const beforeMb = memoryMb([pid]);
    const start = performance.now();
    let [lines, peakMb, isDone] = [0, 0, false];
    const sampling = (async () => {
      for (; !isDone; await sleep(MEMORY_SAMPLE_MS)) peakMb = Math.max(peakMb, memoryMb([pid]));
    })();
    await readResponse(admin, path, (chunk) => {
      for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', at + 1)) lines++;
    });
    isDone = true;
    await sampling;
    if (lines <= count) throw new Error(`${path}: ${lines} lines`);
    console.log(
      `  (${name}: ${Math.round((lines / (performance.now() - start)) * 1000)} rows/s; the server had ${Math.round(beforeMb)} MB)`,
    );
    results.push(
      createLimitResult(`${name} as CSV, ${count} rows: growth of the server's memory`, peakMb - beforeMb, MEMORY_LIMIT_MB, 'MB'),
    );
  }
  return results;
}
