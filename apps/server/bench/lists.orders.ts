import { atMost, type BenchResult, type Lab, median, openLab, quantile } from './lab.ts';
import { generateOrders } from './lists.orders.data.ts';

const ORDERS = 1_000_000;
const ASKED = 200;
const ROUNDS = 3;
const LIMIT_MS = 15;

/** The console's list at a million orders: each filter, deep pages and searches for what is common, rare and absent, each p99 against 15 ms. */
export async function orderLists(): Promise<BenchResult[]> {
  const lab = await openLab();
  try {
    const { rareStatusId } = await generateOrders(lab.db, ORDERS);
    const results: BenchResult[] = [];
    for (const [name, queries] of Object.entries(asked(rareStatusId))) {
      const worst = await slowest(lab, queries);
      results.push(atMost(`orders ${name}, p99 of the slowest (“${worst.query}”)`, worst.ms, LIMIT_MS, 'ms', 1));
    }
    return results;
  } finally {
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

async function slowest(lab: Lab, queries: string[]): Promise<{ query: string; ms: number }> {
  const measured: { query: string; ms: number }[] = [];
  for (const query of queries) {
    const p99s: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const times: number[] = [];
      while (times.length < ASKED) times.push(await timed(lab, query));
      p99s.push(quantile(times, 0.99));
    }
    if (process.env['VERBOSE']) console.log(query, median(p99s).toFixed(1));
    measured.push({ query, ms: median(p99s) });
  }
  return measured.toSorted((one, other) => other.ms - one.ms)[0] ?? { query: '', ms: Number.NaN };
}

async function timed(lab: Lab, query: string): Promise<number> {
  const start = performance.now();
  const answer = await lab.app.inject({ url: `/api/orders?${query}`, headers: { authorization: lab.token } });
  if (answer.statusCode !== 200) throw new Error(`${query}: ${answer.body}`);
  return performance.now() - start;
}
