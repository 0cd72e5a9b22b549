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
import {
  type BenchResult,
  type BenchServer,
  createMaximumResult,
  createMinimumResult,
  median,
  quantile,
  runInterleaved,
  startBenchServer,
} from './lab.ts';
import { type GeneratedLists, generateLists, makeFamily } from './lists.data.ts';
import { orderLists } from './lists.orders.ts';

const SMALL = { bigAlbum: 1000, ownAlbums: 1000, others: 1, theirMedia: 100 };
/** A million media and 180,000 albums. */
const LARGE = { bigAlbum: 100_000, ownAlbums: 100_000, others: 8000, theirMedia: 10 };
const ASKED = 60;
const SEARCHED = 200;
const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 8;

/**
 * Pages at a million rows against pages at a thousand; requests against the bare query; searches against 15 ms. Then a family with 100,000
 * media: a member's pages against its owner's own, and how long it takes until the family is another's, or no more. Then the console's list of
 * a million orders. `ONLY=orders` measures that alone.
 */
export async function run(): Promise<BenchResult[]> {
  const orders = await orderLists();
  return process.env['ONLY'] === 'orders' ? orders : [...(await media()), ...orders];
}

async function media(): Promise<BenchResult[]> {
  const [small, large] = [await startBenchServer(), await startBenchServer()];
  try {
    const few = await generateLists(small.db, small.person.userId, SMALL);
    const many = await generateLists(large.db, large.person.userId, LARGE);
    const alone = [...(await pages(small, few, large, many)), ...(await rates(large, many)), ...(await searches(large, many))];
    return [...alone, ...(await families(large, many))];
  } finally {
    await small.close();
    await large.close();
  }
}

async function get(lab: BenchServer, url: string, headers: Record<string, string> = { authorization: lab.token }): Promise<unknown[]> {
  const answer = await lab.app.inject({ url: `/api${url}`, headers });
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
  return answer.json<{ result: unknown[] }>().result;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function pages(small: BenchServer, few: GeneratedLists, large: BenchServer, many: GeneratedLists): Promise<BenchResult[]> {
  const albums = (lab: BenchServer) => `/albums/${lab.person.userId}`;
  const medias = (data: GeneratedLists) => `/medias/${data.bigAlbumId}`;
  const id = (letter: string, number: number) => `0000000${letter}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
  const sorts = ['az', 'za', 'lastmodified', 'createdAt', 'sizeasc', 'sizedesc'];
  const asked: [string, string, string][] = [
    ...sorts.map((sort): [string, string, string] => [
      `albums, first page by ${sort}`,
      ...both(`?sort=${sort}`, albums(small), albums(large)),
    ]),
    ['albums, deep page after one', `${albums(small)}?sort=az&after=${id('a', 900)}`, `${albums(large)}?sort=az&after=${id('a', 90_000)}`],
    [
      'albums, deep page by recency',
      `${albums(small)}?sort=lastmodified&after=${id('a', 900)}`,
      `${albums(large)}?sort=lastmodified&after=${id('a', 90_000)}`,
    ],
    ['media, first page', ...both('?dataPerPage=50', medias(few), medias(many))],
    ['media by name, first page', ...both('?dataPerPage=50&sort=az', medias(few), medias(many))],
    [
      'media, deep page after one',
      `${medias(few)}?dataPerPage=50&after=${id('d', 900)}`,
      `${medias(many)}?dataPerPage=50&after=${id('d', 90_000)}`,
    ],
  ];
  const results: BenchResult[] = [];
  for (const [name, smallUrl, largeUrl] of asked) {
    const times = await runInterleaved(
      ASKED,
      () => timed(() => get(large, largeUrl)),
      () => timed(() => get(small, smallUrl)),
    );
    results.push(createMaximumResult(`${name}, at 1,000,000 against 1,000`, times.ours, times.peer, 'ms', 1.3));
  }
  return results;
}

const both = (query: string, small: string, large: string): [string, string] => [`${small}${query}`, `${large}${query}`];

/** The statement a list runs, as the driver gets it. */
async function captured(
  lab: BenchServer,
  run: (db: Database) => Promise<unknown>,
): Promise<{ text: string; values: unknown[]; pool: pg.Pool }> {
  const pool = new pg.Pool({ connectionString: lab.databaseUrl, max: CONNECTIONS });
  let last: { text: string; values: unknown[] } | undefined;
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      last = { text: query.sql, values: [...query.parameters] };
    },
  });
  await run(db);
  if (!last) throw new Error('Nothing was asked');
  return { ...last, pool };
}

async function rates(lab: BenchServer, data: GeneratedLists): Promise<BenchResult[]> {
  const origin = await lab.app.listen({ port: 0, host: '127.0.0.1' });
  const page = { page: 1, dataPerPage: 50 };
  const compare = async (name: string, url: string, list: (db: Database) => Promise<unknown>): Promise<BenchResult> => {
    const { text, values, pool } = await captured(lab, list);
    const headers = { authorization: lab.token };
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
    await compare('album pages against the bare prepared query', `/albums/${lab.person.userId}?dataPerPage=50`, (db) =>
      listAlbums(db, selectFirstPicture, { ownerId: lab.person.userId }, page),
    ),
    await compare('media pages against the bare prepared query', `/medias/${data.bigAlbumId}?dataPerPage=50`, (db) =>
      listMedia(db, data.bigAlbumId, { ...page, filter: 'all', userId: lab.person.userId }),
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

async function searches(lab: BenchServer, { smallUserId }: GeneratedLists): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  await lab.db.updateTable('users').set({ privacy_accepted_at: new Date() }).where('id', '=', smallUserId).execute();
  for (const [who, authorization] of [
    ['with 200,000 media', lab.token],
    ['with 100 media', await insertSession(lab.db, smallUserId)],
  ] as const) {
    const worst = await slowestSearch(lab, '', who, { authorization });
    results.push(createMaximumResult(`search p99 of somebody ${who}, the slowest text (“${worst.text}”)`, worst.ms, 15, 'ms', 1));
  }
  return results;
}

async function slowestSearch(
  lab: BenchServer,
  query: string,
  who: string,
  headers?: Record<string, string>,
): Promise<{ text: string; ms: number }> {
  const slowest: { text: string; ms: number }[] = [];
  for (const text of TEXTS) {
    const url = `/medias/search?string=${encodeURIComponent(text)}${query}`;
    const p99s: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const times: number[] = [];
      while (times.length < SEARCHED) times.push(await timed(() => get(lab, url, headers)));
      p99s.push(quantile(times, 0.99));
      if (process.env['VERBOSE']) console.log(who, text, 'median', median(times).toFixed(1), 'p99', quantile(times, 0.99).toFixed(1));
    }
    slowest.push({ text, ms: median(p99s) });
  }
  return slowest.toSorted((one, other) => other.ms - one.ms)[0] ?? { text: '', ms: Number.NaN };
}

async function families(lab: BenchServer, { bigAlbumId, smallUserId }: GeneratedLists): Promise<BenchResult[]> {
  const { userId } = lab.person;
  const before = `/albums/${userId}?sort=lastmodified`;
  const [ownPage, ownMedia] = [() => timed(() => get(lab, before)), () => timed(() => get(lab, `/medias/${bigAlbumId}?dataPerPage=50`))];
  const own = { page: await medianOf(ownPage), media: await medianOf(ownMedia) };
  const orgId = await makeFamily(lab.db, { ownerId: userId, memberId: smallUserId, bigAlbumId });
  const asked = { page: `/albums?orgId=${orgId}&sort=lastmodified`, media: `/medias/${bigAlbumId}?dataPerPage=50` };
  const member = { authorization: await insertSession(lab.db, smallUserId) };
  const results = [
    createMaximumResult(
      'a family’s albums to a member against the owner’s own before',
      await medianOf(() => timed(() => get(lab, asked.page, member))),
      own.page,
      'ms',
      1.3,
    ),
    createMaximumResult(
      'media of a family’s album against the same album before',
      await medianOf(() => timed(() => get(lab, asked.media, member))),
      own.media,
      'ms',
      1.3,
    ),
  ];
  const worst = await slowestSearch(lab, `&orgId=${orgId}`, 'a member', member);
  results.push(
    createMaximumResult(`search p99 of a member of a family with 101,000 media, the slowest text (“${worst.text}”)`, worst.ms, 15, 'ms', 1),
  );
  const noCovers = { albums: { clearCover: async () => undefined } };
  const handed = { orgId, fromId: userId, toId: smallUserId };
  const handingOver = await timed(() => lab.db.transaction().execute((tx) => reassignFamilyMedia(tx, noCovers, handed)));
  results.push(createMaximumResult('a family of 101,000 media and 303,000 files handed over', handingOver / 1000, 20, 's', 1));
  const dissolving = await timed(() => lab.db.transaction().execute((tx) => keepMediaWithOwner(tx, { orgId, ownerId: smallUserId })));
  results.push(createMaximumResult('the same family dissolved', dissolving / 1000, 20, 's', 1));
  return results;
}

async function medianOf(ask: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  while (times.length < ASKED) times.push(await ask());
  return median(times);
}
