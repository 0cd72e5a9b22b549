/**
 * Random histories of publishes to devices and tags, schedules, edits, layouts, synchronized playback, revocations, changes of data sources, moves to a family and
 * replaced screens on two server processes, received by screens over connections that lose, duplicate, delay and reorder messages and break. Each screen runs
 * the real `ManifestSync`. The database, the services and the notifications between the processes are real; only Socket.IO and files are excluded. At the end of
 * a round, some screens are compared with the web app and the server at every instant of a year. A history is one round of one screen. Run more of them after
 * a change: `HISTORIES=5000 SEED=7`.
 */
import { createHash } from 'node:crypto';
import {
  type DayPlan,
  type DeviceTag,
  LAYOUT_PRESETS,
  type Manifest,
  type ManifestPublish,
  type Publish,
  type PublishHistory,
  SYNC_MAX_BYTES,
  type SyncMessage,
  ZONES_OF_PRESET,
} from '@vitrine/contract';
import type { SentSource } from '@vitrine/contract/screens';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { listPublishesByDevices } from '../apps/server/src/modules/publishing/publishing.read-model.ts';
import { getScreenRoom } from '../apps/server/src/platform/live/live.ts';
import { type LiveListener, startLiveListener } from '../apps/server/src/platform/live/live-listener.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import {
  aDevice,
  anAlbum,
  aPerson,
  aPlan,
  aPlaylist,
  aScreen,
  aStoredPhoto,
  type TestPerson,
  type TestScreen,
} from '../apps/server/src/testing/builders.ts';
import { aFamily } from '../apps/server/src/testing/families.ts';
import { joinAlbum } from '../apps/server/src/testing/sharing.ts';
import { aFeed, allowLocal, createFeed, type DataServer, fetchDueSources, startDataServer } from '../apps/server/src/testing/sources.ts';
import { createTestApp, type TestApp } from '../apps/server/src/testing/test-app.ts';
import { MODULES } from '../apps/server/src/wiring.ts';
import { expectSameYear } from './schedule-year.ts';
import { createRandom, SyncedScreen } from './synced-screen.ts';

const HISTORIES = Number(process.env['HISTORIES'] ?? (process.env['SLOW_TESTS'] === undefined ? 50 : 400));
const SCREENS = 40;
const STEPS = 8;
/** Share of the screens that are compared for a year. */
const YEAR_SHARE = 0.2;
const TAGS = ['North', 'Lobby'];
const ZONES = ['Europe/Lisbon', 'America/New_York', 'Australia/Lord_Howe'];
const SEED = Number(process.env['SEED'] ?? 20261122);

const random = createRandom(SEED);

type HistoricPublish = PublishHistory['publishes'][number];

let processes: TestApp[];
let listeners: LiveListener[];
let screens: SyncedScreen[];
let ana: TestPerson;
let ben: TestPerson;
/** Family of Olga, whose member is Ana. */
let orgId: string;
let albums: string[];
let shared: string;
/** Albums of side zones. */
let zoneAlbums: string[];
let playlists: string[];
let site: DataServer;
let sourceIds: string[];
/** Documents that arrived with messages. */
let sentDocuments = 0;
/** Manifest that a request returned for each screen and revision after all jobs had run. */
const expectedManifests = new Map<string, Manifest>();
const screensByRoom = new Map<string, SyncedScreen>();
const oversizedMessages: string[] = [];

const first = () => processes[0] as TestApp;

beforeAll(async () => {
  site = await startDataServer();
  const app = await createTestApp(allowLocal(site));
  processes = [app, await createTestApp(allowLocal(site), MODULES, { databaseUrl: app.databaseUrl, dataDir: app.dataDir })];
  listeners = await Promise.all(processes.map(listenFor));
  ana = await aPerson(app, { devices: 100 });
  ben = await aPerson(app, { devices: 100 });
  const olga = await aPerson(app);
  ({ orgId } = await aFamily(app, olga, [ana]));
  await aPlan(app, olga, { devices: 100 });
  albums = [(await anAlbum(ana, { name: 'Summer' }))._id, (await anAlbum(ana, { name: 'Winter' }))._id];
  shared = (await anAlbum(ben, { name: 'Ben and the sea' }))._id;
  for (const albumId of albums) for (let count = 0; count < 3; count++) await aStoredPhoto(app, ana, albumId);
  await aStoredPhoto(app, ben, shared);
  zoneAlbums = [];
  for (const name of ['Menu', 'Events', 'Notices']) zoneAlbums.push((await anAlbum(ana, { name }))._id);
  for (const albumId of zoneAlbums) await aStoredPhoto(app, ana, albumId);
  site.respondWith(createFeed('First'));
  sourceIds = [(await aFeed(app, ana, site.url('one.xml')))._id, (await aFeed(app, ana, site.url('two.xml')))._id];
  for (const [index, albumId] of albums.entries()) await addWidget(ana.call, albumId, sourceIds[index] ?? '');
  await joinAlbum(ben, shared, ana, 'read');
  playlists = [];
  for (const albumIds of [[albums[0]], [albums[1], shared], [albums[0], albums[1], shared]])
    playlists.push((await aPlaylist(ana, { name: `Playlist ${playlists.length}`, albumIds: albumIds as string[] }))._id);
  screens = [];
  for (let count = 0; count < SCREENS; count++) {
    const identity = await aScreen(app);
    await aDevice(ana, identity, { timeZone: random.pick(ZONES) });
    screens.push(new SyncedScreen(identity, await findScreenId(identity), { random, clean: withoutDocuments }));
  }
  for (const screen of screens) screensByRoom.set(getScreenRoom(screen.screenId), screen);
}, 120_000);

afterAll(async () => {
  for (const screen of screens) screen.stop();
  for (const listener of listeners) await listener.stop();
  for (const app of processes.toReversed()) await app.close();
  await site.close();
});

const findScreenId = async ({ deviceId }: TestScreen): Promise<string> =>
  (await first().db.selectFrom('screens').select('id').where('device_code', '=', deviceId).executeTakeFirstOrThrow()).id;

/** Simulates a server process that completes messages in order and delivers them to its screens. */
function listenFor({ databaseUrl, modules }: TestApp, processIndex: number): Promise<LiveListener> {
  let previous: Promise<unknown> = Promise.resolve();
  return startLiveListener({
    url: databaseUrl,
    log: createLog('silent'),
    onResumed: () => undefined,
    onMessage: (message) => {
      if (!('event' in message) || message.namespace !== 'screen') return;
      const completed = modules.completeSync(message.payload as SyncMessage);
      previous = previous.then(async () => {
        const text = JSON.stringify(await completed);
        if (text.length > SYNC_MAX_BYTES) oversizedMessages.push(`a message of ${text.length} bytes`);
        for (const room of message.rooms) {
          const screen = screensByRoom.get(room);
          if (screen?.process === processIndex) screen.receive(JSON.parse(text) as SyncMessage);
        }
      });
    },
  });
}

async function readRevisions(): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; revision: number }>`select id, revision from screens`.execute(first().db);
  return new Map(rows.map(({ id, revision }) => [id, revision]));
}

/** Records the manifest that a request returns for the current revision, after all jobs have run. */
async function recordManifests(): Promise<void> {
  await first().runJobs();
  const revisions = await readRevisions();
  for (const screen of screens) {
    const key = `${screen.screenId} ${revisions.get(screen.screenId)}`;
    if (!expectedManifests.has(key))
      expectedManifests.set(key, (await screen.identity.get('/screens/manifest')).json<{ result: Manifest }>().result);
  }
}

const listDevices = async (person: TestPerson): Promise<{ id: string; screenId: string; code: string }[]> =>
  (
    await sql<{ id: string; screenId: string; code: string }>`
      select devices.id, screen_id as "screenId", device_code as code from devices join screens on screens.id = screen_id
      where devices.user_id = ${person.user._id} or (${person === ana} and devices.org_id = ${orgId}) order by device_code`.execute(
      first().db,
    )
  ).rows;

async function pickPublish(): Promise<Publish | undefined> {
  const device = random.pick(await listDevices(ana));
  return random.pick((await ana.call('GET', `/publishes?deviceId=${device.id}`)).json<{ result: Publish[] }>().result);
}

/** Returns a simple schedule, or windows of which earlier versions know all, some or none. */
function createSchedule(): object {
  const simple = { startTime: `0${random.integer(10)}:00`, endTime: '17:30', repeat: 'Daily' };
  if (random.chance(0.5)) return { schedule: simple };
  const monthly = { ...simple, repeat: 'Monthly', on: { nth: random.pick([1, -1]), weekday: 1 }, except: ['2026-12-07'] };
  const yearly = { ...simple, startTime: '22:00', endTime: '03:00', repeat: 'Yearly', month: 2, on: { day: 29 } };
  const weekly = { ...simple, repeat: 'Weekly', weekdays: [random.integer(7)], from: '2026-12-01', until: '2027-10-31' };
  return {
    windows: random.pick([[simple, monthly], [monthly], [simple], [yearly, weekly], [weekly, monthly]]),
    priority: random.pick([3, 5, 8]),
  };
}

async function listTags(): Promise<DeviceTag[]> {
  const owners = ['', `?orgId=${orgId}`].map((query) => ana.call('GET', `/devices/users/${ana.user._id}/tags${query}`));
  return (await Promise.all(owners)).flatMap((answer) => answer.json<{ result?: DeviceTag[] }>().result ?? []);
}

const addWidget = (call: TestPerson['call'], albumId: string, sourceId: string) =>
  call('POST', '/widgets', { albumId, name: 'News', settings: { type: 'ticker', theme: 'light', sourceId } });

/** Fetches one source, or all of them, which one of the processes does. */
async function fetchSources(): Promise<void> {
  const due = random.sample(sourceIds, 0.7);
  if (due.length === 0) return;
  await first().db.updateTable('sources').set({ next_fetch_at: first().clock.now() }).where('id', 'in', due).execute();
  await fetchDueSources(random.pick(processes));
}

/** User actions. Each is one request to one of the processes. */
const actions: Record<string, (call: TestPerson['call']) => Promise<unknown>> = {
  async publish(call) {
    const deviceId = random.sample(await listDevices(ana), random.pick([0.05, 0.5, 1])).map(({ id }) => id);
    const options = random.chance(0.3) ? createSchedule() : {};
    if (deviceId.length > 0) await call('POST', '/publishes', { playlistId: random.pick(playlists), deviceId, ...options });
  },
  async remove(call) {
    const publish = await pickPublish();
    if (publish) await call('DELETE', `/publishes/playlist/delete?deviceId=${publish.deviceId._id}&playlistId=${publish.playlistId._id}`);
  },
  async schedule(call) {
    const publish = await pickPublish();
    if (!publish) return;
    const path = random.chance(0.3) ? 'schedule/reset' : 'schedule';
    await call('PUT', `/publishes/${path}/${publish._id}`, path === 'schedule' ? createSchedule() : undefined);
  },
  async activate(call) {
    const publish = await pickPublish();
    if (publish)
      await call('PUT', `/publishes/${publish._id}`, random.chance(0.5) ? { status: 'active' } : { mainPlaylist: random.chance(0.7) });
  },
  async addPhoto(call) {
    const [from, to] = random.chance(0.5) ? albums : albums.toReversed();
    const { rows } = await sql<{ id: string }>`select id from media where album_id = ${from} order by id limit 1`.execute(first().db);
    if (rows[0]) await call('PUT', `/medias/${from}/copy`, { albumId: to, mediaIdArr: [rows[0].id] });
  },
  async deletePhoto(call) {
    const albumId = random.pick(albums);
    const { rows } = await sql<{ id: string }>`select id from media where album_id = ${albumId} order by id desc offset 1 limit 1`.execute(
      first().db,
    );
    if (rows[0]) await call('DELETE', `/medias/${albumId}`, { mediaIdArr: [rows[0].id] });
  },
  async toggleShare() {
    const isShared = (await ana.call('GET', `/albums/details/${shared}`)).statusCode === 200;
    if (isShared) await ben.call('DELETE', `/albums/shares/${shared}`, { userRemoveId: [ana.user._id] });
    else await joinAlbum(ben, shared, ana, 'read');
  },
  async binAlbum() {
    await ben.call('DELETE', `/albums/${shared}`);
    await ben.call('PUT', `/bin/${ben.user._id}/restore`, { mediaIdArr: [], albumIdArr: [shared] });
  },
  async changeSource() {
    // Long documents are requested, because they don't fit into a message.
    site.respondWith(createFeed(...Array.from({ length: random.pick([1, 3, 50]) }, () => `${random.integer(1e9)} `.repeat(15))));
    await fetchSources();
  },
  async failSource() {
    site.respondWith(500);
    await fetchSources();
  },
  addWidget: (call) => addWidget(call, random.pick(albums), random.pick(sourceIds)),
  async moveWidget(call) {
    const [from, to] = random.chance(0.5) ? albums : albums.toReversed();
    const widgets = sql<{ id: string }>`select id from media where album_id = ${from} and kind = 'widget' limit 1`;
    const [widget] = (await widgets.execute(first().db)).rows;
    if (widget) await call('PUT', `/medias/${from}/move`, { albumId: to, mediaIdArr: [widget.id] });
  },
  synchronize: (call) => call('PUT', `/playlists/${random.pick(playlists)}`, { synchronized: random.chance(0.5) }),
  rename: (call) => call('PUT', `/playlists/${random.pick(playlists)}`, { name: `Called ${random.integer(1000)}` }),
  duration: (call) => call('PUT', `/playlists/${random.pick(playlists)}`, { albumId: random.pick(albums), duration: random.integer(60) }),
  async setLayout(call) {
    const preset = random.pick(LAYOUT_PRESETS);
    const free = [...zoneAlbums].sort(() => random.next() - 0.5);
    const zones = random.sample(ZONES_OF_PRESET[preset], 0.7).map((zone) => ({ zone, albumId: free.pop(), duration: random.integer(30) }));
    const layout = random.chance(0.2) ? null : { preset, divider: 20 + random.integer(70), zones };
    await call('PUT', `/playlists/layout/${random.pick(playlists)}`, { layout });
  },
  async changeZoneAlbum(call) {
    const albumId = random.pick(zoneAlbums);
    const media = await sql<{ id: string }>`select id from media where album_id = ${albumId} order by id`.execute(first().db);
    const { rows } = await sql<{ id: string }>`select id from media where album_id = ${albums[0]} order by id limit 1`.execute(first().db);
    if (media.rows[0] && random.chance(0.5)) await call('DELETE', `/medias/${albumId}`, { mediaIdArr: [media.rows[0].id] });
    else if (rows[0]) await call('PUT', `/medias/${albums[0]}/copy`, { albumId, mediaIdArr: [rows[0].id] });
  },
  async settings(call) {
    const { id } = random.pick(await listDevices(ana));
    if (random.chance(0.5)) await call('PUT', `/devices/${id}`, { name: `Wall ${random.integer(100)}` });
    else await call('PUT', `/devices/settings/${id}`, { volume: random.integer(100), fit: random.pick(['fit', 'fill', 'backdrop']) });
  },
  async setTimeZone(call) {
    await call('PUT', `/devices/${random.pick(await listDevices(ana)).id}`, { timeZone: random.pick(ZONES) });
  },
  async tagDevices(call) {
    const deviceId = random.sample(await listDevices(ana), 0.3).map(({ id }) => id);
    const [add, remove] = random.chance(0.6) ? [[random.pick(TAGS)], []] : [[], [random.pick(TAGS)]];
    if (deviceId.length > 0) await call('POST', '/devices/many/tags', { deviceId, add, remove });
  },
  async publishToTag(call) {
    const tags = await listTags();
    const options = random.chance(0.6) ? createSchedule() : {};
    if (tags.length > 0)
      await call('POST', '/publishes/tags', { playlistId: random.pick(playlists), tagId: [random.pick(tags)._id], ...options });
  },
  async endTag(call) {
    const [one, other] = (await listTags()).sort(() => random.next() - 0.5);
    if (one && other && random.chance(0.5)) await call('PUT', `/devices/tags/${one._id}`, { name: other.name });
    else if (one) await call('DELETE', `/devices/tags/${one._id}`);
  },
  async moveDevices(call) {
    const deviceId = random.sample(await listDevices(ana), 0.1).map(({ id }) => id);
    if (deviceId.length > 0) await call('POST', '/devices/many/move', { deviceId, orgId: random.chance(0.5) ? orgId : null });
  },
  async replaceScreen(call) {
    const device = random.pick(await listDevices(ana));
    const screen = screens.find(({ screenId }) => screenId === device.screenId);
    const identity = await aScreen(first());
    const answer = await call('PUT', `/devices/${device.id}/screen`, { deviceId: identity.deviceId, replacedDeviceId: device.code });
    if (answer.statusCode !== 200 || !screen) return;
    screensByRoom.delete(getScreenRoom(screen.screenId));
    screen.replace(identity, await findScreenId(identity));
    screensByRoom.set(getScreenRoom(screen.screenId), screen);
  },
  async transferDevice() {
    const [from, to] = random.chance(0.6) ? [ana, ben] : [ben, ana];
    const device = random.pick(await listDevices(from));
    if (!device) return;
    await from.call('DELETE', `/devices/${device.id}`);
    if (random.chance(0.8)) await to.call('POST', '/devices', { name: 'Given', deviceId: device.code, timeZone: 'UTC' });
  },
  async deletePlaylist(call) {
    const at = random.integer(playlists.length);
    await call('DELETE', `/playlists/${playlists[at]}`);
    if (random.chance(0.5)) return void (await call('PUT', `/bin/${ana.user._id}/restore`, { playlistIdArr: [playlists[at]] }));
    playlists[at] = (await aPlaylist(ana, { name: 'New', albumIds: [random.pick(albums)] }))._id;
  },
};

/** Returns a function that calls one of the processes; tokens are valid at both. */
const createCaller =
  (processIndex: number): TestPerson['call'] =>
  (method, url, body) =>
    (processes[processIndex] as TestApp).app.inject({
      method,
      url: `/api${url}`,
      headers: { authorization: ana.token },
      ...(body === undefined ? {} : { payload: body as object }),
    });

async function step(): Promise<void> {
  const names = Object.keys(actions);
  const action = random.pick(names);
  // Sometimes two actions run concurrently, on both processes.
  const chosen = random.chance(0.25) ? [action, random.pick(names)] : [action];
  await Promise.all(chosen.map(async (name, processIndex) => actions[name]?.(createCaller((processIndex + random.integer(2)) % 2))));
  const revisions = await readRevisions();
  for (const screen of random.sample(screens, 0.1)) screen.cut();
  for (const screen of random.sample(screens, 0.15)) screen.link(random.integer(2), revisions.get(screen.screenId) ?? 0);
  for (const screen of random.sample(screens, 0.5)) screen.deliverDelayed();
  await recordManifests();
}

/** Returns the part of a publish that decides what is shown. */
const toComparable = ({ playlistId, activatedAt, updatedAt, schedule, windows, priority }: ManifestPublish | HistoricPublish) => ({
  playlistId,
  activatedAt,
  updatedAt,
  schedule,
  windows,
  priority,
});

/** Compares some of Ana's screens with what the web app and the server compute for a year. Returns the number of edges. */
async function compareYears(): Promise<number> {
  let edges = 0;
  for (const device of random.sample(await listDevices(ana), YEAR_SHARE)) {
    const manifest = screens.find(({ screenId }) => screenId === device.screenId)?.adopted.at(-1);
    if (!manifest) continue;
    const [from, samples] = [Date.now(), Array.from({ length: 20 }, random.next)];
    const read = async <T>(method: 'GET' | 'POST', url: string, body?: object) =>
      (await createCaller(random.integer(2))(method, url, body)).json<{ result: T }>().result;
    const plans: DayPlan[] = [];
    for (const sample of samples.slice(0, 3)) {
      const date = new Date(from + sample * 365 * 86_400_000).toISOString().slice(0, 10);
      plans.push(...(await read<DayPlan[]>('POST', '/publishes/days', { deviceId: [device.id], date })));
    }
    const history = await read<PublishHistory>('GET', `/publishes/history?deviceId=${device.id}&at=${new Date().toISOString()}`);
    expect(history.publishes.map(toComparable)).toEqual(manifest.publishes.map(toComparable));
    edges += await expectSameYear({
      manifest,
      publishes: await read<Publish[]>('GET', `/publishes?deviceId=${device.id}&dataPerPage=300`),
      rows: await listPublishesByDevices(first().db, [device.id]),
      plans,
      from,
      samples,
    });
  }
  return edges;
}

/** Returns a manifest as a request returns it: without documents that arrived with messages. Their digests must be right. */
function withoutDocuments({ sources = [], ...manifest }: Manifest): Manifest {
  for (const { document, sha256 } of sources as SentSource[]) {
    if (!document) continue;
    sentDocuments += 1;
    expect(createHash('sha256').update(JSON.stringify(document)).digest('hex')).toBe(sha256);
  }
  const named = sources.map(({ id, sha256, changedAt, failingSince }) => ({ id, sha256, changedAt, failingSince }));
  return { ...manifest, ...(named.length > 0 && { sources: named }) };
}

it(
  `every screen ends with the requested manifest and adopts no other before in ${HISTORIES} histories (seed ${SEED})`,
  async () => {
    let [adopted, requests, compared, completed, edges] = [0, 0, 0, 0, 0];
    for (let round = 0; round * SCREENS < HISTORIES; round++) {
      // Otherwise the history of deletions may leave no widget on any screen.
      for (const sourceId of sourceIds) await addWidget(createCaller(0), random.pick(albums), sourceId);
      // Otherwise a round may publish nothing, or only playlists without a layout.
      await actions['setLayout']?.(createCaller(0));
      const deviceId = (await listDevices(ana)).map(({ id }) => id);
      for (const playlistId of playlists) await createCaller(0)('POST', '/publishes', { playlistId, deviceId });
      await recordManifests();
      const initial = await readRevisions();
      for (const screen of screens) {
        screen.reset();
        screen.link(random.integer(2), initial.get(screen.screenId) ?? 0);
      }
      for (let count = 0; count < STEPS; count++) {
        // Otherwise a round may have no new document.
        if (count % 3 === 1) await actions['changeSource']?.(createCaller(0));
        await step();
      }
      for (const screen of screens) screen.cut();
      const after = await readRevisions();
      for (const screen of screens) screen.link(random.integer(2), after.get(screen.screenId) ?? 0);
      for (const screen of screens) {
        const expected = expectedManifests.get(`${screen.screenId} ${after.get(screen.screenId)}`);
        await vi.waitUntil(() => screen.adopted.at(-1)?.revision === expected?.revision, { timeout: 20_000, interval: 2 });
        expect(screen.adopted.at(-1)).toEqual(expected);
        completed += 1;
        requests += screen.requestCount;
        adopted += screen.adopted.length;
        for (const manifest of screen.adopted) {
          const expectedManifest = expectedManifests.get(`${screen.screenId} ${manifest.revision}`);
          if (!expectedManifest) continue;
          compared += 1;
          expect(manifest).toEqual(expectedManifest);
        }
      }
      expectedManifests.clear();
      edges += await compareYears();
    }
    expect(oversizedMessages).toEqual([]);
    expect(completed).toBeGreaterThanOrEqual(HISTORIES);
    // Guards against a weak test: screens must apply messages instead of requesting each manifest, and enough manifests must be compared.
    expect(adopted).toBeGreaterThan(requests / 4);
    expect(compared).toBeGreaterThan(adopted / 4);
    expect(sentDocuments).toBeGreaterThan(completed / 10);
    expect(edges).toBeGreaterThan(completed);
    console.log(
      `${completed} histories: ${adopted} manifests adopted, ${compared} of them compared, ${requests} requests for a manifest, ${sentDocuments} documents, ${edges} edges`,
    );
  },
  60_000 + HISTORIES * 2000,
);
