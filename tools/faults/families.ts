import { randomUUID } from 'node:crypto';
import { type Album, type Device, FAMILY_PLAN, type Manifest, type Organisation, type Playlist } from '@vitrine/contract';
import { aJpeg } from '../../apps/server/src/testing/media-files.ts';
import { ApiPerson } from '../../e2e/api.ts';
import { givePlan } from '../../e2e/product-database.ts';
import { until } from '../../e2e/until.ts';
import { checkFamilyInvariants, type FamilySetup, listMailSubjects } from './family-invariants.ts';
import { waitForIdleQueue } from './money-invariants.ts';
import { assert, type Scenario } from './round.ts';

/** A change during which the server is killed, and the state that must hold once it is complete. */
interface Change {
  name: string;
  request: (setup: FamilySetup) => Promise<{ status: number }>;
  /** Returns true when the change was made. */
  isDone: (owners: { family: string | undefined }, setup: FamilySetup) => boolean;
  /** Number of items of each playlist on each screen, before and after the change. */
  items: { before: ItemCounts; after: ItemCounts };
  /** Expected emails: recipient and subject. */
  emails: (setup: FamilySetup) => [to: ApiPerson, subject: RegExp][];
  /** Status of a repeated request after the first one succeeded. */
  repeatStatus: number;
}

interface ItemCounts {
  family: Record<'ofFamily' | 'ofMember', number | undefined>;
  member: Record<'ofFamily' | 'ofMember', number | undefined>;
}

/**
 * Both playlists on both screens. The family's playlist shows the family's album and one of its owner's; the member's shows one of the member's and the
 * family's.
 */
const SHARED: ItemCounts = { family: { ofFamily: 2, ofMember: 2 }, member: { ofFamily: 2, ofMember: 2 } };

const CHANGES: readonly Change[] = [
  {
    name: 'family-dissolve',
    request: ({ owner, orgId }) => owner.call('DELETE', `/organizations/${orgId}`),
    isDone: ({ family }) => family === undefined,
    items: { before: SHARED, after: { family: { ofFamily: 2, ofMember: undefined }, member: { ofFamily: undefined, ofMember: 1 } } },
    emails: ({ member, nextOwner }) => [
      [member, /dissolved/],
      [nextOwner, /dissolved/],
    ],
    repeatStatus: 404,
  },
  {
    name: 'family-hand-over',
    request: ({ owner, nextOwner, orgId }) =>
      owner.call('PUT', `/organizations/${orgId}/owner`, { userId: nextOwner.userId, password: owner.password }),
    isDone: ({ family }, { nextOwner }) => family === nextOwner.userId,
    items: { before: SHARED, after: { family: { ofFamily: 1, ofMember: 2 }, member: { ofFamily: 1, ofMember: 2 } } },
    emails: ({ owner, member, nextOwner }) => [
      [nextOwner, /is yours now/],
      [member, /has a new owner/],
      [owner, /has a new owner/],
    ],
    repeatStatus: 403,
  },
];

/** Kills the server while a family is dissolved or transferred. The change must be made completely or not at all, and a second request must complete it. */
const createScenario =
  (change: Change) =>
  async ({ product }: ApiPerson): Promise<Scenario> => {
    const bytes = await aJpeg();
    let setup: FamilySetup;

    const check = async (): Promise<boolean> => {
      await waitForIdleQueue(product);
      const { family } = await checkFamilyInvariants(product, setup);
      const isDone = change.isDone({ family }, setup);
      const expected = isDone ? change.items.after : change.items.before;
      for (const name of ['family', 'member'] as const) await checkScreen(setup, name, expected[name]);
      for (const [person, subject] of change.emails(setup)) {
        const count = (await listMailSubjects(person)).filter((text) => subject.test(text)).length;
        assert(count === (isDone ? 1 : 0), `${count} emails ${String(subject)} to ${person.email}, expected ${isDone ? 1 : 0}`);
      }
      return isDone;
    };

    return {
      name: change.name,
      maxKillDelayMs: 150,
      async prepare() {
        setup = await createSetup(product, bytes);
        assert(!(await check()), 'the change was made before the request');
      },
      work: async () => void (await change.request(setup)),
      async verify() {
        const isDone = await check();
        const { status } = await change.request(setup);
        assert(status === (isDone ? change.repeatStatus : 200), `the second request returned ${status}`);
        assert(await check(), 'the change was not made after the second request');
      },
    };
  };

export const familyScenarios = Object.fromEntries(CHANGES.map((change) => [change.name, createScenario(change)]));

/** Creates an owner, a member with a screen, and another member who may become the owner. Each has added a photo to the family. */
async function createSetup(product: ApiPerson['product'], bytes: Buffer): Promise<FamilySetup> {
  const [owner, member, nextOwner] = [await createAccount(product), await createAccount(product), await createAccount(product)];
  for (const person of [owner, nextOwner]) await givePlan(person, { plan_name: FAMILY_PLAN, users: 6, devices: 20 });
  await givePlan(member, { devices: 20 });
  const { id: orgId } = await owner.request<Organisation>('POST', '/organizations', { name: 'The Limas' });
  await owner.request('POST', '/users/org/user', { orgId, emails: [member.email, nextOwner.email] });
  const familyScope = { orgId };
  const albumId = (await member.request<Album>('POST', '/albums', { name: 'Together', ...familyScope }))._id;
  const ownerAlbumId = (await owner.album('Of the owner'))._id;
  const memberAlbumId = (await member.album('Of the member'))._id;
  for (const [person, album] of [
    [member, albumId],
    [owner, ownerAlbumId],
    [member, memberAlbumId],
  ] as const)
    await person.attach(album, [(await person.upload('photo.jpg', bytes)).key]);
  const screens = { family: await createScreen(member, familyScope), member: await createScreen(member) };
  const playlists = {
    ofFamily: await createPlaylist(owner, [albumId, ownerAlbumId], familyScope),
    ofMember: await createPlaylist(member, [memberAlbumId, albumId]),
  };
  await until('the photos are ready', async () => {
    const lists = [await owner.media(albumId), await owner.media(ownerAlbumId), await member.media(memberAlbumId)];
    return lists.every(([photo]) => photo?.status === 6);
  });
  for (const playlistId of Object.values(playlists))
    await member.publish(
      playlistId,
      Object.values(screens).map(({ id }) => id),
    );
  return { owner, member, nextOwner, orgId, albumId, screens, playlists };
}

const createAccount = (product: ApiPerson['product']) => ApiPerson.create(product, `${randomUUID()}@example.com`);

async function createScreen(person: ApiPerson, scope: object = {}): Promise<FamilySetup['screens']['family']> {
  const screen = await person.screen();
  const body = { name: 'Wall', deviceId: screen.deviceId, timeZone: 'UTC', ...scope };
  return { ...screen, id: (await person.request<Device>('POST', '/devices', body))._id };
}

async function createPlaylist(person: ApiPerson, albumIds: string[], scope: object = {}): Promise<string> {
  const { _id } = await person.request<Playlist>('POST', '/playlists', { name: 'Evenings', ...scope });
  await person.request('POST', `/playlists/album/add/${_id}`, { albumArr: albumIds.map((albumId) => ({ albumId })) });
  return _id;
}

async function checkScreen(
  { owner, screens, playlists }: FamilySetup,
  screenName: keyof FamilySetup['screens'],
  expected: ItemCounts['family'],
): Promise<void> {
  const screen = screens[screenName];
  const response = await owner.bytes('/screens/manifest', { authorization: `Screen ${screen.deviceId}:${screen.secret}` });
  const { result } = (await response.json()) as { result: Manifest };
  for (const [name, playlistId] of Object.entries(playlists)) {
    const items = result.publishes.find((publish) => publish.playlistId === playlistId)?.items.length;
    const expectedItems = expected[name as keyof typeof playlists];
    assert(
      items === expectedItems,
      `the screen of the ${screenName} has ${items ?? 'no'} items of the playlist ${name}, expected ${expectedItems ?? 'none'}`,
    );
  }
}
