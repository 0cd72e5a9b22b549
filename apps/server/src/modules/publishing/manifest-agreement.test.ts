/**
 * Property: after any history of changes to media, albums, shares, families, plans, playlists and publishes, each screen plays what its
 * playlists contain now, and the console reports what the screen plays. More histories: `HISTORIES=500 SEED=7`.
 */
import type { Album, DeviceTag, Manifest, Media, Playlist, Publish } from '@vitrine/contract';
import { decide } from '@vitrine/playback';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
} from '../../testing/builders.ts';
import { addFamilyMembers, aFamily, aFamilyPlan } from '../../testing/families.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { listPlayableItems } from '../playlists/index.ts';

const HISTORIES = Number(process.env['HISTORIES'] ?? (process.env['SLOW_TESTS'] === undefined ? 5 : 15));
const SEED = Number(process.env['SEED'] ?? 20261126);
const MAX_STEPS = 12;

let test: TestApp;
beforeAll(async () => void (test = await openTestApp()));
afterAll(() => test.close());

/** Ana publishes playlists of her own album, an album shared by Ben and an album of Olga's family. */
interface World {
  ana: TestPerson;
  ben: TestPerson;
  olga: TestPerson;
  orgId: string;
  own: string;
  shared: string;
  family: string;
  /** Album for side zones. */
  menu: string;
  playlists: string[];
  screen: TestScreen;
  deviceId: string;
}

async function createWorld(): Promise<World> {
  const [ana, ben, olga] = [await aPerson(test, { devices: 10 }), await aPerson(test, { devices: 10 }), await aPerson(test)];
  const { orgId } = await aFamily(test, olga, [ana]);
  const [own, shared] = [(await anAlbum(ana, { name: 'Own' }))._id, (await anAlbum(ben, { name: 'Shared' }))._id];
  const menu = (await anAlbum(ana, { name: 'Menu' }))._id;
  const family = (await olga.call('POST', '/albums', { name: 'Family', orgId })).json<{ result: Album }>().result._id;
  for (const [person, albumId] of [[ana, own] as const, [ben, shared] as const, [olga, family] as const, [ana, menu] as const])
    for (let count = 0; count < 2; count++) await aStoredPhoto(test, person, albumId);
  await joinAlbum(ben, shared, ana, 'write');
  const playlists: string[] = [];
  for (const albumIds of [[own], [shared], [family], [shared, family, own]]) playlists.push((await aPlaylist(ana, { albumIds }))._id);
  const screen = await aScreen(test);
  const deviceId = (await aDevice(ana, screen, { timeZone: 'UTC' }))._id;
  for (const playlistId of playlists) await ana.call('POST', '/publishes', { playlistId, deviceId: [deviceId] });
  await test.runJobs();
  return { ana, ben, olga, orgId, own, shared, family, menu, playlists, screen, deviceId };
}

const firstMedia = async (person: TestPerson, albumId: string): Promise<string[]> =>
  (((await person.call('GET', `/medias/${albumId}`)).json<{ result?: Media[] }>().result ?? []) as Media[])
    .slice(0, 1)
    .map(({ _id }) => _id);

const isMember = async ({ olga, ana, orgId }: World) => (await olga.call('GET', `/users/org/users/${orgId}`)).body.includes(ana.user._id);

/** Operations by name. Refused calls are part of a history: a refusal must change nothing. */
const operations: Record<string, (world: World) => Promise<unknown>> = {
  share: ({ ana, ben, shared }) => joinAlbum(ben, shared, ana, 'read'),
  revokeShare: ({ ana, ben, shared }) => ben.call('DELETE', `/albums/shares/${shared}`, { userRemoveId: [ana.user._id] }),
  leaveShare: ({ ana, shared }) => ana.call('DELETE', `/albums/shares/${shared}`, { userRemoveId: [ana.user._id] }),
  binAlbum: ({ ben, shared }) => ben.call('DELETE', `/albums/${shared}`),
  restoreAlbum: ({ ben, shared }) => ben.call('PUT', `/bin/${ben.user._id}/restore`, { mediaIdArr: [], albumIdArr: [shared] }),
  binFamilyAlbum: ({ olga, family }) => olga.call('DELETE', `/albums/${family}`),
  restoreFamilyAlbum: ({ olga, family }) => olga.call('PUT', `/bin/${olga.user._id}/restore`, { mediaIdArr: [], albumIdArr: [family] }),
  joinFamily: ({ olga, ana, orgId }) => addFamilyMembers(olga, orgId, ana.email),
  leaveFamily: ({ ana, orgId }) => ana.call('DELETE', `/organizations/${orgId}/members/${ana.user._id}`),
  removeFromFamily: ({ olga, ana, orgId }) => olga.call('DELETE', `/organizations/${orgId}/members/${ana.user._id}`),
  async handOverFamily(world) {
    if (!(await isMember(world))) return;
    const { ana, olga, orgId } = world;
    await aFamilyPlan(test, ana);
    await olga.call('PUT', `/organizations/${orgId}/owner`, { userId: ana.user._id, password: olga.password });
  },
  dissolveFamily: ({ olga, orgId }) => olga.call('DELETE', `/organizations/${orgId}`),
  endPlan: ({ ana }) => aPlan(test, ana, { devices: 1, endsAt: new Date(Date.now() - 60_000) }),
  renewPlan: ({ ana }) => aPlan(test, ana, { devices: 10 }),
  addPhoto: ({ ben, shared }) => copyFrom(ben, shared, shared),
  copyToOwn: ({ ana, shared, own }) => copyFrom(ana, shared, own),
  moveFromFamily: async ({ ana, family, own }) =>
    ana.call('PUT', `/medias/${family}/move`, { albumId: own, mediaIdArr: await firstMedia(ana, family) }),
  moveToFamily: async ({ ana, family, own }) =>
    ana.call('PUT', `/medias/${own}/move`, { albumId: family, mediaIdArr: await firstMedia(ana, own) }),
  deletePhoto: async ({ ben, shared }) => ben.call('DELETE', `/medias/${shared}`, { mediaIdArr: await firstMedia(ben, shared) }),
  restorePhotos: async ({ ben }) => {
    const { result } = (await ben.call('GET', `/bin/${ben.user._id}`)).json<{ result: { medias?: { _id: string }[] } }>();
    await ben.call('PUT', `/bin/${ben.user._id}/restore`, { mediaIdArr: (result.medias ?? []).map(({ _id }) => _id), albumIdArr: [] });
  },
  reorderPhotos: async ({ ana, own }) =>
    ana.call('PUT', `/medias/${own}/order`, { mediaIdArr: await firstMedia(ana, own), beforeId: null }),
  setDuration: ({ ana, own, playlists }) => ana.call('PUT', `/playlists/${playlists[0]}`, { albumId: own, duration: 33 }),
  setLayout: ({ ana, own, menu, playlists }) =>
    ana.call('PUT', `/playlists/layout/${playlists[1]}`, {
      layout: {
        preset: 'l',
        divider: 70,
        zones: [
          { zone: 'bottom', albumId: menu },
          { zone: 'side', albumId: own, duration: 12 },
        ],
      },
    }),
  removeLayout: ({ ana, playlists }) => ana.call('PUT', `/playlists/layout/${playlists[1]}`, { layout: null }),
  setLayoutOfShared: ({ ana, shared, playlists }) =>
    ana.call('PUT', `/playlists/layout/${playlists[0]}`, {
      layout: { preset: 'side', divider: 60, zones: [{ zone: 'side', albumId: shared }] },
    }),
  synchronize: ({ ana, playlists }) => ana.call('PUT', `/playlists/${playlists[1]}`, { synchronized: true }),
  endSynchronization: ({ ana, playlists }) => ana.call('PUT', `/playlists/${playlists[1]}`, { synchronized: false }),
  deleteMenu: ({ ana, menu }) => ana.call('DELETE', `/albums/${menu}`),
  restoreMenu: ({ ana, menu }) => ana.call('PUT', `/bin/${ana.user._id}/restore`, { mediaIdArr: [], albumIdArr: [menu] }),
  renamePlaylist: ({ ana, playlists }) => ana.call('PUT', `/playlists/${playlists[1]}`, { name: 'Renamed' }),
  activateShared: (world) => activate(world, 1),
  activateFamily: (world) => activate(world, 2),
  tagDevice: ({ ana, deviceId }) => ana.call('POST', '/devices/many/tags', { deviceId: [deviceId], add: ['Wall'], remove: [] }),
  untagDevice: ({ ana, deviceId }) => ana.call('POST', '/devices/many/tags', { deviceId: [deviceId], add: [], remove: ['Wall'] }),
  publishSharedToTag: (world) => publishToTag(world, 1),
  publishFamilyToTag: (world) => publishToTag(world, 2),
  deleteTag: async (world) => world.ana.call('DELETE', `/devices/tags/${await findTag(world)}`),
  removeFromDevice: ({ ana, playlists, deviceId }) =>
    ana.call('DELETE', `/publishes/playlist/delete?deviceId=${deviceId}&playlistId=${playlists[1]}`),
  publishAgain: ({ ana, playlists, deviceId }) => ana.call('POST', '/publishes', { playlistId: playlists[1], deviceId: [deviceId] }),
};

const copyFrom = async (person: TestPerson, from: string, to: string) =>
  person.call('PUT', `/medias/${from}/copy`, { albumId: to, mediaIdArr: await firstMedia(person, from) });

const findTag = async ({ ana }: World) =>
  (await ana.call('GET', `/devices/users/${ana.user._id}/tags`)).json<{ result: DeviceTag[] }>().result[0]?._id;

async function publishToTag(world: World, index: number): Promise<void> {
  const tagId = await findTag(world);
  if (tagId) await world.ana.call('POST', '/publishes/tags', { playlistId: world.playlists[index], tagId: [tagId] });
}

const publishesOf = async ({ ana, deviceId }: World) =>
  (await ana.call('GET', `/publishes?deviceId=${deviceId}`)).json<{ result: Publish[] }>().result;

async function activate(world: World, index: number): Promise<void> {
  const publish = (await publishesOf(world)).find(({ playlistId }) => playlistId._id === world.playlists[index]);
  if (publish) await world.ana.call('PUT', `/publishes/${publish._id}`, { status: 'active' });
}

async function expectAgreement(world: World): Promise<void> {
  const manifest = (await world.screen.get('/screens/manifest')).json<{ result: Manifest }>().result;
  for (const { playlistId, items, layout, synchronized = false } of manifest.publishes) {
    const playable = await listPlayableItems(test.db, playlistId);
    const shownZones = [{ zone: 'main', items }, ...(layout?.zones ?? [])];
    expect(
      shownZones.flatMap((shown) => shown.items.map(({ mediaId, durationMs }) => `${shown.zone} ${mediaId} ${durationMs}`)).sort(),
    ).toEqual(playable.map(({ zone, mediaId, durationMs }) => `${zone} ${mediaId} ${durationMs}`).sort());
    const { layout: chosen, ...playlist } = (await world.ana.call('GET', `/playlists/details/${playlistId}`)).json<{ result: Playlist }>()
      .result;
    expect(playlist.synchronized).toBe(synchronized);
    if (layout) expect(chosen).toMatchObject({ preset: layout.preset, divider: layout.divider });
  }
  const reported = await publishesOf(world);
  expect(reported.map(({ playlistId }) => playlistId._id).sort()).toEqual(manifest.publishes.map(({ playlistId }) => playlistId).sort());
  const shown = decide({ publishes: manifest.publishes, timeZone: 'UTC', now: Date.now() }).publish?.playlistId;
  expect(reported.filter(({ status }) => status === 'active').map(({ playlistId }) => playlistId._id)).toEqual(
    shown === undefined ? [] : [shown],
  );
}

const histories = fc.array(fc.constantFrom(...Object.keys(operations)), { minLength: 1, maxLength: MAX_STEPS });

it('reports in the console what the screen plays, after any history of changes', { timeout: 300_000 }, async () => {
  const holds = async (history: string[]) => {
    const world = await createWorld();
    for (const name of history) {
      await operations[name]?.(world);
      await test.runJobs();
      await expectAgreement(world);
    }
  };
  await fc.assert(fc.asyncProperty(histories, holds), {
    numRuns: HISTORIES,
    seed: SEED,
    // The first history runs every operation once.
    examples: [[Object.keys(operations)], [['revokeShare', 'share', 'activateShared']], [['leaveFamily', 'joinFamily', 'activateFamily']]],
  });
});
