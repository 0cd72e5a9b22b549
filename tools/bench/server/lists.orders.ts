import { type BenchResult, createMaximumResult, median, quantile } from '../figures.ts';
import { setRole, startBenchServer } from './bench-server.ts';
import { generateOrders } from './lists.orders.data.ts';
import { type RequestTimer, startRequestTimer } from './request-timer.ts';

const ORDERS = 1_000_000;
const REQUESTS = 200;
const ROUNDS = 3;
const WARM_UP_REQUESTS = 60;
const LIMIT_MS = 15;

/** Measures the console's list of a million orders: filters, deep pages, and searches for common, rare and absent texts. Times include the database. */
export async function benchOrderLists(): Promise<BenchResult[]> {
  const bench = await startBenchServer();
  await setRole(bench.db, 'admin');
  const timer = await startRequestTimer(bench);
  try {
    const { rareStatusId } = await generateOrders(bench.db, ORDERS);
    // Warm up, so that the code is compiled and the most used pages are in memory.
    for (const query of Object.values(createQueries(rareStatusId)).flat()) await timer.times(`/api/orders?${query}`, WARM_UP_REQUESTS);
    const results: BenchResult[] = [];
    for (const [name, queries] of Object.entries(createQueries(rareStatusId))) {
      const slowest = await measureSlowest(timer, queries);
      results.push(createMaximumResult(`orders ${name}, p99 of the slowest (“${slowest.query}”)`, slowest.ms, LIMIT_MS, 'ms', 1));
    }
    return results;
  } finally {
    await timer.close();
    await bench.close();
  }
}

const DEEP_PAGE = `after=0000000e-0000-7000-8000-${(ORDERS / 2).toString(16).padStart(12, '0')}`;

const createQueries = (rareStatusId: string): Record<string, string[]> => ({
  listed: ['', DEEP_PAGE, 'page=5'],
  filtered: [
    'orderType=item',
    'platform=WV',
    'paymentEvent=paymentfailed',
    `statusId=${rareStatusId}`,
    'from=2026-01-01&until=2026-06-30',
    `orderType=poster&platform=WV&paymentEvent=paymentpending`,
    `statusId=${rareStatusId}&orderType=subscription&platform=PP&paymentEvent=paymentsuccess`,
    `statusId=${rareStatusId}&paymentEvent=paymentpending`,
    `orderType=item&platform=WV&${DEEP_PAGE}`,
    `statusId=00000000-0000-7000-8000-000000000000`,
  ],
  searched: [
    'a',
    'z',
    '~',
    'an',
    'zz',
    '~~',
    'ana',
    'zeb',
    '~~~',
    'zebrowski',
    '@mail.example',
    'example.com',
    'no such text',
    '4f2a',
    'V700000-0',
  ].map((text) => `string=${encodeURIComponent(text)}`),
  'searched within a filter': ['ana', 'zebrowski', 'no such text', '@mail.example', 'c4ca'].flatMap((text) => [
    `string=${encodeURIComponent(text)}&orderType=item`,
    `string=${encodeURIComponent(text)}&platform=WV&paymentEvent=paymentfailed`,
    `string=${encodeURIComponent(text)}&statusId=${rareStatusId}`,
    `string=${encodeURIComponent(text)}&${DEEP_PAGE}`,
  ]),
});

async function measureSlowest(timer: RequestTimer, queries: string[]): Promise<{ query: string; ms: number }> {
  const measured: { query: string; ms: number }[] = [];
  for (const query of queries) {
    const p99s: number[] = [];
    for (let round = 0; round < ROUNDS; round++) p99s.push(quantile(await timer.times(`/api/orders?${query}`, REQUESTS), 0.99));
    if (process.env['VERBOSE']) console.log(query, median(p99s).toFixed(1));
    measured.push({ query, ms: median(p99s) });
  }
  return measured.toSorted((a, b) => b.ms - a.ms)[0] ?? { query: '', ms: Number.NaN };
}
