/** Playback when a member leaves a family, and when it is transferred. */
import type { Manifest, Publish } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, aPhoto, aPlan, aScreen, aStoredPhoto, type TestPerson, type TestScreen, uploadFile } from '../../testing/builders.ts';
import { aFamily, aFamilyPlan } from '../../testing/families.ts';
import { type CapturedMessages, captureLiveMessages } from '../../testing/live-messages.ts';
import { aJpeg } from '../../testing/media-files.ts';
import { runWhileLocked } from '../../testing/run-while-locked.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { lockStorageUsage } from '../entitlements/index.ts';

let test: TestApp;
let liveMessages: CapturedMessages;
beforeAll(async () => {
  test = await openTestApp();
  liveMessages = await captureLiveMessages(test);
});
afterAll(async () => {
  await liveMessages.stop();
  await test.close();
});

interface Wall {
  screen: TestScreen;
  deviceId: string;
}

const made = async (answer: ReturnType<TestPerson['call']>): Promise<string> =>
  (await answer).json<{ result: { _id: string } }>().result._id;

/** Creates an album with one photo. */
async function anAlbumOf(person: TestPerson, whose: object = {}): Promise<string> {
  const albumId = await made(person.call('POST', '/albums', { name: 'Summer', ...whose }));
  await aStoredPhoto(test, person, albumId);
  return albumId;
}

async function aPlaylistOf(person: TestPerson, albumIds: string[], whose: object = {}): Promise<string> {
  const id = await made(person.call('POST', '/playlists', { name: 'Evenings', ...whose }));
  const answer = await person.call('POST', `/playlists/album/add/${id}`, { albumArr: albumIds.map((albumId) => ({ albumId })) });
  expect(answer.statusCode).toBe(200);
  return id;
}

async function aWallOf(person: TestPerson, whose: object = {}): Promise<Wall> {
  const screen = await aScreen(test);
  const body = { name: 'Kitchen', deviceId: screen.deviceId, timeZone: 'UTC', ...whose };
  return { screen, deviceId: await made(person.call('POST', '/devices', body)) };
}

/** Runs all jobs, so that none refreshes the playlists later. */
async function publish(person: TestPerson, playlistId: string, ...walls: Wall[]): Promise<void> {
  const answer = await person.call('POST', '/publishes', { playlistId, deviceId: walls.map(({ deviceId }) => deviceId) });
  expect(answer.statusCode).toBe(201);
  await test.runJobs();
}

const manifestOf = async ({ screen }: Wall) => (await screen.get('/screens/manifest')).json<{ result: Manifest }>().result;
/** Returns the number of items of each playlist on a screen, by the playlist's id. */
const shows = async (wall: Wall) =>
  Object.fromEntries((await manifestOf(wall)).publishes.map(({ playlistId, items }) => [playlistId, items.length]));

async function handOver(orgId: string, from: TestPerson, to: TestPerson): Promise<void> {
  await aFamilyPlan(test, to);
  const answer = await from.call('PUT', `/organizations/${orgId}/owner`, { userId: to.user._id, password: from.password });
  expect(answer.statusCode).toBe(200);
}

/** Creates a family of an owner and a member with own devices and playlists; both may publish either kind on either. */
async function createFamilySetup() {
  const [owner, member] = [await aPerson(test, { name: 'Olga' }), await aPerson(test, { name: 'Mia', devices: 20 })];
  const { orgId } = await aFamily(test, owner, [member]);
  await aPlan(test, owner, { devices: 20 });
  const family = {
    albumId: await anAlbumOf(owner, { orgId }),
    wall: await aWallOf(owner, { orgId }),
  };
  const own = { albumId: await anAlbumOf(member), wall: await aWallOf(member) };
  return {
    owner,
    member,
    orgId,
    family: { ...family, playlistId: await aPlaylistOf(owner, [family.albumId], { orgId }) },
    own: { ...own, playlistId: await aPlaylistOf(member, [own.albumId]) },
    leave: () => member.call('DELETE', `/organizations/${orgId}/members/${member.user._id}`),
  };
}

describe('a private playlist on a screen of the family', () => {
  it('is listed for other members with the name of its owner, without its cover', async () => {
    const { owner, member, family, own } = await createFamilySetup();
    await publish(member, own.playlistId, family.wall);
    await publish(owner, family.playlistId, family.wall);
    const list = async (person: TestPerson) => {
      const { result } = (await person.call('GET', `/publishes?deviceId=${family.wall.deviceId}`)).json<{ result: Publish[] }>();
      return Object.fromEntries(result.map(({ playlistId }) => [playlistId._id, playlistId]));
    };
    expect((await list(owner))[own.playlistId]).toMatchObject({ thumbnail: null, ownerName: 'Mia' });
    for (const seen of [
      (await list(owner))[family.playlistId],
      (await list(member))[own.playlistId],
      (await list(member))[family.playlistId],
    ]) {
      expect(seen?.thumbnail).not.toBeNull();
      expect(seen).not.toHaveProperty('ownerName');
    }
  });
});

describe('a member who leaves a family', () => {
  it('loses the family’s playlists on their screens and their playlists on the family’s screens, and keeps their own', async () => {
    const { member, family, own, leave } = await createFamilySetup();
    await publish(member, family.playlistId, family.wall, own.wall);
    await publish(member, own.playlistId, family.wall, own.wall);
    const before = [await manifestOf(family.wall), await manifestOf(own.wall)];
    expect(before.map(({ publishes }) => publishes.length)).toEqual([2, 2]);
    await leave();
    expect(await shows(family.wall)).toEqual({ [family.playlistId]: 1 });
    expect(await shows(own.wall)).toEqual({ [own.playlistId]: 1 });
    expect((await manifestOf(family.wall)).revision).toBeGreaterThan(before[0]?.revision ?? 0);
    expect((await manifestOf(own.wall)).revision).toBeGreaterThan(before[1]?.revision ?? 0);
  });

  it('causes messages to the affected screens and their owners only', async () => {
    const { owner, member, family, own, leave } = await createFamilySetup();
    await publish(member, family.playlistId, own.wall);
    await publish(member, own.playlistId, family.wall);
    const messages = await liveMessages.captureDuring(leave);
    const synced = messages.filter(({ event }) => event === 'sync');
    const screens = await test.db.selectFrom('devices').select(['id', 'screen_id']).execute();
    const roomOf = ({ deviceId }: Wall) => `screen:${screens.find(({ id }) => id === deviceId)?.screen_id}`;
    expect(new Set(synced.flatMap(({ rooms }) => rooms))).toEqual(new Set([family.wall, own.wall].map(roomOf)));
    const isAbout = (payload: unknown, deviceId: string) => (payload as { deviceId?: string }).deviceId === deviceId;
    const roomsOf = (deviceId: string) =>
      messages.filter(({ event, payload }) => event === 'publishUpdate' && isAbout(payload, deviceId)).flatMap(({ rooms }) => rooms);
    expect(roomsOf(family.wall.deviceId)).toEqual([`person:${owner.user._id}`]);
    expect(roomsOf(own.wall.deviceId)).toEqual([`person:${member.user._id}`]);
  });

  it('loses access of their screens to the family’s files', async () => {
    const { member, family, own, leave } = await createFamilySetup();
    await publish(member, family.playlistId, own.wall);
    const [file] = (await manifestOf(own.wall)).files;
    const bytes = () => own.wall.screen.get(`/screens/files/${file?.sha256}`);
    expect((await bytes()).statusCode).toBe(200);
    await leave();
    expect((await bytes()).statusCode).toBe(404);
  });

  it('loses the family’s albums in their playlists with one new manifest', async () => {
    const { owner, member, orgId, family, own, leave } = await createFamilySetup();
    const second = await anAlbumOf(owner, { orgId });
    const mixed = await aPlaylistOf(member, [own.albumId, family.albumId, second]);
    await publish(member, mixed, own.wall);
    const before = await manifestOf(own.wall);
    expect(before.publishes[0]?.items).toHaveLength(3);
    await leave();
    await test.runJobs();
    const after = await manifestOf(own.wall);
    expect(after.publishes[0]?.items).toHaveLength(1);
    expect(after.revision).toBe(before.revision + 1);
  });

  it('leaves unaffected screens unchanged', async () => {
    const { owner, member, family, own, leave } = await createFamilySetup();
    await publish(owner, family.playlistId, family.wall);
    await publish(member, own.playlistId, own.wall);
    const before = [await manifestOf(family.wall), await manifestOf(own.wall)];
    await leave();
    await test.runJobs();
    expect([await manifestOf(family.wall), await manifestOf(own.wall)]).toEqual(before);
  });

  it('keeps the content of a second, own family, and loses that of the first one', async () => {
    const { member, family, leave } = await createFamilySetup();
    const second = await aFamily(test, member, [], { name: 'The others' });
    const theirs = { orgId: second.orgId };
    const wall = await aWallOf(member, theirs);
    const playlistId = await aPlaylistOf(member, [await anAlbumOf(member, theirs), family.albumId], theirs);
    await publish(member, playlistId, wall, family.wall);
    await publish(member, family.playlistId, wall);
    await leave();
    await test.runJobs();
    expect(await shows(wall)).toEqual({ [playlistId]: 1 });
    expect(await shows(family.wall)).toEqual({});
  });

  it('cannot leave a concurrent publish behind', async () => {
    for (let round = 0; round < 8; round++) {
      const { member, family, own, leave } = await createFamilySetup();
      const attempts = [
        member.call('POST', '/publishes', { playlistId: family.playlistId, deviceId: own.wall.deviceId }),
        member.call('POST', '/publishes', { playlistId: own.playlistId, deviceId: family.wall.deviceId }),
        leave(),
        member.call('POST', '/publishes', { playlistId: family.playlistId, deviceId: own.wall.deviceId }),
      ];
      const [, , left, ...others] = await Promise.all(attempts);
      expect(left?.statusCode).toBe(200);
      for (const answer of others) expect([201, 404]).toContain(answer.statusCode);
      expect(await shows(own.wall)).toEqual({});
      expect(await shows(family.wall)).toEqual({});
    }
  });

  it('does not deadlock with concurrent publishes and reordering', async () => {
    for (let round = 0; round < 6; round++) {
      const { owner, member, family, own, leave } = await createFamilySetup();
      const second = await aPlaylistOf(member, [own.albumId]);
      for (const playlistId of [family.playlistId, own.playlistId, second]) await publish(member, playlistId, family.wall, own.wall);
      const onFamily = (await owner.call('GET', `/publishes?deviceId=${family.wall.deviceId}`)).json<{ result: Publish[] }>().result;
      const arrange = (change: object) => onFamily.map(({ _id }) => owner.call('PUT', `/publishes/${_id}`, change));
      const both = { playlistId: family.playlistId, deviceId: family.wall.deviceId };
      const attempts = [
        ...arrange({ mainPlaylist: true }),
        leave(),
        owner.call('POST', '/publishes', both),
        ...arrange({ status: 'active' }),
      ];
      for (const answer of await Promise.all(attempts)) expect([200, 201, 404]).toContain(answer.statusCode);
      expect(await shows(own.wall)).toEqual({ [own.playlistId]: 1, [second]: 1 });
      expect(await shows(family.wall)).toEqual({ [family.playlistId]: 1 });
    }
  });
});

describe('dissolving a family', () => {
  /** Creates a second member with a screen and a playlist like the first one's. */
  async function aFullHouse() {
    const setup = await createFamilySetup();
    const second = await aPerson(test, { name: 'Nuno', devices: 20 });
    await setup.owner.call('POST', '/users/org/user', { orgId: setup.orgId, emails: [second.email] });
    const own = { albumId: await anAlbumOf(second), wall: await aWallOf(second) };
    const ofSecond = { ...own, playlistId: await aPlaylistOf(second, [own.albumId, setup.family.albumId]) };
    const people = [setup.member, second];
    const dissolve = () => setup.owner.call('DELETE', `/organizations/${setup.orgId}`);
    return { ...setup, second, ofSecond, people, dissolve };
  }

  it('keeps the family’s playlists on the owner’s screens, and the members’ own on theirs', async () => {
    const { owner, member, second, family, own, ofSecond, dissolve } = await aFullHouse();
    await publish(owner, family.playlistId, family.wall);
    await publish(member, family.playlistId, own.wall);
    await publish(member, own.playlistId, own.wall, family.wall);
    await publish(second, family.playlistId, ofSecond.wall);
    await publish(second, ofSecond.playlistId, ofSecond.wall, family.wall);
    const before = await manifestOf(family.wall);
    expect((await dissolve()).statusCode).toBe(200);
    await test.runJobs();
    expect(await shows(family.wall)).toEqual({ [family.playlistId]: 1 });
    expect(await shows(own.wall)).toEqual({ [own.playlistId]: 1 });
    expect(await shows(ofSecond.wall)).toEqual({ [ofSecond.playlistId]: 1 });
    expect((await manifestOf(family.wall)).revision).toBe(before.revision + 1);
  });

  it('leaves unaffected screens unchanged', async () => {
    const { owner, family, dissolve } = await aFullHouse();
    const ofOwner = await aWallOf(owner);
    await publish(owner, family.playlistId, family.wall, ofOwner);
    const before = [await manifestOf(family.wall), await manifestOf(ofOwner)];
    expect((await dissolve()).statusCode).toBe(200);
    await test.runJobs();
    expect([await manifestOf(family.wall), await manifestOf(ofOwner)]).toEqual(before);
  });

  it('by deleting its owner’s account removes the family’s playlists from the members’ screens', async () => {
    const { owner, member, second, family, own, ofSecond } = await aFullHouse();
    await publish(member, family.playlistId, own.wall);
    await publish(second, ofSecond.playlistId, ofSecond.wall);
    const before = await manifestOf(own.wall);
    expect((await owner.call('DELETE', `/users/${owner.user._id}`, { password: owner.password })).statusCode).toBe(200);
    await test.runJobs();
    expect(await shows(own.wall)).toEqual({});
    expect((await manifestOf(own.wall)).revision).toBeGreaterThan(before.revision);
    expect(await shows(ofSecond.wall)).toEqual({ [ofSecond.playlistId]: 1 });
  });

  it('leaves no family content on the members’ screens despite concurrent publishes, without deadlocks', async () => {
    for (let round = 0; round < 6; round++) {
      const { people, family, own, ofSecond, dissolve } = await aFullHouse();
      const walls = [own.wall, ofSecond.wall];
      const publishes = people.flatMap((person, index) =>
        [family.playlistId, [own, ofSecond][index]?.playlistId].map((playlistId) =>
          person.call('POST', '/publishes', { playlistId, deviceId: [family.wall, walls[index]].map((wall) => wall?.deviceId) }),
        ),
      );
      const [dissolved, ...answers] = await Promise.all([dissolve(), ...publishes]);
      expect(dissolved?.statusCode).toBe(200);
      for (const answer of answers) expect([201, 404]).toContain(answer.statusCode);
      await test.runJobs();
      for (const wall of walls) expect(Object.keys(await shows(wall))).not.toContain(family.playlistId);
      const onFamily = Object.keys(await shows(family.wall));
      for (const { playlistId } of [own, ofSecond]) expect(onFamily).not.toContain(playlistId);
    }
  });
});

describe('deleting an account', () => {
  it('removes its playlists from the family’s screens and notifies them', async () => {
    const { member, family, own } = await createFamilySetup();
    await publish(member, own.playlistId, family.wall);
    const before = await manifestOf(family.wall);
    expect((await member.call('DELETE', `/users/${member.user._id}`, { password: member.password })).statusCode).toBe(200);
    expect(await shows(family.wall)).toEqual({});
    expect((await manifestOf(family.wall)).revision).toBeGreaterThan(before.revision);
  });
});

describe('transferring a family', () => {
  it('changes its playlists to the content that the new owner sees', async () => {
    const { owner, member, orgId, family } = await createFamilySetup();
    const ofOldOwner = await anAlbumOf(owner);
    const playlistId = await aPlaylistOf(owner, [family.albumId, ofOldOwner], { orgId });
    await publish(owner, playlistId, family.wall);
    expect(await shows(family.wall)).toEqual({ [playlistId]: 2 });
    await handOver(orgId, owner, member);
    await test.runJobs();
    expect(await shows(family.wall)).toEqual({ [playlistId]: 1 });
  });

  it('keeps the family’s content on screens of both owners', async () => {
    const { owner, member, orgId, family, own } = await createFamilySetup();
    const ofOwner = await aWallOf(owner);
    await publish(owner, family.playlistId, ofOwner, family.wall);
    await publish(member, family.playlistId, own.wall);
    const before = [await manifestOf(ofOwner), await manifestOf(family.wall), await manifestOf(own.wall)];
    await handOver(orgId, owner, member);
    await test.runJobs();
    expect([await manifestOf(ofOwner), await manifestOf(family.wall), await manifestOf(own.wall)]).toEqual(before);
  });
});

type FamilySetup = Awaited<ReturnType<typeof createFamilySetup>>;

/** Deletes a photo, and with it the cover of a playlist, while `act` waits for the photo's album. Fails with a deadlock if `act` locked the playlist first. */
const deleteCoverDuring = (setup: FamilySetup, albumId: string, act: () => ReturnType<TestPerson['call']>) =>
  runWhileLocked(test.db, {
    lock: (tx) => tx.selectFrom('albums').select('id').where('id', '=', albumId).forUpdate().execute(),
    act,
    duringWait: (tx) => tx.updateTable('playlists').set({ thumbnail_file_id: null }).where('id', '=', setup.family.playlistId).execute(),
  });

describe('playlists are locked after albums', () => {
  it.each([
    ['a family is dissolved', ({ owner, orgId }: FamilySetup) => owner.call('DELETE', `/organizations/${orgId}`)],
    ['a member leaves', ({ leave }: FamilySetup) => leave()],
  ])('when %s', async (_what, change) => {
    const setup = await createFamilySetup();
    await publish(setup.member, setup.family.playlistId, setup.own.wall);
    expect((await deleteCoverDuring(setup, setup.family.albumId, () => change(setup))).statusCode).toBe(200);
  });

  it.each([
    ['a member leaves', ({ leave }: FamilySetup) => leave()],
    [
      'a member’s account is deleted',
      ({ member }: FamilySetup) => member.call('DELETE', `/users/${member.user._id}`, { password: member.password }),
    ],
  ])('playlists, and albums after the family owner’s account, are locked when %s', async (_what, change) => {
    const setup = await createFamilySetup();
    const changed = await runWhileLocked(test.db, {
      lock: (tx) => lockStorageUsage(tx, setup.owner.user._id),
      act: () => change(setup),
      duringWait: (tx) => tx.selectFrom('albums').select('id').where('id', '=', setup.family.albumId).forNoKeyUpdate().execute(),
    });
    expect(changed.statusCode).toBe(200);
  });

  it('when albums are added to a playlist', async () => {
    const setup = await createFamilySetup();
    const albumId = await anAlbumOf(setup.owner, { orgId: setup.orgId });
    const added = await deleteCoverDuring(setup, albumId, () =>
      setup.owner.call('POST', `/playlists/album/add/${setup.family.playlistId}`, { albumArr: [{ albumId }] }),
    );
    expect(added.statusCode).toBe(200);
  });
});

describe.each([
  [
    'handed over',
    ({ owner, member, orgId }: FamilySetup) =>
      owner.call('PUT', `/organizations/${orgId}/owner`, { userId: member.user._id, password: owner.password }),
  ],
  ['dissolved', ({ owner, orgId }: FamilySetup) => owner.call('DELETE', `/organizations/${orgId}`)],
  ['left', ({ leave }: FamilySetup) => leave()],
])('a family that is being %s', (_how, change) => {
  it('does not deadlock with publishing, reordering, uploads or deletions', async () => {
    for (let round = 0; round < 4; round++) {
      const setup = await createFamilySetup();
      const { owner, member, orgId, family, own } = setup;
      await aFamilyPlan(test, member);
      const photo = await aPhoto(test, member, family.albumId);
      await owner.call('PUT', `/playlists/${family.playlistId}`, { thumbnail: { key: photo.mediaFile.key } });
      await publish(member, family.playlistId, family.wall, own.wall);
      const onFamily = (await owner.call('GET', `/publishes?deviceId=${family.wall.deviceId}`)).json<{ result: Publish[] }>().result;
      const file = await uploadFile(test, member, { name: 'more.jpg', bytes: await aJpeg() });
      const [changed, ...answers] = await Promise.all([
        change(setup),
        member.call('POST', '/publishes', { playlistId: family.playlistId, deviceId: [family.wall.deviceId, own.wall.deviceId] }),
        ...onFamily.map(({ _id }) => owner.call('PUT', `/publishes/${_id}`, { mainPlaylist: true })),
        member.call('DELETE', `/medias/${family.albumId}`, { mediaIdArr: [photo._id] }),
        member.call('POST', '/medias', { albumId: family.albumId, mediaFile: [{ key: file.key }] }),
        owner.call('POST', `/playlists`, { name: 'Another', orgId }),
        member.call('DELETE', `/albums/${family.albumId}`),
      ]);
      expect(changed.statusCode, changed.body).toBe(200);
      for (const { statusCode, body } of answers) expect(statusCode, body).toBeLessThan(500);
      await test.runJobs();
    }
  });
});
