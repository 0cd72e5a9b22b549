/**
 * Five thousand screens on one server process with a playlist of fifty photos each: `npm run bench -- fleet`. BENCH_SCREENS=500 is a short trial with rough
 * figures, BENCH_SCREENS=16000 the largest fleet for one process.
 *
 * The screens are simulated (tools/simulate): they run the code of apps/screen in a separate process. A file counts as stored when the manifest names it.
 * Identical messages are parsed once for all screens, because real screens do that on their own processors.
 *
 * - Processor time and memory cover the whole product: the server, its children, children that have ended, and PostgreSQL. Memory is proportional (PSS).
 * - Content time starts when the request is sent. It ends when a screen has adopted a complete manifest with the published content; the p99 is over all
 *   screens. Its processor time runs until 5 s after the last screen, less the product's usage in the same time without a publish.
 * - Connect time starts with the first screen and ends when the server has accepted the last one. No screen has a manifest, and 250 connect at a time.
 * - Heartbeats are measured with screens on which nothing is published. Screens with content report their plays each minute and are measured while playing.
 * - A power cut is SIGKILL of every process of the product at one moment. The clock starts then, and the product is restarted immediately.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { LIVE_PATH, NAMESPACES } from '@vitrine/contract/live';
import { io } from 'socket.io-client';
import { ApiPerson } from '../../e2e/api.ts';
import { Product } from '../../e2e/product.ts';
import { buildServer } from '../../scripts/build-server.ts';
import { createMaximumResult, median, quantile } from './figures.ts';
import { createSmallPhoto, type FleetData, makeFleet, publishToAll } from './fleet.data.ts';
import { type ContentTime, cutPower, measureProduct, now, timeContent, treeMemory } from './fleet-figures.ts';
import { FleetScreens } from './fleet-screens.ts';

const SCREENS = Number(process.env['BENCH_SCREENS'] ?? 5000);
const IS_TRIAL = SCREENS < 5000;
const SMALL_FLEET = SCREENS / 10;
const ITEMS = 50;
const SETTLE_MS = IS_TRIAL ? 5000 : 20_000;
const MEASURE_S = IS_TRIAL ? 15 : 60;
const PROBE_MS = 50;
const TIMEOUT_S = 120;
const REPEATS = 5;

const LIMITS_OF_5000 = {
  connectS: 6,
  heartbeatsCore: 0.03,
  emptyMb: 250,
  idleMb: 300,
  playingCore: 0.15,
  playingMb: 300,
  connectStormMb: 400,
  firstMs: 600,
  repeatMs: 500,
  photoMs: 500,
  responseMs: 300,
  publishCpuS: 1.5,
  reconnectS: 9,
  restartS: 2,
  probeMs: 100,
  growthRatio: 1.2,
};
/** Limits of the largest fleet for one process. All others equal those for 5,000 screens. */
const LIMITS_OF_16000: typeof LIMITS_OF_5000 = {
  ...LIMITS_OF_5000,
  connectS: 30,
  heartbeatsCore: 0.12,
  idleMb: 700,
  playingCore: 0.48,
  playingMb: 960,
  connectStormMb: 1280,
  firstMs: 2000,
  repeatMs: 2000,
  photoMs: 2000,
  responseMs: 960,
  publishCpuS: 4.8,
  reconnectS: 30,
};
const LIMITS = SCREENS > 5000 ? LIMITS_OF_16000 : LIMITS_OF_5000;

interface FleetSetup {
  product: Product;
  person: ApiPerson;
  data: FleetData;
}

export async function run() {
  // Build now, so that the measured starts do not include it.
  process.env['SERVER_MAIN'] ??= await buildServer({ onlyIfStale: true });
  const product = await Product.start();
  try {
    await sleep(SETTLE_MS);
    const emptyMb = treeMemory(product);
    const person = await ApiPerson.create(product, 'fleet@example.com');
    const setup: FleetSetup = { product, person, data: await makeFleet(product, person, SCREENS, ITEMS) };
    return [
      createMaximumResult('memory, empty and idle', emptyMb, LIMITS.emptyMb, 'MB'),
      ...(await benchHeartbeats(setup)),
      ...(await benchPlayback(setup)),
    ];
  } finally {
    await product.remove();
  }
}

async function benchHeartbeats({ product, data }: FleetSetup) {
  const measureHeartbeats = async (count: number) => {
    const screens = new FleetScreens(product.origin, data.identities.slice(0, count));
    await screens.waitFor('stored', TIMEOUT_S);
    await sleep(SETTLE_MS);
    const figures = await measureProduct(product, MEASURE_S);
    await screens.close();
    return figures;
  };
  const [small, full] = [await measureHeartbeats(SMALL_FLEET), await measureHeartbeats(SCREENS)];
  return [
    createMaximumResult('heartbeats, of one core', full.core, LIMITS.heartbeatsCore, 'cores'),
    createMaximumResult('memory, all connected and idle', full.memoryMb, LIMITS.idleMb, 'MB'),
    createMaximumResult(
      `rows written per second: ${SCREENS} idle screens vs. ${SMALL_FLEET}`,
      full.rowsPerS + 1,
      small.rowsPerS + 1,
      'rows + 1',
      LIMITS.growthRatio,
    ),
    createMaximumResult(
      `commits per second: ${SCREENS} idle screens vs. ${SMALL_FLEET}`,
      full.commitsPerS,
      small.commitsPerS,
      'commits',
      LIMITS.growthRatio,
    ),
  ];
}

async function benchPlayback(setup: FleetSetup) {
  const { product, person, data } = setup;
  await publishToAll(person, data, data.playlistIds[0]);
  await sleep(SETTLE_MS);
  const screens = new FleetScreens(product.origin, data.identities);
  try {
    await screens.waitFor('stored', TIMEOUT_S);
    const { openedAt, connectedAt } = await screens.times();
    const connectS = (Math.max(...connectedAt) - openedAt) / 1000;
    const connectStormMb = treeMemory(product);
    const closeSockets = openLiveSockets(setup);
    await sleep(SETTLE_MS);
    const playing = await measureProduct(product, MEASURE_S);
    const figures = [
      createMaximumResult(`${SCREENS} screens connected`, connectS, LIMITS.connectS, 's'),
      createMaximumResult('memory right after they connected', connectStormMb, LIMITS.connectStormMb, 'MB'),
      createMaximumResult('playing, of one core', playing.core, LIMITS.playingCore, 'cores'),
      createMaximumResult('memory, playing', playing.memoryMb, LIMITS.playingMb, 'MB'),
      ...(await benchContent(setup, screens, playing.core)),
    ];
    closeSockets();
    return [...figures, ...(await benchPowerCut(setup, screens))];
  } finally {
    await screens.close();
  }
}

/** Opens the live sockets of a signed-in page, as the web app does. */
function openLiveSockets({ product, person: { token } }: FleetSetup): () => void {
  const sockets = [NAMESPACES.notification, NAMESPACES.device, NAMESPACES.media].map((namespace) =>
    io(`${product.origin}${namespace}`, { path: LIVE_PATH, auth: { token }, transports: ['websocket'] }),
  );
  return () => {
    for (const socket of sockets) socket.disconnect();
  };
}

async function benchContent(setup: FleetSetup, screens: FleetScreens, core: number) {
  const { product, person, data } = setup;
  const common = { product, screens, core, timeoutS: TIMEOUT_S };
  const publish = (playlistId: string) =>
    timeContent({ ...common, expected: { playlistId, items: ITEMS }, trigger: () => publishToAll(person, data, playlistId) });
  const [red, blue] = data.playlistIds;
  const first = await publish(blue);
  const repeated: ContentTime[] = [];
  while (repeated.length < REPEATS) {
    await sleep(SETTLE_MS);
    repeated.push(await publish(repeated.length % 2 === 0 ? red : blue));
  }
  const bytes = await createSmallPhoto('#20a040');
  await sleep(SETTLE_MS);
  const { key } = await person.upload('one more.jpg', bytes);
  // REPEATS is odd, so the red playlist was published last.
  const photo = await timeContent({
    ...common,
    expected: { playlistId: red, items: ITEMS + 1 },
    trigger: () => person.attach(data.albumIds[0], [key]),
  });
  const p99 = ({ storedMs }: ContentTime) => quantile(storedMs, 0.99);
  const publishes = [first, ...repeated];
  const inSeconds = (values: number[]) => values.map((value) => value.toFixed(2)).join(', ');
  console.log(`  content on all screens: ${inSeconds(publishes.map(({ storedMs }) => Math.max(...storedMs) / 1000))} s`);
  console.log(`  processor time of the screens during that time: ${inSeconds(publishes.map(({ screensCpuS }) => screensCpuS))} s`);
  return [
    createMaximumResult('content on all screens, first publish after an idle minute: p50', median(first.storedMs), LIMITS.firstMs, 'ms'),
    createMaximumResult('the same, p99', p99(first), LIMITS.firstMs, 'ms'),
    createMaximumResult('the same, processor', first.cpuS, LIMITS.publishCpuS, 's'),
    createMaximumResult(
      `content on all screens, later publishes: p99, median of ${REPEATS}`,
      median(repeated.map(p99)),
      LIMITS.repeatMs,
      'ms',
    ),
    createMaximumResult('the same, processor', median(repeated.map(({ cpuS }) => cpuS)), LIMITS.publishCpuS, 's'),
    createMaximumResult('response to the publish, median', median(publishes.map(({ responseMs }) => responseMs)), LIMITS.responseMs, 'ms'),
    createMaximumResult(
      'response to the publish, maximum',
      Math.max(...publishes.map(({ responseMs }) => responseMs)),
      LIMITS.responseMs,
      'ms',
    ),
    createMaximumResult(
      'a photo added to an album that all screens show, on the last screen',
      Math.max(...photo.storedMs),
      LIMITS.photoMs,
      'ms',
    ),
  ];
}

async function benchPowerCut({ product, person }: FleetSetup, screens: FleetScreens) {
  await screens.resetTimes();
  const cutAt = now();
  await cutPower(product);
  const startedAt = now();
  await product.start();
  const restartS = (now() - startedAt) / 1000;
  const probe = startProbe(() => person.request('GET', `/albums/${person.userId}`));
  await screens.waitFor('connectedOnce', TIMEOUT_S);
  const { connectedAt } = await screens.times();
  const connectStormMb = treeMemory(product);
  return [
    createMaximumResult('power cut: restart until the server responds', restartS, LIMITS.restartS, 's'),
    createMaximumResult(`power cut: all ${SCREENS} reconnected`, (Math.max(...connectedAt) - cutAt) / 1000, LIMITS.reconnectS, 's'),
    createMaximumResult('other requests during the reconnect, p99', quantile(await probe.end(), 0.99), LIMITS.probeMs, 'ms'),
    createMaximumResult('memory right after they reconnected', connectStormMb, LIMITS.connectStormMb, 'MB'),
  ];
}

/** Sends a request repeatedly until `end` is called, which returns the duration of each, in milliseconds. */
function startProbe(send: () => Promise<unknown>): { end: () => Promise<number[]> } {
  let isOver = false;
  const probing = (async () => {
    const times: number[] = [];
    while (!isOver) {
      const sentAt = performance.now();
      await send();
      times.push(performance.now() - sentAt);
      await sleep(PROBE_MS);
    }
    return times;
  })();
  // The error is thrown when the caller awaits the end.
  probing.catch(() => undefined);
  return {
    end: () => {
      isOver = true;
      return probing;
    },
  };
}
