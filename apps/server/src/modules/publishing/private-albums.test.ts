/** Private albums on a screen of a family: what its members see of them, and sharing them with the family. */
import type { Album, Device, DevicePlays, PrivateAlbum } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDevice, anAlbum, aPerson, aPhoto, aPlan, aPlaylist, aScreen, type TestPerson } from '../../testing/builders.ts';
import { aFamily } from '../../testing/families.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { viewAccount } from '../../testing/staff.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

/** Creates a family of Olga with Mia and Ben. Mia has moved a screen into it that shows one of her private albums. */
async function createFamilyScreen() {
  const [olga, mia, ben] = [await aPerson(test, { name: 'Olga' }), await aPerson(test, { name: 'Mia', devices: 20 }), await aPerson(test)];
  const { orgId } = await aFamily(test, olga, [mia, ben]);
  await aPlan(test, olga, { devices: 20 });
  const album = await anAlbum(mia, { name: 'Summer' });
  const photo = await aPhoto(test, mia, album._id);
  const playlist = await aPlaylist(mia, { name: 'Evenings', albumIds: [album._id] });
  const screen = await aScreen(test);
  const device = await aDevice(mia, screen, { timeZone: 'UTC' });
  await mia.call('POST', '/publishes', { playlistId: playlist._id, deviceId: device._id });
  const move = (to: string | null) => mia.call('POST', '/devices/many/move', { deviceId: [device._id], orgId: to });
  await move(orgId);
  return { olga, mia, ben, orgId, album, photo, playlist, screen, device, move };
}

const ask = (person: TestPerson, orgId: string, deviceId: string[]) =>
  person.call('POST', '/publishes/private-albums', { orgId, deviceId });
const listPrivate = async (person: TestPerson, orgId: string, deviceId: string) =>
  (await ask(person, orgId, [deviceId])).json<{ result: PrivateAlbum[] }>().result;
const share = (person: TestPerson, orgId: string, albumId: string[]) => person.call('PUT', `/albums/shares/families/${orgId}`, { albumId });
const canOpen = async (person: TestPerson, albumId: string) => (await person.call('GET', `/albums/details/${albumId}`)).statusCode === 200;

describe('the question about private albums', () => {
  it('lists them for their owner until all members of the family can see them', async () => {
    const { olga, mia, ben, orgId, album, device } = await createFamilyScreen();
    expect(await listPrivate(mia, orgId, device._id)).toEqual([{ _id: album._id, name: 'Summer' }]);
    expect(await listPrivate(olga, orgId, device._id)).toEqual([]);
    expect((await share(mia, orgId, [album._id])).statusCode).toBe(200);
    expect(await listPrivate(mia, orgId, device._id)).toEqual([]);
    expect(await Promise.all([olga, ben].map((person) => canOpen(person, album._id)))).toEqual([true, true]);
    await mia.call('DELETE', `/albums/shares/${album._id}`, { userRemoveId: [ben.user._id] });
    expect(await listPrivate(mia, orgId, device._id)).toEqual([{ _id: album._id, name: 'Summer' }]);
  });

  it('lists nothing of a screen outside the family, nor family albums, the default album or albums in the bin', async () => {
    const { mia, orgId, album, playlist, device, move } = await createFamilyScreen();
    const [usual] = (await mia.call('GET', '/albums'))
      .json<{ result: Album[] }>()
      .result.filter(({ albumType }) => albumType === 'default');
    const shared = (await mia.call('POST', '/albums', { name: 'Ours', orgId })).json<{ result: Album }>().result;
    const albumArr = [usual?._id, shared._id].map((albumId) => ({ albumId }));
    expect((await mia.call('POST', `/playlists/album/add/${playlist._id}`, { albumArr })).statusCode).toBe(200);
    expect((await listPrivate(mia, orgId, device._id)).map(({ name }) => name)).toEqual(['Summer']);
    await mia.call('DELETE', `/albums/${album._id}`);
    expect(await listPrivate(mia, orgId, device._id)).toEqual([]);
    await move(null);
    expect(await listPrivate(mia, orgId, device._id)).toEqual([]);
  });

  it('is refused for another family or another account’s device', async () => {
    const { mia, orgId, device } = await createFamilyScreen();
    const other = await createFamilyScreen();
    expect((await ask(mia, other.orgId, [device._id])).statusCode).toBe(404);
    expect((await ask(mia, orgId, [device._id, other.device._id])).statusCode).toBe(404);
    expect((await ask(mia, orgId, [])).statusCode).toBe(422);
  });
});

describe('sharing private albums with a family', () => {
  it('shares none of them when one belongs to another account, is the default album, or belongs to a family', async () => {
    const { olga, mia, orgId, album } = await createFamilyScreen();
    const theirs = await anAlbum(olga);
    const ours = (await mia.call('POST', '/albums', { name: 'Ours', orgId })).json<{ result: Album }>().result;
    const [usual] = (await mia.call('GET', '/albums'))
      .json<{ result: Album[] }>()
      .result.filter(({ albumType }) => albumType === 'default');
    expect((await share(mia, orgId, [album._id, theirs._id])).statusCode).toBe(404);
    expect((await share(mia, orgId, [album._id, usual?._id ?? ''])).json()).toMatchObject({ code: 'ALBUM_DEFAULT' });
    expect((await share(mia, orgId, [album._id, ours._id])).json()).toMatchObject({ code: 'INVALID' });
    expect(await canOpen(olga, album._id)).toBe(false);
  });

  it('is refused to accounts outside the family, to guests of the album, and with too many albums', async () => {
    const { olga, mia, orgId, album } = await createFamilyScreen();
    const stranger = await aPerson(test);
    const own = await anAlbum(stranger);
    expect((await share(stranger, orgId, [own._id])).statusCode).toBe(404);
    await share(mia, orgId, [album._id]);
    expect((await share(olga, orgId, [album._id])).json()).toMatchObject({ code: 'ACCESS_DENIED' });
    expect(
      (
        await share(
          mia,
          orgId,
          Array.from({ length: 101 }, () => album._id),
        )
      ).statusCode,
    ).toBe(422);
  });

  it('accepts pending invitations and keeps permissions, and changes nothing when it is repeated concurrently', async () => {
    const { olga, mia, ben, orgId, album } = await createFamilyScreen();
    const emailArr = [{ email: olga.email, permission: 'write' }];
    await mia.call('PUT', `/albums/share/${album._id}`, { emailArr });
    expect(await canOpen(olga, album._id)).toBe(false);
    const answers = await Promise.all(Array.from({ length: 10 }, () => share(mia, orgId, [album._id])));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const { sharedWith } = (await mia.call('GET', `/albums/details/${album._id}`)).json<{ result: Album }>().result;
    expect(sharedWith.map(({ userId, permission, accepted }) => ({ userId, permission, accepted }))).toEqual([
      { userId: olga.user._id, permission: 'write', accepted: true },
      { userId: ben.user._id, permission: 'read', accepted: true },
    ]);
  });

  it('shares no album when the plan allows fewer shared albums', async () => {
    const { olga, mia, orgId, album } = await createFamilyScreen();
    const second = await anAlbum(mia, { name: 'Winter' });
    await aPlan(test, mia, { devices: 20, sharingGroups: 1 });
    expect((await share(mia, orgId, [album._id, second._id])).json()).toMatchObject({ code: 'SHARING_LIMIT' });
    expect(await canOpen(olga, album._id)).toBe(false);
    expect((await share(mia, orgId, [album._id])).statusCode).toBe(200);
  });
});

describe('a family’s screen that shows a private album', () => {
  const read = async (person: TestPerson, deviceId: string) =>
    (await person.call('GET', `/devices/${deviceId}`)).json<{ result: Device }>().result.screen;
  const playsOf = async (person: TestPerson, deviceId: string) =>
    (await person.call('GET', `/devices/${deviceId}/plays`)).json<{ result: DevicePlays }>().result.media;

  it('names its owner to other members instead of the picture, also to staff who view a member, until it is shared', async () => {
    const { olga, mia, orgId, album, photo, screen, device } = await createFamilyScreen();
    const { screenId = '' } = (await test.modules.resolveScreen(screen.deviceId, screen.secret)) ?? {};
    const report = { publishId: null, itemId: null, mediaId: photo._id, failed: [], revision: 0, downloaded: 0, total: 0 };
    await test.modules.screenSockets.report({ screenId }, report);
    const hidden = { thumbnailKey: null, ownerName: 'Mia' };
    expect(await read(olga, device._id)).toMatchObject(hidden);
    const list = await olga.call('GET', `/devices/users/${olga.user._id}`);
    expect(list.json()).toMatchObject({ result: { devices: [{ screen: hidden }] } });
    const admin = await aPerson(test);
    await test.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.user._id).execute();
    await viewAccount(admin, olga);
    expect(await read(admin, device._id)).toMatchObject(hidden);
    expect(await read(mia, device._id)).toMatchObject({ thumbnailKey: photo.mediaFile.key });
    expect(await read(mia, device._id)).not.toHaveProperty('ownerName');
    await share(mia, orgId, [album._id]);
    expect(await read(olga, device._id)).toMatchObject({ thumbnailKey: photo.mediaFile.key });
    expect(await read(olga, device._id)).not.toHaveProperty('ownerName');
  });

  it('names no account outside the family when the screen reports media of another account', async () => {
    const { olga, screen, device } = await createFamilyScreen();
    const stranger = await aPerson(test, { name: 'Stranger' });
    const photo = await aPhoto(test, stranger, (await anAlbum(stranger))._id);
    const { screenId = '' } = (await test.modules.resolveScreen(screen.deviceId, screen.secret)) ?? {};
    const report = { publishId: null, itemId: null, mediaId: photo._id, failed: [], revision: 0, downloaded: 0, total: 0 };
    await test.modules.screenSockets.report({ screenId }, report);
    expect(await read(olga, device._id)).toMatchObject({ thumbnailKey: null });
    expect(await read(olga, device._id)).not.toHaveProperty('ownerName');
  });

  it('names its owner to other members in what it has shown', async () => {
    const { olga, mia, photo, playlist, screen, device } = await createFamilyScreen();
    const startedAt = test.clock.now().toISOString();
    const play = { sequence: 1, deviceId: device._id, playlistId: playlist._id, mediaId: photo._id, startedAt, count: 1, shownMs: 5000 };
    await test.app.inject({
      method: 'POST',
      url: '/api/screens/plays',
      headers: { authorization: `Screen ${screen.deviceId}:${screen.secret}` },
      payload: { plays: [play] },
    });
    expect(await playsOf(olga, device._id)).toMatchObject([{ name: null, thumbnailKey: null, ownerName: 'Mia' }]);
    expect(await playsOf(mia, device._id)).toMatchObject([{ name: photo.name, thumbnailKey: photo.mediaFile.key }]);
  });
});
