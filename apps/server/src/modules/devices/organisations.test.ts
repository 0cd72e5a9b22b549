/** Devices and playlists of an organisation: its members list, read, change and create them; no other account sees them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { anAlbum, aPerson, aPhoto, aScreen, type TestPerson } from '../../testing/builders.ts';
import { type CapturedMessages, captureLiveMessages } from '../../testing/live-messages.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { viewAccount } from '../../testing/staff.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let owner: TestPerson;
let member: TestPerson;
let stranger: TestPerson;
let admin: TestPerson;
let family: string;
let liveMessages: CapturedMessages;

beforeAll(async () => {
  test = await openTestApp();
  liveMessages = await captureLiveMessages(test);
  owner = await aPerson(test, { devices: 100 });
  [member, stranger, admin] = [await aPerson(test, { devices: 100 }), await aPerson(test), await aPerson(test)];
  await test.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.user._id).execute();
  family = newId();
  await test.db.insertInto('organisations').values({ id: family, name: 'The Limas' }).execute();
  await join(owner, 'owner');
  await join(member, 'subAdmin');
});
afterAll(async () => {
  await liveMessages.stop();
  await test.close();
});

const join = (person: TestPerson, org_role: string) =>
  test.db.insertInto('organisation_members').values({ org_id: family, user_id: person.user._id, org_role }).execute();

interface NamedObject {
  _id: string;
  name: string;
  orgId: string | null;
}

const rooms = (...people: TestPerson[]) => people.map(({ user }) => `person:${user._id}`).toSorted();

/** Returns the rooms of people that are notified. */
async function roomsAfter(act: () => Promise<unknown>): Promise<string[]> {
  const messages = await liveMessages.captureDuring(act);
  return [...new Set(messages.flatMap(({ rooms }) => rooms).filter((room) => room.startsWith('person:')))].toSorted();
}

/** Both kinds of objects follow the same rules. */
const KINDS = {
  playlist: {
    make: async (person: TestPerson, name: string, scope: object) => person.call('POST', '/playlists', { name, ...scope }),
    list: async (person: TestPerson, userId: string, orgId = '') =>
      (await person.call('GET', `/playlists/${userId}${orgId && `?orgId=${orgId}`}`)).json<{ result: NamedObject[] }>().result,
    address: (id: string) => `/playlists/${id}`,
    one: (id: string) => `/playlists/details/${id}`,
  },
  device: {
    make: async (person: TestPerson, name: string, scope: object) =>
      person.call('POST', '/devices', { name, deviceId: (await aScreen(test)).deviceId, timeZone: 'UTC', ...scope }),
    list: async (person: TestPerson, userId: string, orgId = '') =>
      (await person.call('GET', `/devices/users/${userId}${orgId && `?orgId=${orgId}`}`)).json<{ result: { devices: NamedObject[] } }>()
        .result.devices,
    address: (id: string) => `/devices/${id}`,
    one: (id: string) => `/devices/${id}`,
  },
};

describe.each(['playlist', 'device'] as const)('a %s of an organisation', (name) => {
  const kind = KINDS[name];
  const create = async (person: TestPerson, title: string, scope: object = {}) =>
    (await kind.make(person, title, scope)).json<{ result: NamedObject }>().result;
  const names = (objects: NamedObject[]) => objects.map((object) => object.name).toSorted();

  it('is listed for every member in addition to their own', async () => {
    expect(await create(owner, 'Shared', { orgId: family })).toMatchObject({ orgId: family });
    await create(owner, 'Of the owner');
    await create(member, 'Of the member');
    expect(names(await kind.list(owner, owner.user._id, family))).toEqual(['Of the owner', 'Shared']);
    expect(names(await kind.list(member, member.user._id, family))).toEqual(['Of the member', 'Shared']);
    expect(names(await kind.list(member, member.user._id))).toEqual(['Of the member']);
  });

  it('can be read, changed and deleted by any member, and answers 404 to others', async () => {
    const object = await create(owner, 'Together', { orgId: family });
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const url = method === 'GET' ? kind.one(object._id) : kind.address(object._id);
      expect((await stranger.call(method, url, method === 'PUT' ? { name: 'Mine' } : undefined)).statusCode, method).toBe(404);
    }
    expect((await member.call('GET', kind.one(object._id))).statusCode).toBe(200);
    expect((await member.call('PUT', kind.address(object._id), { name: 'Renamed' })).json()).toMatchObject({ result: { name: 'Renamed' } });
    expect((await member.call('DELETE', kind.address(object._id))).statusCode).toBe(200);
    expect((await owner.call('GET', kind.one(object._id))).statusCode).toBe(404);
  });

  it('can be created by its members only', async () => {
    expect((await kind.make(stranger, 'Planted', { orgId: family })).statusCode).toBe(404);
    await viewAccount(admin, stranger);
    expect((await kind.make(admin, 'Planted', { orgId: family, userId: stranger.user._id })).statusCode).toBe(404);
    await viewAccount(admin, member);
    expect((await kind.make(admin, 'Arranged', { orgId: family, userId: member.user._id })).statusCode).toBe(201);
    const answer = await stranger.call(
      'GET',
      name === 'device' ? `/devices/users/${stranger.user._id}?orgId=${family}` : `/playlists/${stranger.user._id}?orgId=${family}`,
    );
    expect(answer.statusCode).toBe(404);
  });

  it('notifies its members when an administrator changes it', async () => {
    const object = await create(owner, 'Watched', { orgId: family });
    const own = await create(owner, 'Watched alone');
    await viewAccount(admin, owner);
    expect(await roomsAfter(() => admin.call('PUT', kind.address(object._id), { name: 'Changed' }))).toEqual(rooms(owner, member));
    expect(await roomsAfter(() => admin.call('PUT', kind.address(own._id), { name: 'Changed too' }))).toEqual(rooms(owner));
    expect(await roomsAfter(() => member.call('DELETE', kind.address(object._id)))).toEqual(rooms(owner, member));
  });

  it('is not visible to former members and does not notify them', async () => {
    const leaver = await aPerson(test);
    await join(leaver, 'subAdmin');
    const object = await create(owner, 'Stays here', { orgId: family });
    expect((await leaver.call('GET', kind.one(object._id))).statusCode).toBe(200);
    const change = () => roomsAfter(() => owner.call('PUT', kind.address(object._id), { name: 'Changed' }));
    expect(await change()).toEqual(rooms(owner, member, leaver));
    expect((await owner.call('DELETE', `/organizations/${family}/members/${leaver.user._id}`)).statusCode).toBe(200);
    expect((await leaver.call('GET', kind.one(object._id))).statusCode).toBe(404);
    expect(await change()).toEqual(rooms(owner, member));
  });
});

describe('publishes on a device of an organisation', () => {
  it('can be changed by every member, and seen by staff who view a member', async () => {
    const album = await anAlbum(owner);
    await aPhoto(test, owner, album._id);
    const playlist = (await KINDS.playlist.make(owner, 'Evenings', { orgId: family })).json<{ result: NamedObject }>().result;
    await owner.call('POST', `/playlists/album/add/${playlist._id}`, { albumArr: [{ albumId: album._id }] });
    const device = (await KINDS.device.make(owner, 'Kitchen', { orgId: family })).json<{ result: NamedObject }>().result;
    const answer = await member.call('POST', '/publishes', { playlistId: playlist._id, deviceId: device._id });
    const [publish] = answer.json<{ result: { _id: string }[] }>().result;
    expect(answer.statusCode).toBe(201);
    await viewAccount(admin, owner);
    for (const query of [`deviceId=${device._id}`, `playlistId=${playlist._id}`]) {
      for (const who of [owner, member, admin]) {
        expect((await who.call('GET', `/publishes?${query}`)).json()).toMatchObject({ result: [{ _id: publish?._id }] });
      }
      expect((await stranger.call('GET', `/publishes?${query}`)).statusCode).toBe(404);
    }
    expect((await stranger.call('PUT', `/publishes/${publish?._id}`, { status: 'active' })).statusCode).toBe(404);
    expect((await member.call('PUT', `/publishes/${publish?._id}`, { mainPlaylist: true })).statusCode).toBe(200);
  });
});
