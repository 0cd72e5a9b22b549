import type { Manifest, Playlist, Publish } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDevice, anAlbum, aPerson, aPhoto, aPlaylist, aScreen, type TestPerson, type TestScreen } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test, { devices: 100 });
});
afterAll(() => test.close());

const publish = (playlistId: string, deviceIds: string[]) => ana.call('POST', '/publishes', { playlistId, deviceId: deviceIds });
const manifestOf = async (screen: TestScreen) => (await screen.get('/screens/manifest')).json<{ result: Manifest }>().result;

/** Creates a playlist with one photo on a screen, and a second screen. */
async function twoWalls() {
  const album = await anAlbum(ana);
  const photo = await aPhoto(test, ana, album._id);
  const playlist = await aPlaylist(ana, { albumIds: [album._id] });
  const [screen, beside] = [await aScreen(test), await aScreen(test)];
  const [device, deviceBeside] = [await aDevice(ana, screen), await aDevice(ana, beside)];
  await publish(playlist._id, [device._id]);
  await test.runJobs();
  return { album, photo, playlist, screen, device, beside, deviceBeside };
}

describe('the manifests of screens', () => {
  it('contain the current contents of a playlist, also when another account’s publish refreshed them first', async () => {
    const { playlist, screen, deviceBeside } = await twoWalls();
    const before = await manifestOf(screen);
    const second = await anAlbum(ana);
    await aPhoto(test, ana, second._id, { colour: '#aa3300' });
    await ana.call('POST', `/playlists/album/add/${playlist._id}`, { albumArr: [{ albumId: second._id }] });
    // The job that notifies the first screen has not run.
    await publish(playlist._id, [deviceBeside._id]);
    const after = await manifestOf(screen);
    expect(after.revision).toBe(before.revision + 1);
    expect(after.publishes[0]?.items).toHaveLength(2);
    await test.runJobs();
    expect((await manifestOf(screen)).revision).toBe(after.revision);
  });

  it('do not change when a change is not visible', async () => {
    const { photo, screen } = await twoWalls();
    const before = await screen.get('/screens/manifest');
    expect((await ana.call('PUT', `/medias/${photo._id}`, { caption: 'At the lake' })).statusCode).toBe(200);
    await test.runJobs();
    expect((await screen.get('/screens/manifest')).body).toBe(before.body);
  });

  it('requested in a batch equal those requested one by one', async () => {
    const [one, other] = [await twoWalls(), await twoWalls()];
    await publish(other.playlist._id, [one.deviceBeside._id]);
    await publish(one.playlist._id, [one.deviceBeside._id]);
    const walls = [one.screen, one.beside, other.screen, other.beside];
    const alone = [];
    for (const wall of walls) alone.push(await wall.get('/screens/manifest'));
    expect(alone.map((answer) => answer.json<{ result: Manifest }>().result.publishes.length)).toEqual([1, 2, 1, 0]);
    const known = { 'if-none-match': String(alone[0]?.headers.etag) };
    const [unchanged, ...together] = await Promise.all([
      one.screen.get('/screens/manifest', known),
      ...[...walls, ...walls].map((wall) => wall.get('/screens/manifest')),
    ]);
    expect(unchanged?.statusCode).toBe(304);
    expect(together.map(({ body }) => body)).toEqual([...alone, ...alone].map(({ body }) => body));
  });

  it('contain the playlist’s current name', async () => {
    const { playlist, screen } = await twoWalls();
    const before = await manifestOf(screen);
    await ana.call('PUT', `/playlists/${playlist._id}`, { name: 'Nights' });
    await test.runJobs();
    expect(await manifestOf(screen)).toMatchObject({ revision: before.revision + 1, publishes: [{ name: 'Nights' }] });
  });

  it('lose an album whose share was revoked, which the playlist and the device report', async () => {
    const { playlist, screen, device } = await twoWalls();
    const ben = await aPerson(test);
    const theirs = await anAlbum(ben);
    await aPhoto(test, ben, theirs._id, { colour: '#0055aa' });
    await joinAlbum(ben, theirs._id, ana, 'read');
    await ana.call('POST', `/playlists/album/add/${playlist._id}`, { albumArr: [{ albumId: theirs._id }] });
    const read = async () => (await ana.call('GET', `/playlists/details/${playlist._id}`)).json<{ result: Playlist }>().result;
    const published = async () => (await ana.call('GET', `/publishes?deviceId=${device._id}`)).json<{ result: Publish[] }>().result;
    expect(await read()).toMatchObject({ revokedAlbums: 0 });
    await ben.call('DELETE', `/albums/shares/${theirs._id}`, { userRemoveId: [ana.user._id] });
    await test.runJobs();
    expect((await manifestOf(screen)).publishes[0]?.items).toHaveLength(1);
    const after = await read();
    expect([after.revokedAlbums, after.albumArr.length]).toEqual([1, 1]);
    expect(await published()).toMatchObject([{ revokedAlbums: 1, isPlayable: true }]);
    // An album in its own owner's bin does not count as revoked.
    await joinAlbum(ben, theirs._id, ana, 'read');
    await ben.call('DELETE', `/albums/${theirs._id}`);
    expect(await read()).toMatchObject({ revokedAlbums: 0 });
  });

  it('list a file once that two playlists contain', async () => {
    const { album, playlist, screen, device } = await twoWalls();
    const second = await aPlaylist(ana, { name: 'Mornings', albumIds: [album._id] });
    await publish(second._id, [device._id]);
    const manifest = await manifestOf(screen);
    expect(manifest.publishes.map(({ playlistId }) => playlistId).sort()).toEqual([playlist._id, second._id].sort());
    expect(manifest.files).toHaveLength(1);
  });

  it('are complete before a playlist’s contents were serialized', async () => {
    const { playlist, screen } = await twoWalls();
    const before = await manifestOf(screen);
    await sql`delete from playlist_contents where playlist_id = ${playlist._id}`.execute(test.db);
    const after = await manifestOf(screen);
    expect(after).toEqual({ ...before, revision: before.revision + 1 });
    expect((await screen.get(`/screens/files/${after.files[0]?.sha256}`)).statusCode).toBe(200);
  });

  it('are empty after the device is deleted, and its files are refused', async () => {
    const { screen, device } = await twoWalls();
    const before = await manifestOf(screen);
    await ana.call('DELETE', `/devices/${device._id}`);
    expect(await manifestOf(screen)).toEqual({ revision: before.revision + 1, device: null, publishes: [], files: [] });
    expect((await screen.get(`/screens/files/${before.files[0]?.sha256}`)).statusCode).toBe(404);
  });
});
