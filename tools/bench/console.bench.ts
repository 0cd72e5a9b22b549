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
import { type Asked, findAsked } from './console.queries.ts';
import { AUDIT_ENTRIES, DEVICES, ORDERS } from './console.rest.ts';
import { against, median, quantile } from './figures.ts';
import { memoryMb } from './process-figures.ts';

const LIMIT_MS = 25;
const MEMORY_LIMIT_MB = 30;
/** Requests per query in the first pass, which finds the slowest queries. PostgreSQL may use a cached plan from the sixth execution on. */
const ASKED_FIRST = 8;
const ASKED = 100;
const ROUNDS = 3;
const LOOK_EVERY_MS = 50;
const WARM_UP_MS = 10_000;
/** A million rows are inserted in one statement. */
const FILLING_LIMIT_MS = 900_000;

export async function run() {
  // Start no worker, because its jobs for a large number of rows are not measured here.
  const product = await Product.startEmpty({ ROLES: 'api,live' });
  try {
    const admin = await ApiPerson.create(product, 'bench@example.com');
    await withProductDatabase(product, (db) =>
      db.updateTable('users').set({ role: 'admin', is_super_admin: true }).where('id', '=', admin.userId).execute(),
    );
    const start = performance.now();
    await withProductDatabase(product, fillConsole, FILLING_LIMIT_MS);
    console.log(`  (filled in ${Math.round((performance.now() - start) / 1000)} s)`);
    const only = process.env['ONLY'];
    const parts = { lists, csv, page: measurePage };
    const results = [];
    for (const [name, measure] of Object.entries(parts)) if (!only || only === name) results.push(...(await measure(admin)));
    return results;
  } finally {
    await product.remove();
  }
}

async function lists(admin: ApiPerson) {
  const results = [];
  for (const asked of await withProductDatabase(admin.product, findAsked)) results.push(await slowest(admin, asked));
  return results;
}

async function slowest(admin: ApiPerson, { list, kind, paths }: Asked) {
  const looked: { path: string; ms: number }[] = [];
  for (const path of paths) looked.push({ path, ms: median((await times(admin, path, ASKED_FIRST)).slice(ASKED_FIRST / 2)) });
  looked.sort((one, other) => other.ms - one.ms);
  if (process.env['VERBOSE'])
    for (const { path, ms } of looked.slice(0, 5)) console.log(list, kind, ms.toFixed(1), decodeURIComponent(path));
  const { path } = looked[0] ?? { path: '' };
  const p99s: number[] = [];
  for (let round = 0; round < ROUNDS; round++) p99s.push(quantile(await times(admin, path, ASKED), 0.99));
  const usual = median(looked.map(({ ms }) => ms));
  return against(
    `${list}, ${kind}: p99 of the slowest of ${paths.length} (“${decodeURIComponent(path)}”; a usual one ${usual.toFixed(1)} ms)`,
    median(p99s),
    LIMIT_MS,
    'ms',
  );
}

async function times(admin: ApiPerson, path: string, count: number): Promise<number[]> {
  const all: number[] = [];
  for (let at = 0; at < count; at++) {
    const start = performance.now();
    await read(admin, path, () => undefined);
    all.push(performance.now() - start);
  }
  return all;
}

const agent = new http.Agent({ keepAlive: true });

function read({ product, token }: ApiPerson, path: string, onChunk: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get(`${product.origin}/api${path}`, { agent, headers: { authorization: token } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${answer.statusCode} for ${path}`));
      answer.on('data', onChunk).once('end', resolve).once('error', reject);
    });
    request.once('error', reject);
  });
}

/** Reads a response and aborts after `ms`, like a user who closes the tab. */
function readFor({ product, token }: ApiPerson, path: string, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get(`${product.origin}/api${path}`, { headers: { authorization: token }, signal: AbortSignal.timeout(ms) });
    request.once('response', (answer) => answer.resume().once('close', resolve));
    request.once('error', (error) => (error.name === 'AbortError' || error.name === 'TimeoutError' ? resolve() : reject(error)));
  });
}

const FILES = [
  ['users', PEOPLE, '/users/search/user/csv?disabled=1'],
  ['devices', DEVICES, '/devices/export/csv?'],
  ['orders and payments', ORDERS, '/orders/export/csv?'],
  ['audit trail', AUDIT_ENTRIES, '/console/audit/csv?'],
] as const;

/** How much more memory the server takes while it sends a list as a file; PostgreSQL's is not in it. */
async function csv(admin: ApiPerson) {
  const { pid } = admin.product;
  if (pid === undefined) throw new Error('The server does not run');
  const results = [];
  for (const [name, count, path] of FILES) {
    // Warm up first, so that the measurement includes neither the loading of code nor the growth of the young generation.
    await readFor(admin, path, WARM_UP_MS);
    const before = memoryMb([pid]);
    const start = performance.now();
    let [lines, most, isDone] = [0, 0, false];
    const watching = (async () => {
      for (; !isDone; await sleep(LOOK_EVERY_MS)) most = Math.max(most, memoryMb([pid]));
    })();
    await read(admin, path, (chunk) => {
      for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', at + 1)) lines++;
    });
    isDone = true;
    await watching;
    if (lines <= count) throw new Error(`${path}: ${lines} lines`);
    console.log(`  (${name}: ${Math.round((lines / (performance.now() - start)) * 1000)} rows/s; the server had ${Math.round(before)} MB)`);
    results.push(against(`${name} as CSV, ${count} rows: the server's memory grows by`, most - before, MEMORY_LIMIT_MB, 'MB'));
  }
  return results;
}
