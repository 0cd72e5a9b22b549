import { type RequestTimer, startRequestTimer } from './asking.ts';
import { type BenchResult, createMaximumResult, median, quantile, startBenchServer } from './lab.ts';
import { generateOrders } from './lists.orders.data.ts';

const ORDERS = 1_000_000;
const ASKED = 200;
const ROUNDS = 3;
const WARMED_UP = 60;
const LIMIT_MS = 15;

/** The console's list at a million orders: each filter, deep pages and searches for what is common, rare and absent, each p99 against 15 ms; the database's work is in it. */
export async function orderLists(): Promise<BenchResult[]> {
  const lab = await startBenchServer();
  const asker = await startRequestTimer(lab);
  try {
    const { rareStatusId } = await generateOrders(lab.db, ORDERS);
    // A server that has answered before has its code compiled and what it reads most in memory.
    for (const query of Object.values(asked(rareStatusId)).flat()) await asker.times(`/api/orders?${query}`, WARMED_UP);
    const results: BenchResult[] = [];
    for (const [name, queries] of Object.entries(asked(rareStatusId))) {
      const worst = await slowest(asker, queries);
      results.push(createMaximumResult(`orders ${name}, p99 of the slowest (“${worst.query}”)`, worst.ms, LIMIT_MS, 'ms', 1));
    }
    return results;
  } finally {
    await asker.close();
    await lab.close();
  }
}

const deep = `after=0000000e-0000-7000-8000-${(ORDERS / 2).toString(16).padStart(12, '0')}`;

const asked = (rareStatusId: string): Record<string, string[]> => ({
  listed: ['', deep, 'page=5'],
  filtered: [
    'orderType=item',
    'platform=WV',
    'paymentEvent=paymentfailed',
    `statusId=${rareStatusId}`,
    'from=2026-01-01&until=2026-06-30',
    `orderType=poster&platform=WV&paymentEvent=paymentpending`,
    `statusId=${rareStatusId}&orderType=subscription&platform=PP&paymentEvent=paymentsuccess`,
    `statusId=${rareStatusId}&paymentEvent=paymentpending`,
    `orderType=item&platform=WV&${deep}`,
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
    'nobody at all',
    '4f2a',
    'V700000-0',
  ].map((text) => `string=${encodeURIComponent(text)}`),
  'searched within a filter': ['ana', 'zebrowski', 'nobody at all', '@mail.example', 'c4ca'].flatMap((text) => [
    `string=${encodeURIComponent(text)}&orderType=item`,
    `string=${encodeURIComponent(text)}&platform=WV&paymentEvent=paymentfailed`,
    `string=${encodeURIComponent(text)}&statusId=${rareStatusId}`,
    `string=${encodeURIComponent(text)}&${deep}`,
  ]),
});

async function slowest(asker: RequestTimer, queries: string[]): Promise<{ query: string; ms: number }> {
  const measured: { query: string; ms: number }[] = [];
  for (const query of queries) {
    const p99s: number[] = [];
    for (let round = 0; round < ROUNDS; round++) p99s.push(quantile(await asker.times(`/api/orders?${query}`, ASKED), 0.99));
    if (process.env['VERBOSE']) console.log(query, median(p99s).toFixed(1));
    measured.push({ query, ms: median(p99s) });
  }
  return measured.toSorted((one, other) => other.ms - one.ms)[0] ?? { query: '', ms: Number.NaN };
}
