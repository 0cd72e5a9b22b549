// @ts-expect-error autocannon brings no types
import autocannon from 'autocannon';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { listAlbums } from '../../../apps/server/src/modules/albums/albums.read-model.ts';
import { selectFirstPicture } from '../../../apps/server/src/modules/media/album-contents.read-model.ts';
import { listMedia } from '../../../apps/server/src/modules/media/media.read-model.ts';
import { keepMediaWithOwner, reassignFamilyMedia } from '../../../apps/server/src/modules/transfers/family-media.service.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import type { DB } from '../../../apps/server/src/platform/database/schema.gen.ts';
import { insertSession } from '../../../apps/server/src/testing/people.ts';
import { type BenchResult, createMaximumResult, createMinimumResult, median, quantile } from '../figures.ts';
import { type BenchServer, runInterleaved, startBenchServer } from './bench-server.ts';
import { type GeneratedLists, generateLists, makeFamily } from './lists.data.ts';
import { benchOrderLists } from './lists.orders.ts';

const SMALL = { bigAlbum: 1000, ownAlbums: 1000, otherAccounts: 1, mediaPerAlbum: 100 };
/** A million media and 180,000 albums. */
const LARGE = { bigAlbum: 100_000, ownAlbums: 100_000, otherAccounts: 8000, mediaPerAlbum: 10 };
const REQUESTS = 60;
const SEARCHES = 200;
const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 8;

/**
 * Compares pages of a million rows with pages of a thousand, requests with the bare query, and searches with a limit of 15 ms. For a family with 100,000
 * media, compares a member's pages with its owner's and measures ownership transfer and dissolution. Last, measures the console's list of a million orders.
 * `ONLY=orders` measures only that list, `ONLY=family` only the family.
 */
export async function run(): Promise<BenchResult[]> {
  const only = process.env['ONLY'];
  if (only === 'family') return benchFamilyAlone();
  const orders = await benchOrderLists();
  return only === 'orders' ? orders : [...(await benchMedia()), ...orders];
}

async function benchFamilyAlone(): Promise<BenchResult[]> {
  const bench = await startBenchServer();
  try {
    return await benchFamily(bench, await generateLists(bench.db, bench.person.userId, LARGE));
  } finally {
    await bench.close();
  }
}

async function benchMedia(): Promise<BenchResult[]> {
  const [small, large] = [await startBenchServer(), await startBenchServer()];
  try {
    const smallLists = await generateLists(small.db, small.person.userId, SMALL);
    const largeLists = await generateLists(large.db, large.person.userId, LARGE);
    const accountResults = [
      ...(await benchPages(small, smallLists, large, largeLists)),
      ...(await benchRates(large, largeLists)),
      ...(await benchSearches(large, largeLists)),
    ];
    return [...accountResults, ...(await benchFamily(large, largeLists))];
  } finally {
    await small.close();
    await large.close();
  }
}

async function get(bench: BenchServer, url: string, headers: Record<string, string> = { authorization: bench.token }): Promise<unknown[]> {
  const response = await bench.app.inject({ url: `/api${url}`, headers });
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.body}`);
  return response.json<{ result: unknown[] }>().result;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function benchPages(
  small: BenchServer,
  smallLists: GeneratedLists,
  large: BenchServer,
  largeLists: GeneratedLists,
): Promise<BenchResult[]> {
  const albums = (bench: BenchServer) => `/albums/${bench.person.userId}`;
  const medias = (data: GeneratedLists) => `/medias/${data.bigAlbumId}`;
  const id = (letter: string, number: number) => `0000000${letter}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
  const sorts = ['az', 'za', 'lastmodified', 'createdAt', 'sizeasc', 'sizedesc'];
  const paths: [string, string, string][] = [
    ...sorts.map((sort): [string, string, string] => [
      `albums, first page by ${sort}`,
      ...atBothSizes(`?sort=${sort}`, albums(small), albums(large)),
    ]),
    ['albums, deep page by name', `${albums(small)}?sort=az&after=${id('a', 900)}`, `${albums(large)}?sort=az&after=${id('a', 90_000)}`],
    [
      'albums, deep page by recency',
      `${albums(small)}?sort=lastmodified&after=${id('a', 900)}`,
      `${albums(large)}?sort=lastmodified&after=${id('a', 90_000)}`,
    ],
    ['media, first page', ...atBothSizes('?dataPerPage=50', medias(smallLists), medias(largeLists))],
    ['media by name, first page', ...atBothSizes('?dataPerPage=50&sort=az', medias(smallLists), medias(largeLists))],
    [
      'media, deep page',
      `${medias(smallLists)}?dataPerPage=50&after=${id('d', 900)}`,
      `${medias(largeLists)}?dataPerPage=50&after=${id('d', 90_000)}`,
    ],
  ];
  const results: BenchResult[] = [];
  for (const [name, smallUrl, largeUrl] of paths) {
    const times = await runInterleaved(
      REQUESTS,
      () => timed(() => get(large, largeUrl)),
      () => timed(() => get(small, smallUrl)),
    );
    results.push(createMaximumResult(`${name}, at 1,000,000 vs. 1,000`, times.ours, times.peer, 'ms', 1.3));
  }
  return results;
}

const atBothSizes = (query: string, small: string, large: string): [string, string] => [`${small}${query}`, `${large}${query}`];

/** Returns the last SQL statement that `run` sends to the driver, and a pool to run it on. */
async function captureStatement(
  bench: BenchServer,
  run: (db: Database) => Promise<unknown>,
): Promise<{ text: string; values: unknown[]; pool: pg.Pool }> {
  const pool = new pg.Pool({ connectionString: bench.databaseUrl, max: CONNECTIONS });
  let last: { text: string; values: unknown[] } | undefined;
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      last = { text: query.sql, values: [...query.parameters] };
    },
  });
  await run(db);
  if (!last) throw new Error('No statement was executed');
  return { ...last, pool };
}

async function benchRates(bench: BenchServer, data: GeneratedLists): Promise<BenchResult[]> {
  const origin = await bench.app.listen({ port: 0, host: '127.0.0.1' });
  const page = { page: 1, dataPerPage: 50 };
  const compare = async (name: string, url: string, list: (db: Database) => Promise<unknown>): Promise<BenchResult> => {
    const { text, values, pool } = await captureStatement(bench, list);
    const headers = { authorization: bench.token };
    const times = await runInterleaved(
      ROUNDS,
      async () =>
        (await autocannon({ url: `${origin}/api${url}`, headers, connections: CONNECTIONS, duration: SECONDS, workers: 1 })).requests
          .average,
      () => bareRate(pool, text, values),
    );
    await pool.end();
    return createMinimumResult(name, times.ours, times.peer, 'pages/s', 0.3);
  };
  return [
    await compare('album pages vs. the bare prepared query', `/albums/${bench.person.userId}?dataPerPage=50`, (db) =>
      listAlbums(db, selectFirstPicture, { ownerId: bench.person.userId }, page),
    ),
    await compare('media pages vs. the bare prepared query', `/medias/${data.bigAlbumId}?dataPerPage=50`, (db) =>
      listMedia(db, data.bigAlbumId, { ...page, filter: 'all', userId: bench.person.userId }),
    ),
  ];
}

async function bareRate(pool: pg.Pool, text: string, values: unknown[]): Promise<number> {
  const end = performance.now() + SECONDS * 1000;
  let count = 0;
  const lane = async () => {
    const client = await pool.connect();
    for (; performance.now() < end; count++) await client.query({ name: 'page', text, values });
    client.release();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  return count / SECONDS;
}

/** Common, rare and absent, of one, two, three and more characters. */
const TEXTS = ['i', 'z', '~', 'IM', 'ze', 'q~', 'IMG', 'zeb', '~~~', 'zebra', 'the sea', 'IMG_99', 'nothing like it'];

async function benchSearches(bench: BenchServer, { smallUserId }: GeneratedLists): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  await bench.db.updateTable('users').set({ privacy_accepted_at: new Date() }).where('id', '=', smallUserId).execute();
  for (const [account, authorization] of [
    ['with 200,000 media', bench.token],
    ['with 100 media', await insertSession(bench.db, smallUserId)],
  ] as const) {
    const slowest = await slowestSearch(bench, '', account, { authorization });
    results.push(createMaximumResult(`search p99 of an account ${account}, slowest text (“${slowest.text}”)`, slowest.ms, 15, 'ms', 1));
  }
  return results;
}

async function slowestSearch(
  bench: BenchServer,
  query: string,
  account: string,
  headers?: Record<string, string>,
): Promise<{ text: string; ms: number }> {
  const measured: { text: string; ms: number }[] = [];
  for (const text of TEXTS) {
    const url = `/medias/search?string=${encodeURIComponent(text)}${query}`;
    const p99s: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const times: number[] = [];
      while (times.length < SEARCHES) times.push(await timed(() => get(bench, url, headers)));
      p99s.push(quantile(times, 0.99));
      if (process.env['VERBOSE']) console.log(account, text, 'median', median(times).toFixed(1), 'p99', quantile(times, 0.99).toFixed(1));
    }
    measured.push({ text, ms: median(p99s) });
  }
  return measured.toSorted((a, b) => b.ms - a.ms)[0] ?? { text: '', ms: Number.NaN };
}

async function benchFamily(bench: BenchServer, { bigAlbumId, smallUserId }: GeneratedLists): Promise<BenchResult[]> {
  const { userId } = bench.person;
  const albumsPath = `/albums/${userId}?sort=lastmodified`;
  const [listOwnerAlbums, listOwnerMedia] = [
    () => timed(() => get(bench, albumsPath)),
    () => timed(() => get(bench, `/medias/${bigAlbumId}?dataPerPage=50`)),
  ];
  const ownerMs = { page: await medianTime(listOwnerAlbums), media: await medianTime(listOwnerMedia) };
  await bench.db.updateTable('users').set({ privacy_accepted_at: new Date() }).where('id', '=', smallUserId).execute();
  const orgId = await makeFamily(bench.db, { ownerId: userId, memberId: smallUserId, bigAlbumId });
  const paths = { page: `/albums?orgId=${orgId}&sort=lastmodified`, media: `/medias/${bigAlbumId}?dataPerPage=50` };
  const member = { authorization: await insertSession(bench.db, smallUserId) };
  const results = [
    createMaximumResult(
      'albums of a family for a member vs. for the owner before',
      await medianTime(() => timed(() => get(bench, paths.page, member))),
      ownerMs.page,
      'ms',
      1.3,
    ),
    createMaximumResult(
      'media of a family’s album vs. the same album before',
      await medianTime(() => timed(() => get(bench, paths.media, member))),
      ownerMs.media,
      'ms',
      1.3,
    ),
  ];
  const slowest = await slowestSearch(bench, `&orgId=${orgId}`, 'a member', member);
  results.push(
    createMaximumResult(`search p99 of a member of a family with 101,000 media, slowest text (“${slowest.text}”)`, slowest.ms, 15, 'ms', 1),
  );
  const noCovers = { albums: { clearCover: async () => undefined } };
  const transfer = { orgId, fromId: userId, toId: smallUserId };
  const transferMs = await timed(() => bench.db.transaction().execute((tx) => reassignFamilyMedia(tx, noCovers, transfer)));
  results.push(createMaximumResult('ownership transfer of a family with 101,000 media and 303,000 files', transferMs / 1000, 20, 's', 1));
  const dissolveMs = await timed(() => bench.db.transaction().execute((tx) => keepMediaWithOwner(tx, { orgId, ownerId: smallUserId })));
  results.push(createMaximumResult('dissolution of the same family', dissolveMs / 1000, 20, 's', 1));
  return results;
}

async function medianTime(work: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  while (times.length < REQUESTS) times.push(await work());
  return median(times);
}
