/** Synchronized playback: the setting of the playlist, manifests, messages, the bin and servers of the previous version. */
import type { Device, Manifest, ManifestPublish, Playlist, PlaylistContents, SyncMessage } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  aDevice,
  anAlbum,
  aPerson,
  aPhoto,
  aPlaylist,
  aScreen,
  aStoredPhoto,
  type TestPerson,
  type TestScreen,
} from '../../testing/builders.ts';
import { addFamilyMembers, aFamily } from '../../testing/families.ts';
import { type CapturedMessages, captureLiveMessages } from '../../testing/live-messages.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let live: CapturedMessages;
let albumId: string;
let playlist: Playlist;
let screen: TestScreen;
let device: Device;

beforeAll(async () => {
  test = await openTestApp();
  live = await captureLiveMessages(test);
});
afterAll(async () => {
  await live.stop();
  await test.close();
});
beforeEach(async () => {
  ana = await aPerson(test, { devices: 10 });
  albumId = (await anAlbum(ana))._id;
  await aStoredPhoto(test, ana, albumId);
  playlist = await aPlaylist(ana, { albumIds: [albumId] });
  screen = await aScreen(test);
  device = await aDevice(ana, screen);
  await ana.call('POST', '/publishes', { playlistId: playlist._id, deviceId: [device._id] });
  await test.runJobs();
});

const readManifest = async () => (await screen.get('/screens/manifest')).json<{ result: Manifest }>().result;
const readPublish = async (): Promise<ManifestPublish> => {
  const [publish] = (await readManifest()).publishes;
  if (!publish) throw new Error('nothing is published');
  return publish;
};
const readPlaylist = async () => (await ana.call('GET', `/playlists/details/${playlist._id}`)).json<{ result: Playlist }>().result;
const synchronize = async (synchronized: unknown, person = ana) => {
  const response = await person.call('PUT', `/playlists/${playlist._id}`, { synchronized });
  await test.runJobs();
  return response;
};
const captureSync = async (act: () => Promise<unknown>): Promise<SyncMessage[]> =>
  (await live.captureDuring(async () => void (await act())))
    .filter(({ event }) => event === 'sync')
    .map(({ payload }) => payload as SyncMessage);

describe('the setting of a playlist', () => {
  it('is off at first, and is changed without other settings', async () => {
    expect(await readPlaylist()).toMatchObject({ synchronized: false });
    expect((await synchronize(true)).json()).toMatchObject({ result: { synchronized: true, name: playlist.name } });
    await ana.call('PUT', `/playlists/${playlist._id}`, { name: 'Renamed' });
    expect(await readPlaylist()).toMatchObject({ synchronized: true, name: 'Renamed' });
    await synchronize(false);
    expect(await readPlaylist()).toMatchObject({ synchronized: false });
  });

  it('rejects values other than true and false', async () => {
    for (const value of [null, 'true', 1]) expect((await synchronize(value)).statusCode).toBe(422);
    expect(await readPlaylist()).toMatchObject({ synchronized: false });
  });

  it('is not changed by other accounts', async () => {
    expect((await synchronize(true, await aPerson(test))).statusCode).toBe(404);
    expect(await readPlaylist()).toMatchObject({ synchronized: false });
  });

  it('is changed by members of the family that owns the playlist', async () => {
    const { owner, member, orgId } = await createFamily();
    const theirs = (await owner.call('POST', '/playlists', { name: 'Theirs', orgId })).json<{ result: Playlist }>().result;
    const response = await member.call('PUT', `/playlists/${theirs._id}`, { synchronized: true });
    expect(response.json()).toMatchObject({ result: { synchronized: true } });
  });
});

async function createFamily() {
  const owner = await aPerson(test);
  const member = await aPerson(test);
  const { orgId } = await aFamily(test, owner);
  await addFamilyMembers(owner, orgId, member.email);
  return { owner, member, orgId };
}

describe('a manifest', () => {
  it('names synchronized playback only while it is set, and has another digest then', async () => {
    const before = await readManifest();
    expect(JSON.stringify(before)).not.toContain('synchronized');
    await synchronize(true);
    const { revision, publishes } = await readManifest();
    expect(revision).toBe(before.revision + 1);
    expect(publishes[0]).toMatchObject({ synchronized: true, items: before.publishes[0]?.items });
    expect(publishes[0]?.contents).not.toBe(before.publishes[0]?.contents);
    await synchronize(false);
    expect((await readManifest()).publishes).toEqual(before.publishes);
  });

  it('is sent with the exact time of the server, by which screens agree', async () => {
    const before = test.clock.now().getTime();
    const { headers } = await screen.get('/screens/manifest');
    const unchanged = await screen.get('/screens/manifest', { 'if-none-match': String(headers.etag) });
    expect(unchanged.statusCode).toBe(304);
    const times = [before, Number(headers['server-time']), Number(unchanged.headers['server-time']), test.clock.now().getTime()];
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });

  it('is the same after the playlist was in the bin', async () => {
    await synchronize(true);
    const { contents } = await readPublish();
    await ana.call('DELETE', `/playlists/${playlist._id}`);
    await ana.call('PUT', `/bin/${ana.user._id}/restore`, { playlistIdArr: [playlist._id] });
    await test.runJobs();
    expect(await readPublish()).toMatchObject({ synchronized: true, contents });
  });
});

it('is part of the state of a device whose screen reports the playlist', async () => {
  const { screenId = '' } = (await test.modules.resolveScreen(screen.deviceId, screen.secret)) ?? {};
  const { publishId } = await readPublish();
  const report = { publishId, itemId: null, mediaId: null, failed: [], revision: 0, downloaded: 0, total: 0 };
  await test.modules.screenSockets.report({ screenId }, report);
  const readState = async () => (await ana.call('GET', `/devices/${device._id}`)).json<{ result: Device }>().result.screen;
  const before = await readState();
  expect(before).toMatchObject({ playlistName: playlist.name });
  expect(before).not.toHaveProperty('synchronized');
  await synchronize(true);
  expect(await readState()).toMatchObject({ playlistName: playlist.name, synchronized: true });
  await test.modules.screenSockets.report({ screenId }, { ...report, publishId: null });
  expect(await readState()).not.toHaveProperty('synchronized');
});

describe('messages', () => {
  it('name new contents by their digest when the setting changes, and are never packed', async () => {
    const [message] = await captureSync(() => synchronize(true));
    const [change] = message?.change?.playlists ?? [];
    expect([change?.playlistId, change?.splice, message?.contents]).toEqual([playlist._id, undefined, undefined]);
    const response = await screen.get(`/screens/contents/${change?.contents}`);
    expect(response.json<{ result: PlaylistContents }>().result).toMatchObject({ synchronized: true });
  });

  it('contain a splice when items of a synchronized playlist change', async () => {
    await synchronize(true);
    const messages = await captureSync(async () => {
      await aPhoto(test, ana, albumId);
      await test.runJobs();
    });
    expect(messages.at(-1)?.change?.playlists[0]?.splice).toMatchObject({ items: [{ kind: 'image' }] });
    expect((await readPublish()).items).toHaveLength(2);
  });
});

describe('a server of the previous version', () => {
  it('writes contents that are not synchronized, until this version writes them again', async () => {
    await synchronize(true);
    const { contents } = await readPublish();
    // The previous version updates these columns only.
    await sql`update playlist_contents set digest = decode(${'ab'.repeat(32)}, 'hex') where playlist_id = ${playlist._id}`.execute(test.db);
    expect(await readPublish()).not.toHaveProperty('synchronized');
    await ana.call('PUT', `/playlists/${playlist._id}`, { caption: 'Refreshed' });
    await test.runJobs();
    expect(await readPublish()).toMatchObject({ synchronized: true, contents });
  });
});
