/**
 * One feed on five thousand screens of one server process: `npm run bench -- sources`. BENCH_SCREENS=500 is a short trial.
 *
 * The screens are simulated as in the fleet bench. The time of a screen starts when the server has read a new headline, and ends when the screen has a manifest
 * that contains it. The processor time of the product runs from then until 5 s after the last screen.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Source } from '@vitrine/contract/sources';
import { ApiPerson } from '../../e2e/api.ts';
import { Product } from '../../e2e/product.ts';
import { withProductDatabase } from '../../e2e/product-database.ts';
import { until } from '../../e2e/until.ts';
import { createLimitResult, median, quantile } from './figures.ts';
import { makeFleet } from './fleet.data.ts';
import { timeContent } from './fleet-figures.ts';
import { FleetScreens } from './fleet-screens.ts';
import { listProductProcesses, processorSeconds } from './process-figures.ts';

const SCREENS = Number(process.env['BENCH_SCREENS'] ?? 5000);
const ROUNDS = 7;
const SETTLE_MS = 5000;
const TIMEOUT_S = 120;
const LIMIT_MS = 600;
const SUMMARY = 'A sentence about the news, as feeds contain it. '.repeat(5);
/** Headlines of a usual feed; the document has 8 kB. */
const HEADLINES = 25;

let headline = 'round 0';
const createFeed = () =>
  `<rss version="2.0"><channel><title>News</title>${Array.from({ length: HEADLINES }, (_, index) => `<item><title>${headline}, ${index}</title><description>${SUMMARY}</description></item>`).join('')}</channel></rss>`;

async function startSite(): Promise<Server> {
  const site = createServer((_request, response) => response.end(createFeed()));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  return site;
}

export async function run() {
  const site = await startSite();
  const { port } = site.address() as AddressInfo;
  const product = await Product.start({ SOURCES_ALLOW: '127.0.0.1/32', SOURCES_PORTS: String(port) });
  let screens: FleetScreens | undefined;
  try {
    const person = await ApiPerson.create(product, 'fleet@example.com');
    const { identities, deviceIds, playlistIds, albumIds } = await makeFleet(product, person, SCREENS);
    const body = { name: 'News', settings: { kind: 'feed' }, address: `http://127.0.0.1:${port}/` };
    const { _id: sourceId } = await person.request<Source>('POST', '/sources', body);
    const settings = { type: 'headlines', theme: 'light', sourceId };
    await person.request('POST', '/widgets', { albumId: albumIds[0], name: 'News', settings });
    await until('the widget is drawn', async () => (await person.media(albumIds[0])).every(({ status }) => status === 6), TIMEOUT_S * 1000);
    await person.publish(playlistIds[0], deviceIds);
    screens = new FleetScreens(product.origin, identities);
    await screens.waitFor('stored', TIMEOUT_S);
    const rounds = [];
    for (let round = 1; round <= ROUNDS; round++) {
      await sleep(SETTLE_MS);
      rounds.push(await timeHeadline(person, screens, { round, expected: { playlistId: playlistIds[0], items: 2 } }));
    }
    // A publish on the same screens at the same time shows what the machine can do.
    const publishes: number[] = [];
    for (let time = 0; time < 3; time++) {
      const playlistId = playlistIds[(time + 1) % 2] ?? '';
      const trigger = () => person.publish(playlistId, deviceIds);
      const expected = { playlistId, items: time % 2 === 0 ? 1 : 2 };
      publishes.push(quantile((await timeContent({ product, screens, core: 0, timeoutS: TIMEOUT_S, expected, trigger })).storedMs, 0.99));
    }
    console.log(`  a publish on the same screens: p99 ${median(publishes).toFixed(0)} ms`);
    // The first headline starts the parser and reads the playlist.
    const later = rounds.slice(1);
    console.log(`  processor time of the product for a headline: ${median(later.map(({ cpuS }) => cpuS)).toFixed(2)} s`);
    const worst = median(later.map(({ times }) => quantile(times, 0.99)));
    return [createLimitResult(`a headline on ${SCREENS} screens: p99, median of ${ROUNDS - 1}`, worst, LIMIT_MS, 'ms')];
  } finally {
    await screens?.close();
    await product.remove();
    site.close();
  }
}

interface HeadlineRound {
  round: number;
  expected: { playlistId: string; items: number };
}

async function timeHeadline(person: ApiPerson<Product>, screens: FleetScreens, { round, expected }: HeadlineRound) {
  headline = `round ${round}`;
  await screens.resetTimes({ ...expected, headline: `${headline}, 0` });
  const before = processorSeconds(listProductProcesses(person.product));
  await withProductDatabase(person.product, (db) => db.updateTable('sources').set({ next_fetch_at: new Date() }).execute());
  await screens.waitFor('stored', TIMEOUT_S);
  const { storedAt } = await screens.times();
  const { sources } = await person.request<{ sources: Source[] }>('GET', '/sources');
  const changedAt = Date.parse(sources[0]?.changedAt ?? '');
  await sleep(SETTLE_MS);
  return { times: storedAt.map((at) => at - changedAt), cpuS: processorSeconds(listProductProcesses(person.product)) - before };
}
