/** Limits of plans apply to every addition, by any account and under concurrency. Devices: `device-lists.test.ts`. */
import type { Album } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, aPlan, aPlaylist, type TestPerson } from '../../testing/builders.ts';
import { anOrganisation } from '../../testing/organisations.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { entitlementsModule } from './index.ts';

const HOUR_MS = 3_600_000;
const AT_ONCE = 20;
const ENDED = 'Your plan has ended. Renew it to add more. Your content is kept and keeps playing.';
let test: TestApp;
let otherProcess: TestApp;
let guest: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  otherProcess = await createTestApp({}, undefined, test);
  guest = await aPerson(test, { name: 'Guest' });
});
afterAll(async () => {
  await otherProcess.close();
  await test.close();
});

const ended = (person: TestPerson) => aPlan(test, person, { endsAt: new Date(Date.now() - HOUR_MS) });
const share = (person: TestPerson, album: Album, email = guest.email) =>
  person.call('PUT', `/albums/share/${album._id}`, { emailArr: [{ email, permission: 'read' }] });

/** The three limited kinds of objects. `prepare` creates what an addition needs before it counts. */
const KINDS = {
  albums: {
    refusal: ['ALBUM_LIMIT', 'You’ve reached your plan’s album limit. Upgrade your plan, or delete an album you no longer need.'],
    /** Initial number of objects. The default album counts. */
    initialCount: 1,
    prepare:
      async () =>
      async (person: TestPerson, whose: object = {}) =>
        person.call('POST', '/albums', { name: 'One more', ...whose }),
  },
  playlists: {
    refusal: ['PLAYLIST_LIMIT', 'You’ve reached your plan’s playlist limit. Upgrade your plan, or delete a playlist you no longer need.'],
    initialCount: 0,
    prepare:
      async () =>
      async (person: TestPerson, whose: object = {}) =>
        person.call('POST', '/playlists', { name: 'One more', ...whose }),
  },
  sharingGroups: {
    refusal: ['SHARING_LIMIT', 'You’ve reached your plan’s limit for shared albums. Upgrade your plan, or stop sharing an album.'],
    initialCount: 0,
    prepare: async (maker: TestPerson, whose: object = {}) => {
      const albums: Album[] = [];
      for (let index = 0; index < AT_ONCE + 5; index += 1)
        albums.push((await maker.call('POST', '/albums', { name: `Album ${index}`, ...whose })).json<{ result: Album }>().result);
      return async (person: TestPerson) => share(person, albums.pop() as Album);
    },
  },
};

/** Returns the person with requests sent to the other process. */
const elsewhere = (person: TestPerson): TestPerson => ({
  ...person,
  call: (method, url, body) =>
    otherProcess.app.inject({ method, url: `/api${url}`, headers: { authorization: person.token }, payload: body as object }),
});

describe.each(['albums', 'playlists', 'sharingGroups'] as const)('the number of %s', (kind) => {
  const { refusal, initialCount, prepare } = KINDS[kind];
  const [code, message] = refusal;

  it('is limited by the plan, and grows with a larger plan', async () => {
    const ana = await aPerson(test);
    await aPlan(test, ana);
    const add = await prepare(ana);
    await aPlan(test, ana, { [kind]: initialCount + 2 });
    expect([(await add(ana)).statusCode, (await add(ana)).statusCode].every((status) => status < 300)).toBe(true);
    const refused = await add(ana);
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { code, message }]);
    await aPlan(test, ana, { [kind]: initialCount + 3 });
    expect((await add(ana)).statusCode).toBeLessThan(300);
    expect((await add(ana)).json()).toMatchObject({ code });
  });

  it('does not exceed the limit for twenty concurrent requests to two processes', async () => {
    const ana = await aPerson(test);
    await aPlan(test, ana);
    const add = await prepare(ana);
    await aPlan(test, ana, { [kind]: initialCount + 7 });
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => add(index % 2 === 0 ? ana : elsewhere(ana))));
    const refused = answers.filter(({ statusCode }) => statusCode === 403);
    expect([answers.filter(({ statusCode }) => statusCode < 300).length, refused.length]).toEqual([7, AT_ONCE - 7]);
    expect(new Set(refused.map((answer) => answer.json<{ code: string }>().code))).toEqual(new Set([code]));
  });

  it('does not grow after the plan has ended', async () => {
    const ana = await aPerson(test);
    await aPlan(test, ana);
    const add = await prepare(ana);
    await add(ana);
    await ended(ana);
    const refused = await add(ana);
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: 'PLAN_ENDED', message: ENDED }]);
  });

  it('of a family counts against its owner’s plan together with the owner’s own, and not against members’ plans', async () => {
    const [owner, member] = [await aPerson(test), await aPerson(test)];
    const orgId = await anOrganisation(test, owner, member);
    await aPlan(test, owner);
    await aPlan(test, member);
    const add = await prepare(owner, { orgId });
    const addOwn = await prepare(member);
    await aPlan(test, owner, { [kind]: initialCount + 2 });
    await aPlan(test, member, { [kind]: initialCount + 1 });
    expect((await add(owner, { orgId })).statusCode).toBeLessThan(300);
    expect((await add(member, { orgId })).statusCode).toBeLessThan(300);
    expect((await add(member, { orgId })).json()).toMatchObject({ code });
    expect((await add(owner)).json()).toMatchObject({ code });
    expect((await addOwn(member)).statusCode).toBeLessThan(300);
    expect((await addOwn(member)).json()).toMatchObject({ code });
  });

  it('is unlimited for accounts without plans', async () => {
    const admin = await aPerson(test);
    await test.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.user._id).execute();
    const add = await prepare(admin);
    for (let index = 0; index < 12; index += 1) expect((await add(admin)).statusCode).toBeLessThan(300);
  });
});

describe('the Free plan', () => {
  it('has twenty albums, ten playlists and five shared albums', async () => {
    const ana = await aPerson(test);
    const albums: Album[] = [];
    for (let index = 0; index < 19; index += 1) albums.push(await anAlbum(ana));
    expect((await ana.call('POST', '/albums', { name: 'One more' })).json()).toMatchObject({ code: 'ALBUM_LIMIT' });
    for (let index = 0; index < 10; index += 1) await aPlaylist(ana);
    expect((await ana.call('POST', '/playlists', { name: 'One more' })).json()).toMatchObject({ code: 'PLAYLIST_LIMIT' });
    for (const album of albums.slice(0, 5)) expect((await share(ana, album)).statusCode).toBe(200);
    expect((await share(ana, albums[5] as Album)).json()).toMatchObject({ code: 'SHARING_LIMIT' });
  });
});

describe('changing to a smaller plan', () => {
  it('keeps all content editable and deletable, and restores from the bin', async () => {
    const ana = await aPerson(test);
    await aPlan(test, ana);
    const [one, two] = [await anAlbum(ana), await anAlbum(ana)];
    const playlist = await aPlaylist(ana);
    await joinAlbum(ana, one._id, guest, 'read');
    await share(ana, two);
    await aPlan(test, ana, { albums: 1, playlists: 0, sharingGroups: 0 });
    expect((await ana.call('PUT', `/albums/${one._id}`, { name: 'Renamed' })).statusCode).toBe(200);
    expect((await ana.call('PUT', `/playlists/${playlist._id}`, { name: 'Renamed' })).statusCode).toBe(200);
    expect((await guest.call('GET', `/medias/${one._id}`)).statusCode).toBe(200);
    await ana.call('DELETE', `/albums/${one._id}`);
    expect((await ana.call('PUT', `/bin/${ana.user._id}/restore`, { albumIdArr: [one._id], mediaIdArr: [] })).statusCode).toBe(200);
    expect((await ana.call('POST', '/albums', { name: 'One more' })).json()).toMatchObject({ code: 'ALBUM_LIMIT' });
  });
});

describe('a shared album', () => {
  it('accepts more people, other permissions and replacements at the limit and after the end of the plan', async () => {
    const ana = await aPerson(test);
    const [shared, other] = [await anAlbum(ana), await anAlbum(ana)];
    await aPlan(test, ana, { sharingGroups: 1 });
    expect((await share(ana, shared, 'nobody.yet@example.com')).statusCode).toBe(200);
    expect((await share(ana, other)).json()).toMatchObject({ code: 'SHARING_LIMIT' });
    expect((await share(ana, shared)).statusCode).toBe(200);
    await aPlan(test, ana, { sharingGroups: 0 });
    expect((await share(ana, shared, 'another@example.com')).statusCode).toBe(200);
    await ended(ana);
    const people = { emailArr: [{ email: 'third@example.com', permission: 'read' }] };
    const removal = { userRemoveId: [guest.user._id, 'nobody.yet@example.com', 'another@example.com'] };
    expect((await ana.call('PUT', `/albums/share/${shared._id}`, { ...people, ...removal })).statusCode).toBe(200);
    expect((await share(ana, other)).json()).toMatchObject({ code: 'PLAN_ENDED' });
  });

  it('no longer counts when the last share ends or the album is in the bin', async () => {
    const ana = await aPerson(test);
    const [one, two, three] = [await anAlbum(ana), await anAlbum(ana), await anAlbum(ana)];
    await aPlan(test, ana, { sharingGroups: 1 });
    await share(ana, one);
    await ana.call('DELETE', `/albums/shares/${one._id}`, { userRemoveId: [guest.user._id] });
    expect((await share(ana, two)).statusCode).toBe(200);
    await ana.call('DELETE', `/albums/${two._id}`);
    expect((await share(ana, three)).statusCode).toBe(200);
    expect((await share(ana, one)).json()).toMatchObject({ code: 'SHARING_LIMIT' });
  });
});

describe('a grant', () => {
  const carried = { users: 1, devices: 2, extraDevices: 0, storageBytes: 15e9, playlists: 10, albums: null, sharingGroups: 5 };
  const soon = () => new Date(Date.now() + HOUR_MS);

  it('replaces only the grant of the same source, and leaves the other one when it is revoked', async () => {
    const { user } = await aPerson(test);
    const entitlements = test.modules.getApi(entitlementsModule);
    const grant = { ...carried, userId: user._id, planName: 'Single User', endsAt: soon() };
    const find = () => entitlements.find(test.db, user._id);
    await test.db.transaction().execute(async (tx) => {
      await entitlements.grant(tx, { ...grant, source: 'card' });
      await entitlements.grant(tx, { ...grant, source: 'given', planName: 'Family Plan', devices: 1, storageBytes: 35e9, playlists: null });
      await entitlements.grant(tx, { ...grant, source: 'card', devices: 7 });
    });
    expect(await find()).toMatchObject({ planName: 'Family Plan', devices: 7, storageBytes: 35e9, playlists: null, isTrial: false });
    await test.db.transaction().execute((tx) => entitlements.revoke(tx, user._id, 'given'));
    expect(await find()).toMatchObject({ planName: 'Single User', devices: 7, storageBytes: 15e9, playlists: 10 });
    await test.db.transaction().execute((tx) => entitlements.revoke(tx, user._id, 'card'));
    expect(await find()).toMatchObject({ planName: 'Free', isTrial: true });
  });
});
