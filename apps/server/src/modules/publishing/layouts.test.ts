/** Layouts on screens: manifests, messages, sources of widgets, revoked albums, the bin and servers of the previous version. */
import type { Album, Device, Manifest, ManifestPublish, Playlist, Publish, SyncMessage } from '@vitrine/contract';
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
import { type CapturedMessages, captureLiveMessages } from '../../testing/live-messages.ts';
import { insertMany } from '../../testing/search-indexes.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let live: CapturedMessages;
let photos: Album;
let menu: Album;
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
  [photos, menu] = [await anAlbum(ana, { name: 'Photos' }), await anAlbum(ana, { name: 'Menu' })];
  for (const album of [photos, menu]) await aStoredPhoto(test, ana, album._id);
  playlist = await aPlaylist(ana, { albumIds: [photos._id] });
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
const setLayout = async (layout: object | null) => {
  const answer = await ana.call('PUT', `/playlists/layout/${playlist._id}`, { layout });
  await test.runJobs();
  return answer;
};
const side = (album = menu, divider = 70) => ({ preset: 'side', divider, zones: [{ zone: 'side', albumId: album._id, duration: 8 }] });
const readSync = (messages: Awaited<ReturnType<CapturedMessages['captureDuring']>>) =>
  messages.filter(({ event }) => event === 'sync').map(({ payload }) => payload as SyncMessage);

describe('a manifest with a layout', () => {
  it('has the items and files of its zones, and is as before when the layout is removed', async () => {
    const before = await readManifest();
    expect(JSON.stringify(before)).not.toContain('"layout"');
    await setLayout(side());
    const { publishes, files, revision } = await readManifest();
    expect(revision).toBe(before.revision + 1);
    expect(publishes[0]).toMatchObject({
      items: before.publishes[0]?.items,
      layout: { preset: 'side', divider: 70, zones: [{ zone: 'side', items: [{ kind: 'image', durationMs: 8000 }] }] },
    });
    const item = publishes[0]?.layout?.zones[0]?.items[0];
    expect(files.map(({ sha256 }) => sha256)).toContain(item?.sha256);
    expect((await screen.get(`/screens/files/${item?.sha256}`)).statusCode).toBe(200);
    await setLayout(null);
    const after = await readManifest();
    expect([after.publishes, after.files]).toEqual([before.publishes, before.files]);
    expect((await screen.get(`/screens/files/${item?.sha256}`)).statusCode).toBe(404);
  });

  it('has no layout while no side zone has an item, and only the zones that have one', async () => {
    const empty = await anAlbum(ana, { name: 'Empty' });
    const before = await readManifest();
    await setLayout(side(empty));
    expect(await readManifest()).toEqual(before);
    await setLayout({
      preset: 'l',
      divider: 75,
      zones: [
        { zone: 'side', albumId: empty._id },
        { zone: 'bottom', albumId: menu._id },
      ],
    });
    expect((await readPublish()).layout?.zones.map(({ zone }) => zone)).toEqual(['bottom']);
    await aPhoto(test, ana, empty._id);
    await test.runJobs();
    expect((await readPublish()).layout?.zones.map(({ zone }) => zone)).toEqual(['side', 'bottom']);
  });

  it('follows the albums of its zones: new photos, durations of media, validity, deletion and restoration', async () => {
    await setLayout(side());
    const listItems = async () => (await readPublish()).layout?.zones.flatMap(({ items }) => items) ?? [];
    const photo = await aPhoto(test, ana, menu._id);
    await test.runJobs();
    expect(await listItems()).toHaveLength(2);
    await ana.call('PUT', `/medias/${photo._id}`, { valid: { startTime: '08:00', endTime: '10:00' }, duration: 3 });
    await test.runJobs();
    expect((await listItems()).find(({ mediaId }) => mediaId === photo._id)?.valid).toEqual({ startTime: '08:00', endTime: '10:00' });
    // The main zone always has something to show, so that limits in side zones don't limit the playlist.
    const [publish] = (await ana.call('GET', `/publishes?deviceId=${device._id}`)).json<{ result: Publish[] }>().result;
    expect(publish?.periods).toBeNull();
    await ana.call('DELETE', `/albums/${menu._id}`);
    await test.runJobs();
    expect((await readPublish()).layout).toBeUndefined();
    await ana.call('PUT', `/bin/${ana.user._id}/restore`, { albumIdArr: [menu._id] });
    await test.runJobs();
    expect(await listItems()).toHaveLength(2);
  });

  it('loses the zone of an album whose share is revoked', async () => {
    const ben = await aPerson(test);
    const theirs = await anAlbum(ben, { name: 'Theirs' });
    await aPhoto(test, ben, theirs._id);
    await joinAlbum(ben, theirs._id, ana, 'read');
    await setLayout(side(theirs));
    expect((await readPublish()).layout?.zones).toHaveLength(1);
    await ben.call('DELETE', `/albums/shares/${theirs._id}`, { userRemoveId: [ana.user._id] });
    await test.runJobs();
    expect((await readPublish()).layout).toBeUndefined();
  });

  it('is the same after the playlist was in the bin', async () => {
    await setLayout(side());
    const before = await readManifest();
    await ana.call('DELETE', `/playlists/${playlist._id}`);
    expect((await readManifest()).publishes).toEqual([]);
    await ana.call('PUT', `/bin/${ana.user._id}/restore`, { playlistIdArr: [playlist._id] });
    await test.runJobs();
    const after = await readManifest();
    expect(after.publishes.map(({ layout, contents }) => [layout, contents])).toEqual(
      before.publishes.map(({ layout, contents }) => [layout, contents]),
    );
  });

  it('shares the limit of items between its zones, the main zone first', async () => {
    const media = await test.db.selectFrom('media').selectAll().where('album_id', '=', photos._id).executeTakeFirstOrThrow();
    await setLayout(side());
    const copies = sql`insert into media select (jsonb_populate_record(media, jsonb_build_object('id', gen_random_uuid(), 'sequence', media.sequence + step))).*
      from media cross join generate_series(1, 4998) as step where media.id = ${media.id}`;
    await insertMany(test.db, 'media_search', 4998, () => copies.execute(test.db));
    await ana.call('PUT', `/playlists/${playlist._id}`, { name: 'Long' });
    await test.runJobs();
    const publish = await readPublish();
    expect([publish.items.length, publish.layout?.zones[0]?.items.length]).toEqual([4999, 1]);
    await aPhoto(test, ana, menu._id);
    await test.runJobs();
    expect((await readPublish()).layout?.zones[0]?.items).toHaveLength(1);
  });
});

describe('messages about a layout', () => {
  it('name new contents by their digest when the layout changes, and are never packed', async () => {
    const [message] = readSync(await live.captureDuring(async () => void (await setLayout(side()))));
    const [change] = message?.change?.playlists ?? [];
    expect([change?.playlistId, change?.splice, message?.contents]).toEqual([playlist._id, undefined, undefined]);
    const contents = (await screen.get(`/screens/contents/${change?.contents}`)).json<{ result: ManifestPublish }>().result;
    expect(contents.layout).toEqual((await readPublish()).layout);
  });

  it('contain a splice when only the main zone changes', async () => {
    await setLayout(side());
    const messages = await live.captureDuring(async () => {
      await aPhoto(test, ana, photos._id);
      await test.runJobs();
    });
    expect(readSync(messages).at(-1)?.change?.playlists[0]?.splice).toMatchObject({ items: [{ kind: 'image' }] });
  });
});

describe('a server of the previous version', () => {
  it('writes contents whose layout is left out, until this version writes them again', async () => {
    await setLayout(side());
    const { layout, contents } = await readPublish();
    // The previous version updates these columns only.
    await sql`update playlist_contents set items = '[]', files = '[]', digest = decode(${'ab'.repeat(32)}, 'hex')
      where playlist_id = ${playlist._id}`.execute(test.db);
    expect(await readPublish()).not.toHaveProperty('layout');
    const response = await screen.get(`/screens/contents/${'ab'.repeat(32)}`);
    expect(response.json<{ result: ManifestPublish }>().result).not.toHaveProperty('layout');
    await ana.call('PUT', `/playlists/${playlist._id}`, { caption: 'Refreshed' });
    await test.runJobs();
    expect(await readPublish()).toMatchObject({ layout, contents });
  });
});
