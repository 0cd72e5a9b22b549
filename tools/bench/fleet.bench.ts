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
 * - Heartbeats are measured with screens on which nothing is published. Screens with content report their plays each minute and are measured as lively.
 * - A power cut is SIGKILL of every process of the product at one moment. The clock starts then, and the product is restarted immediately.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS as LIMITS_OF_CALLS } from '@vitrine/contract';
import { LIVE_PATH, NAMESPACES } from '@vitrine/contract/live';
import { io } from 'socket.io-client';
import { ApiPerson } from '../../e2e/api.ts';
import { Product } from '../../e2e/product.ts';
import { buildServer } from '../../scripts/build-server.ts';
import { aSmallPhoto, type FleetData, makeFleet } from './fleet.data.ts';
import { type ContentTime, cutPower, median, now, quantile, timeContent, treeMemory, watchProduct } from './fleet-figures.ts';
import { FleetScreens } from './fleet-screens.ts';

const SCREENS = Number(process.env['BENCH_SCREENS'] ?? 5000);
const IS_TRIAL = SCREENS < 5000;
const FEW = SCREENS / 10;
const ITEMS = 50;
const SETTLE_MS = IS_TRIAL ? 5000 : 20_000;
const WATCH_S = IS_TRIAL ? 15 : 60;
const PROBE_MS = 50;
const GIVE_UP_S = 120;
const AGAIN = 5;

const LIMITS_OF_5000 = {
  connectS: 6,
  heartbeatsCore: 0.03,
  emptyMb: 250,
  idleMb: 300,
  livelyCore: 0.15,
  livelyMb: 300,
  stormMb: 400,
  firstMs: 600,
  againMs: 500,
  photoMs: 500,
  answeredMs: 300,
  publishCpuS: 1.5,
  backS: 9,
  answersS: 2,
  probeMs: 100,
  flat: 1.2,
};
/** Largest fleet of one process: connected, idle, content everywhere. Other limits grow with the number of screens. */
const LIMITS_OF_16000: typeof LIMITS_OF_5000 = {
  ...LIMITS_OF_5000,
  connectS: 30,
  heartbeatsCore: 0.12,
  idleMb: 700,
  livelyCore: 0.48,
  livelyMb: 960,
  stormMb: 1280,
  firstMs: 2000,
  againMs: 2000,
  photoMs: 2000,
  answeredMs: 960,
  publishCpuS: 4.8,
  backS: 30,
};
const LIMITS = SCREENS > 5000 ? LIMITS_OF_16000 : LIMITS_OF_5000;

const against = (name: string, ours: number, peer: number, unit: string, limit = 1) => ({
  name,
  ours,
  peer,
  unit,
  ratio: ours / peer,
  limit,
  pass: ours / peer <= limit,
});

interface Lab {
  product: Product;
  person: ApiPerson;
  data: FleetData;
}

export async function run() {
  // Built beforehand, so that no start of the product waits for it.
  process.env['SERVER_MAIN'] ??= await buildServer({ onlyIfStale: true });
  const product = await Product.start();
  try {
    await sleep(SETTLE_MS);
    const emptyMb = treeMemory(product);
    const person = await ApiPerson.create(product, 'fleet@example.com');
    const lab: Lab = { product, person, data: await makeFleet(product, person, SCREENS, ITEMS) };
    return [against('memory, empty and idle', emptyMb, LIMITS.emptyMb, 'MB'), ...(await benchHeartbeats(lab)), ...(await benchLively(lab))];
  } finally {
    await product.remove();
  }
}

async function benchHeartbeats({ product, data }: Lab) {
  const beatsOf = async (count: number) => {
    const screens = new FleetScreens(product.origin, data.identities.slice(0, count));
    await screens.until('held', GIVE_UP_S);
    await sleep(SETTLE_MS);
    const figures = await watchProduct(product, WATCH_S);
    await screens.close();
    return figures;
  };
  const [few, all] = [await beatsOf(FEW), await beatsOf(SCREENS)];
  return [
    against('heartbeats, of one core', all.core, LIMITS.heartbeatsCore, 'cores'),
    against('memory, all connected and idle', all.memoryMb, LIMITS.idleMb, 'MB'),
    against(`rows written a second: ${SCREENS} idle screens against ${FEW}`, all.rowsPerS + 1, few.rowsPerS + 1, 'rows + 1', LIMITS.flat),
    against(`commits a second: ${SCREENS} idle screens against ${FEW}`, all.commitsPerS, few.commitsPerS, 'commits', LIMITS.flat),
  ];
}

async function benchLively(lab: Lab) {
  const { product, data } = lab;
  await publishToAll(lab, data.playlistIds[0]);
  await sleep(SETTLE_MS);
  const screens = new FleetScreens(product.origin, data.identities);
  try {
    await screens.until('held', GIVE_UP_S);
    const { openedAt, arrived } = await screens.times();
    const connectS = (Math.max(...arrived) - openedAt) / 1000;
    const stormMb = treeMemory(product);
    const leave = lookOn(lab);
    await sleep(SETTLE_MS);
    const lively = await watchProduct(product, WATCH_S);
    const figures = [
      against(`${SCREENS} screens connected and known`, connectS, LIMITS.connectS, 's'),
      against('memory right after they came', stormMb, LIMITS.stormMb, 'MB'),
      against('lively, of one core', lively.core, LIMITS.livelyCore, 'cores'),
      against('memory, lively', lively.memoryMb, LIMITS.livelyMb, 'MB'),
      ...(await benchContent(lab, screens, lively.core)),
    ];
    leave();
    return [...figures, ...(await benchPowerCut(lab, screens))];
  } finally {
    await screens.close();
  }
}

/** In as many calls at once as are needed: one takes no more devices than it may. */
async function publishToAll({ person, data: { deviceIds } }: Lab, playlistId: string): Promise<void> {
  const starts = Array.from(
    { length: Math.ceil(deviceIds.length / LIMITS_OF_CALLS.publishDevices) },
    (_, index) => index * LIMITS_OF_CALLS.publishDevices,
  );
  await Promise.all(starts.map((start) => person.publish(playlistId, deviceIds.slice(start, start + LIMITS_OF_CALLS.publishDevices))));
}

/** Opens the live sockets of a signed-in page, as the web app does. */
function lookOn({ product, person: { token } }: Lab): () => void {
  const sockets = [NAMESPACES.notification, NAMESPACES.device, NAMESPACES.media].map((namespace) =>
    io(`${product.origin}${namespace}`, { path: LIVE_PATH, auth: { token }, transports: ['websocket'] }),
  );
  return () => {
    for (const socket of sockets) socket.disconnect();
  };
}

async function benchContent(lab: Lab, screens: FleetScreens, core: number) {
  const { product, person, data } = lab;
  const common = { product, screens, core, giveUpS: GIVE_UP_S };
  const publish = (playlistId: string) =>
    timeContent({ ...common, wanted: { playlistId, items: ITEMS }, click: () => publishToAll(lab, playlistId) });
  const [red, blue] = data.playlistIds;
  const first = await publish(blue);
  const again: ContentTime[] = [];
  while (again.length < AGAIN) {
    await sleep(SETTLE_MS);
    again.push(await publish(again.length % 2 === 0 ? red : blue));
  }
  const bytes = await aSmallPhoto('#20a040');
  await sleep(SETTLE_MS);
  // As the web does: what is uploaded is attached at once.
  const { key } = await person.upload('one more.jpg', bytes);
  // The last of an odd number of publishes was the red one.
  const photo = await timeContent({
    ...common,
    wanted: { playlistId: red, items: ITEMS + 1 },
    click: () => person.attach(data.albumIds[0], [key]),
  });
  const p99 = ({ heldMs }: ContentTime) => quantile(heldMs, 0.99);
  const all = [first, ...again];
  const inSeconds = (values: number[]) => values.map((value) => value.toFixed(2)).join(', ');
  console.log(`  content everywhere, the last screen: ${inSeconds(all.map(({ heldMs }) => Math.max(...heldMs) / 1000))} s`);
  console.log(`  processor the screens themselves took meanwhile: ${inSeconds(all.map(({ screensCpuS }) => screensCpuS))} s`);
  return [
    against('content everywhere, the first after a quiet minute: p50', median(first.heldMs), LIMITS.firstMs, 'ms'),
    against('the same, p99', p99(first), LIMITS.firstMs, 'ms'),
    against('the same, processor', first.cpuS, LIMITS.publishCpuS, 's'),
    against(`content everywhere again, p99, the median of ${AGAIN}`, median(again.map(p99)), LIMITS.againMs, 'ms'),
    against('the same, processor', median(again.map(({ cpuS }) => cpuS)), LIMITS.publishCpuS, 's'),
    against('the click answered, the median', median(all.map(({ answeredMs }) => answeredMs)), LIMITS.answeredMs, 'ms'),
    against('the click answered, the slowest', Math.max(...all.map(({ answeredMs }) => answeredMs)), LIMITS.answeredMs, 'ms'),
    against('a photo attached to an album that all walls show, on the last of them', Math.max(...photo.heldMs), LIMITS.photoMs, 'ms'),
  ];
}

async function benchPowerCut({ product, person }: Lab, screens: FleetScreens) {
  await screens.watch();
  const cutAt = now();
  await cutPower(product);
  const startedAt = now();
  await product.start();
  const answersS = (now() - startedAt) / 1000;
  const probe = probeWhile(() => person.must('GET', `/albums/${person.userId}`));
  await screens.until('arrived', GIVE_UP_S);
  const { arrived } = await screens.times();
  const stormMb = treeMemory(product);
  return [
    against('power cut: the server answers after its start', answersS, LIMITS.answersS, 's'),
    against(`power cut: all ${SCREENS} back`, (Math.max(...arrived) - cutAt) / 1000, LIMITS.backS, 's'),
    against('other requests meanwhile, p99', quantile(await probe.end(), 0.99), LIMITS.probeMs, 'ms'),
    against('memory right after they came back', stormMb, LIMITS.stormMb, 'MB'),
  ];
}

/** Asks again and again until the end; answers what each took in milliseconds. */
function probeWhile(ask: () => Promise<unknown>): { end: () => Promise<number[]> } {
  let isOver = false;
  const asking = (async () => {
    const times: number[] = [];
    while (!isOver) {
      const asked = performance.now();
      await ask();
      times.push(performance.now() - asked);
      await sleep(PROBE_MS);
    }
    return times;
  })();
  // The error is thrown when the caller awaits the end.
  asking.catch(() => undefined);
  return {
    end: () => {
      isOver = true;
      return asking;
    },
  };
}
