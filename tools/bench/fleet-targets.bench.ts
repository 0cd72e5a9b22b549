/**
 * Tags and emergency messages of five thousand screens under load: `npm run bench -- fleet-targets`. BENCH_SCREENS=500 is a short trial with rough figures.
 *
 * - Publishes to the tag that all screens have, and to all screens as in `fleet`, alternate on the same screens. Times and processor time are those of `fleet`.
 * - Join time starts when the request to give a device a tag with fifty playlists is sent. It ends when its screen has adopted a manifest with all of them.
 * - An emergency message is raised at the moment of a publish to all screens while an account uploads a thousand photos, ten at a time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeviceTag } from '@vitrine/contract';
import type { EmergencyAlert, EmergencyMessage } from '@vitrine/contract/emergency';
import { ApiPerson } from '../../e2e/api.ts';
import { Product } from '../../e2e/product.ts';
import { allowDevices } from '../../e2e/product-database.ts';
import { buildServer } from '../../scripts/build-server.ts';
import { createMaximumResult, median, quantile } from './figures.ts';
import { createSmallPhoto, type FleetData, makeFleet, publishToAll } from './fleet.data.ts';
import { type ContentTime, measureProduct, now, timeContent } from './fleet-figures.ts';
import { FleetScreens } from './fleet-screens.ts';

const SCREENS = Number(process.env['BENCH_SCREENS'] ?? 5000);
const IS_TRIAL = SCREENS < 5000;
const ITEMS = 50;
const JOINED_PLAYLISTS = 50;
const SETTLE_MS = IS_TRIAL ? 5000 : 20_000;
const MEASURE_S = 15;
const TIMEOUT_S = 120;
const REPEATS = 5;
const JOINS = 10;
const DEVICES_PER_CALL = 500;
const UPLOADS = 1000;
const UPLOAD_LANES = 10;
const ROUNDS = 3;

const LIMITS = { publishMs: 600, publishCpuS: 1.5, joinMs: 100, emergencyMs: 1000 };

interface Setup {
  product: Product;
  person: ApiPerson;
  data: FleetData;
  screens: FleetScreens;
  /** Processor usage of the product while nothing is published, as a share of one core. */
  core: number;
}

export async function run() {
  // Build now, so that the measured start does not include it.
  process.env['SERVER_MAIN'] ??= await buildServer({ onlyIfStale: true });
  const product = await Product.start();
  try {
    const person = await ApiPerson.create(product, 'fleet-targets@example.com');
    await allowDevices(person, SCREENS);
    const data = await makeFleet(product, person, SCREENS, ITEMS);
    const tagId = await tagAll(person, data.deviceIds, 'Everywhere');
    await publishToAll(person, data, data.playlistIds[0]);
    const joinedTag = await createTagWithPlaylists(person, data);
    const messageId = await prepareMessage(person);
    const screens = new FleetScreens(product.origin, data.identities);
    try {
      await screens.waitFor('stored', TIMEOUT_S);
      // Screens request the prepared message within ten seconds.
      await sleep(SETTLE_MS);
      const { core } = await measureProduct(product, MEASURE_S);
      const setup = { product, person, data, screens, core };
      return [
        ...(await benchPublishes(setup, tagId)),
        ...(await benchJoins(setup, joinedTag)),
        ...(await benchEmergency(setup, messageId)),
      ];
    } finally {
      await screens.close();
    }
  } finally {
    await product.remove();
  }
}

/** Gives devices a tag and returns its id. */
async function tagAll(person: ApiPerson, deviceIds: readonly string[], name: string): Promise<string> {
  for (let start = 0; start < deviceIds.length; start += DEVICES_PER_CALL) {
    const deviceId = deviceIds.slice(start, start + DEVICES_PER_CALL);
    await person.request('POST', '/devices/many/tags', { deviceId, add: [name], remove: [] });
  }
  const tags = await person.request<DeviceTag[]>('GET', `/devices/users/${person.userId}/tags`);
  return tags.find((tag) => tag.name === name)?._id ?? '';
}

/** Creates a tag that one device has, with fifty playlists. Returns its name. */
async function createTagWithPlaylists(person: ApiPerson, { deviceIds, albumIds }: FleetData): Promise<string> {
  const name = 'Fifty playlists';
  const tagId = await tagAll(person, deviceIds.slice(0, 1), name);
  for (let index = 0; index < JOINED_PLAYLISTS; index++) {
    const { _id: playlistId } = await person.playlist(`Playlist ${index}`, [albumIds[0]]);
    await person.request('POST', '/publishes/tags', { playlistId, tagId: [tagId] });
  }
  return name;
}

const prepareMessage = async (person: ApiPerson): Promise<string> =>
  (
    await person.request<EmergencyMessage>('POST', '/emergency/messages', {
      texts: [{ language: 'en', title: 'Leave the building' }],
      color: 'red',
      isForAll: true,
      minutes: 60,
    })
  )._id;

async function benchPublishes({ product, person, data, screens, core }: Setup, tagId: string) {
  const [red, blue] = data.playlistIds;
  const publish = (playlistId: string, trigger: () => Promise<unknown>) =>
    timeContent({ product, screens, core, timeoutS: TIMEOUT_S, expected: { playlistId, items: ITEMS }, trigger });
  const [byTag, direct]: [ContentTime[], ContentTime[]] = [[], []];
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    byTag.push(await publish(blue, () => person.request('POST', '/publishes/tags', { playlistId: blue, tagId: [tagId] })));
    await sleep(SETTLE_MS);
    direct.push(await publish(red, () => publishToAll(person, data, red)));
    await sleep(SETTLE_MS);
  }
  const p99 = (times: ContentTime[]) => median(times.map(({ storedMs }) => quantile(storedMs, 0.99)));
  const cpuS = (times: ContentTime[]) => median(times.map((time) => time.cpuS));
  return [
    createMaximumResult(`publish to a tag of ${SCREENS}: p99, median of ${REPEATS}`, p99(byTag), LIMITS.publishMs, 'ms'),
    createMaximumResult('the same, processor', cpuS(byTag), LIMITS.publishCpuS, 's'),
    createMaximumResult('ordinary publish to the same screens: p99', p99(direct), LIMITS.publishMs, 'ms'),
    createMaximumResult('the same, processor', cpuS(direct), LIMITS.publishCpuS, 's'),
  ];
}

async function benchJoins({ person, data, screens }: Setup, name: string) {
  const times: number[] = [];
  for (const deviceId of data.deviceIds.slice(1, JOINS + 1)) {
    // The playlists of the tag, and the two that all screens have.
    await screens.resetTimes({ playlistId: '', items: 0, publishes: JOINED_PLAYLISTS + 2 });
    const sentAt = now();
    await person.request('POST', '/devices/many/tags', { deviceId: [deviceId], add: [name], remove: [] });
    await screens.waitFor('stored', TIMEOUT_S, 1);
    const { storedAt } = await screens.times();
    times.push(Math.max(...storedAt.filter(Boolean)) - sentAt);
    await sleep(1000);
  }
  return [
    createMaximumResult(
      `screen that joins a tag with ${JOINED_PLAYLISTS} playlists: median of ${JOINS}`,
      median(times),
      LIMITS.joinMs,
      'ms',
    ),
    createMaximumResult('the same, slowest', Math.max(...times), LIMITS.joinMs, 'ms'),
  ];
}

async function benchEmergency({ product, data, person, screens }: Setup, messageId: string) {
  const uploader = await ApiPerson.create(product, 'uploads@example.com');
  const photo = await createSmallPhoto('#20a040');
  let uploads = 0;
  const upload = async () => {
    while (uploads++ < UPLOADS) await uploader.upload(`photo ${uploads}.jpg`, photo);
  };
  const uploading = Promise.all(Array.from({ length: UPLOAD_LANES }, upload));
  const p99: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await screens.resetTimes();
    const publishing = publishToAll(person, data, data.playlistIds[round % 2 === 0 ? 1 : 0]);
    const sentAt = now();
    const { _id: alertId } = await person.request<EmergencyAlert>('POST', `/emergency/messages/${messageId}/raise`, { drill: false });
    await screens.waitFor('painted', TIMEOUT_S);
    const { paintedAt } = await screens.times();
    p99.push(quantile(paintedAt, 0.99) - sentAt);
    await publishing;
    console.log(`  raised during upload ${Math.min(uploads, UPLOADS)} of ${UPLOADS}: p99 ${Math.round(p99.at(-1) ?? 0)} ms`);
    await person.request('POST', `/emergency/alerts/${alertId}/end`);
    await sleep(1000);
  }
  await uploading;
  return [
    createMaximumResult(
      `emergency message during a publish and ${UPLOADS} uploads: p99, median of ${ROUNDS}`,
      median(p99),
      LIMITS.emergencyMs,
      'ms',
    ),
  ];
}
