/** Playlists in the bin, together with their publishes. */
import type { BinnedPlaylist, Manifest, Publish, PublishCount } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
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
import { aFamily } from '../../testing/families.ts';
import { type CapturedMessages, captureLiveMessages } from '../../testing/live-messages.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let liveMessages: CapturedMessages;
let ana: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  liveMessages = await captureLiveMessages(test);
  ana = await aPerson(test, { devices: 100 });
});
afterAll(async () => {
  await liveMessages.stop();
  await test.close();
});

const SCHEDULE = { repeat: 'Weekly', weekdays: [1, 3], startTime: '08:00', endTime: '18:00' };

async function aFilledPlaylist(person = ana, name = 'Evenings') {
  const album = await anAlbum(person);
  await aStoredPhoto(test, person, album._id);
  return { album, playlist: await aPlaylist(person, { name, albumIds: [album._id] }) };
}

async function aWall(person = ana) {
  const screen = await aScreen(test);
  return { screen, device: await aDevice(person, screen) };
}

const publish = async (playlistId: string, deviceId: string, more: object = {}, person = ana): Promise<Publish> => {
  const answer = await person.call('POST', '/publishes', { playlistId, deviceId, ...more });
  expect(answer.statusCode).toBe(201);
  return answer.json<{ result: [Publish] }>().result[0];
};
const remove = async (playlistId: string, person = ana) =>
  expect((await person.call('DELETE', `/playlists/${playlistId}`)).json()).toMatchObject({ error: false, message: 'Playlist deleted.' });
const restore = (playlistIdArr: string[], person = ana, account = person) =>
  person.call('PUT', `/bin/${account.user._id}/restore`, { playlistIdArr });
const purge = (playlistIdArr: string[], person = ana) => person.call('DELETE', `/bin/${person.user._id}`, { playlistIdArr });
const listBin = async (person = ana, query = '') =>
  (await person.call('GET', `/bin/${person.user._id}${query}`)).json<{ result: { playlists: BinnedPlaylist[] } }>().result.playlists;
const listPublishes = async (playlistId: string, person = ana) =>
  (await person.call('GET', `/publishes?playlistId=${playlistId}`)).json<{ result: Publish[] }>().result;
const manifestOf = async (screen: TestScreen) => (await screen.get('/screens/manifest')).json<{ result: Manifest }>().result;
const showsOn = async (screen: TestScreen) => (await manifestOf(screen)).publishes.map(({ playlistId }) => playlistId);

describe('a deleted playlist', () => {
  it('leaves lists, screens and the plan’s count, and is listed in the bin', async () => {
    const eve = await aPerson(test, { devices: 2 });
    const { album, playlist } = await aFilledPlaylist(eve, 'Menu');
    const { screen, device } = await aWall(eve);
    await publish(playlist._id, device._id, {}, eve);
    await remove(playlist._id, eve);
    expect((await eve.call('GET', `/playlists/details/${playlist._id}`)).statusCode).toBe(404);
    expect((await eve.call('GET', `/playlists/${eve.user._id}`)).json().result).toEqual([]);
    expect((await eve.call('GET', `/albums/users/storages/${eve.user._id}`)).json().result).toMatchObject({ playlistCount: 0 });
    expect(await showsOn(screen)).toEqual([]);
    const cover = expect.objectContaining({ key: expect.any(String) });
    expect(await listBin(eve)).toEqual([
      { _id: playlist._id, name: 'Menu', albumCount: 1, thumbnail: cover, deletedAt: expect.any(String) },
    ]);
    await eve.call('DELETE', `/albums/${album._id}`);
    expect(await listBin(eve)).toMatchObject([{ albumCount: 1, thumbnail: null }]);
  });

  it('returns with its albums, publishes and schedules, and its screens are notified', async () => {
    const { album, playlist } = await aFilledPlaylist();
    const [plain, scheduled] = [await aWall(), await aWall()];
    await publish(playlist._id, plain.device._id);
    const before = await publish(playlist._id, scheduled.device._id, { schedule: SCHEDULE });
    await ana.call('PUT', `/playlists/${playlist._id}`, { albumId: album._id, duration: 12 });
    await remove(playlist._id);
    const { revision } = await manifestOf(plain.screen);
    const messages = await liveMessages.captureDuring(async () => {
      expect((await restore([playlist._id])).json()).toMatchObject({ error: false, message: 'Restored.' });
    });
    expect(await listBin()).toEqual([]);
    expect((await ana.call('GET', `/playlists/details/${playlist._id}`)).json().result).toMatchObject({
      name: 'Evenings',
      createdAt: playlist.createdAt,
      albumArr: [{ albumId: { _id: album._id }, duration: 12, sequence: 1 }],
    });
    expect((await listPublishes(playlist._id)).find(({ device_Id }) => device_Id === scheduled.device._id)).toMatchObject({
      _id: before._id,
      schedule: SCHEDULE,
      activatedAt: before.activatedAt,
    });
    const manifest = await manifestOf(plain.screen);
    expect(manifest.revision).toBeGreaterThan(revision);
    expect(manifest.publishes).toMatchObject([{ playlistId: playlist._id, items: [{ durationMs: 12_000 }] }]);
    expect(await showsOn(scheduled.screen)).toEqual([playlist._id]);
    expect(messages.filter(({ event }) => event === 'sync').flatMap(({ rooms }) => rooms)).toHaveLength(2);
    expect((await restore([playlist._id])).statusCode).toBe(404);
  });

  it('does not replace a main playlist that was chosen after the deletion', async () => {
    const [{ playlist: first }, { playlist: second }] = [await aFilledPlaylist(), await aFilledPlaylist()];
    const { device } = await aWall();
    const main = await publish(first._id, device._id);
    await ana.call('PUT', `/publishes/${main._id}`, { mainPlaylist: true });
    await remove(first._id);
    const other = await publish(second._id, device._id);
    await ana.call('PUT', `/publishes/${other._id}`, { mainPlaylist: true });
    await restore([first._id]);
    const [[restored], [present]] = [await listPublishes(first._id), await listPublishes(second._id)];
    expect([restored?.mainPlaylist, present?.mainPlaylist, present?.status]).toEqual([false, true, 'active']);
  });

  it('returns without the albums and devices that no longer exist', async () => {
    const { album, playlist } = await aFilledPlaylist();
    const { screen, device } = await aWall();
    await publish(playlist._id, device._id);
    await remove(playlist._id);
    await ana.call('DELETE', `/albums/${album._id}`);
    await ana.call('DELETE', `/bin/${ana.user._id}`, { albumIdArr: [album._id] });
    await ana.call('DELETE', `/devices/${device._id}`);
    const ben = await aPerson(test, { devices: 2 });
    await aDevice(ben, screen);
    expect((await restore([playlist._id])).statusCode).toBe(200);
    expect((await ana.call('GET', `/playlists/details/${playlist._id}`)).json().result.albumArr).toEqual([]);
    expect(await listPublishes(playlist._id)).toEqual([]);
    expect(await showsOn(screen)).toEqual([]);
  });

  it('is deleted permanently on request and after 30 days', async () => {
    const [{ playlist: purged }, { playlist: expired }, { playlist: recent }] = [
      await aFilledPlaylist(),
      await aFilledPlaylist(),
      await aFilledPlaylist(),
    ];
    for (const { _id } of [purged, expired, recent]) await remove(_id);
    expect((await purge([purged._id])).json()).toMatchObject({ error: false, message: 'Permanently deleted.' });
    await test.db
      .updateTable('binned_playlists')
      .set({ deleted_at: new Date(Date.now() - 31 * 86_400_000) })
      .where('id', '=', expired._id)
      .execute();
    await test.modules.workerTasks.find((task) => task.name === 'playlists.bin')?.run();
    expect((await listBin()).map(({ _id }) => _id)).toEqual([recent._id]);
    expect((await restore([purged._id])).statusCode).toBe(404);
    expect((await restore([expired._id])).statusCode).toBe(404);
  });

  it('is restored or deleted with everything in the bin', async () => {
    const eve = await aPerson(test);
    const { playlist } = await aFilledPlaylist(eve);
    await remove(playlist._id, eve);
    await eve.call('PUT', `/bin/${eve.user._id}/restore`, { all: true });
    expect((await eve.call('GET', `/playlists/details/${playlist._id}`)).statusCode).toBe(200);
    await remove(playlist._id, eve);
    await eve.call('DELETE', `/bin/${eve.user._id}`, { all: true });
    expect(await listBin(eve)).toEqual([]);
    expect((await restore([playlist._id], eve)).statusCode).toBe(404);
  });

  it('is restored or deleted with everything in the bin, also beyond the number that the bin lists', async () => {
    const eve = await aPerson(test);
    const fillBin = () =>
      sql`insert into binned_playlists (id, name, caption, user_id, thumbnail_rotation, created_at, updated_at)
        select gen_random_uuid(), 'Evenings', '', ${eve.user._id}, 0, now(), now() from generate_series(1, 301)`.execute(test.db);
    await fillBin();
    await eve.call('PUT', `/bin/${eve.user._id}/restore`, { all: true });
    expect(await listBin(eve)).toEqual([]);
    expect((await eve.call('GET', `/playlists/count/${eve.user._id}`)).json()).toMatchObject({ result: { count: 301 } });
    await fillBin();
    await eve.call('DELETE', `/bin/${eve.user._id}`, { all: true });
    expect(await listBin(eve)).toEqual([]);
  });

  it('is restored once by concurrent requests', async () => {
    const { playlist } = await aFilledPlaylist();
    const { device } = await aWall();
    await publish(playlist._id, device._id);
    await remove(playlist._id);
    const answers = await Promise.all(Array.from({ length: 10 }, () => restore([playlist._id])));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(9);
    expect(await listPublishes(playlist._id)).toHaveLength(1);
  });

  it('is neither restored nor deleted by other accounts or together with a playlist of another account', async () => {
    const ben = await aPerson(test);
    const [{ playlist: own }, { playlist: theirs }] = [await aFilledPlaylist(), await aFilledPlaylist(ben)];
    await remove(own._id);
    await remove(theirs._id, ben);
    expect((await restore([own._id], ben)).statusCode).toBe(404);
    expect((await restore([own._id], ben, ana)).statusCode).toBe(404);
    expect((await purge([own._id], ben)).statusCode).toBe(404);
    expect((await restore([own._id, theirs._id])).statusCode).toBe(404);
    expect((await restore([newId()])).statusCode).toBe(404);
    expect((await listBin()).map(({ _id }) => _id)).toContain(own._id);
  });
});

describe('a deleted playlist of a family', () => {
  it('is restored by any member, and its publishes only where the family may still publish', async () => {
    const [owner, member] = [await aPerson(test, { name: 'Olga' }), await aPerson(test, { name: 'Mia', devices: 20 })];
    const { orgId } = await aFamily(test, owner, [member]);
    await aPlan(test, owner, { devices: 20 });
    const created = await owner.call('POST', '/playlists', { name: 'Shared', orgId });
    const playlistId = created.json<{ result: { _id: string } }>().result._id;
    const album = (await owner.call('POST', '/albums', { name: 'Summer', orgId })).json<{ result: { _id: string } }>().result;
    await aStoredPhoto(test, owner, album._id);
    await owner.call('POST', `/playlists/album/add/${playlistId}`, { albumArr: [{ albumId: album._id }] });
    const wall = await aWall(member);
    await publish(playlistId, wall.device._id, {}, member);

    await remove(playlistId, member);
    expect((await listBin(member, `?orgId=${orgId}`)).map(({ _id }) => _id)).toEqual([playlistId]);
    expect((await listBin(member)).map(({ _id }) => _id)).toEqual([]);
    expect((await restore([playlistId], member)).statusCode).toBe(200);
    expect(await showsOn(wall.screen)).toEqual([playlistId]);

    await remove(playlistId, owner);
    expect((await member.call('DELETE', `/organizations/${orgId}/members/${member.user._id}`)).statusCode).toBe(200);
    expect((await restore([playlistId], member)).statusCode).toBe(404);
    expect((await restore([playlistId], owner)).statusCode).toBe(200);
    expect(await showsOn(wall.screen)).toEqual([]);
  });
});

describe('GET /publishes/count', () => {
  it('counts the devices of a playlist, and those that play it now', async () => {
    const [{ playlist: first }, { playlist: second }] = [await aFilledPlaylist(), await aFilledPlaylist()];
    const [one, two] = [await aWall(), await aWall()];
    const count = async (playlistId: string) =>
      (await ana.call('GET', `/publishes/count?playlistId=${playlistId}`)).json<{ result: PublishCount }>().result;
    expect(await count(first._id)).toEqual({ published: 0, playing: 0 });
    for (const { device } of [one, two]) await publish(first._id, device._id);
    await publish(second._id, two.device._id);
    expect(await count(first._id)).toEqual({ published: 2, playing: 1 });
    expect(await count(second._id)).toEqual({ published: 1, playing: 1 });
  });
});
