import { randomUUID } from 'node:crypto';
import { type Album, type Device, FAMILY_PLAN, type Manifest, type Organisation, type Playlist } from '@vitrine/contract';
import { aJpeg } from '../../apps/server/src/testing/media-files.ts';
import { ApiPerson } from '../../e2e/api.ts';
import { givePlan } from '../../e2e/product-database.ts';
import { until } from '../../e2e/until.ts';
import { checkFamilyBooks, type House, mailsTo } from './family-invariants.ts';
import { waitForIdleQueue } from './money-invariants.ts';
import { assert, type Scenario } from './round.ts';

/** A change during which the server is killed, and the state that must hold once it is complete. */
interface Change {
  name: string;
  click: (house: House) => Promise<{ status: number }>;
  /** Whether it has happened. */
  hasHappened: (owners: { family: string | undefined }, house: House) => boolean;
  /** How many items each playlist shows on the family's wall and on the member's, before and after. */
  shows: { before: Shown; after: Shown };
  /** Expected emails: recipient and subject. */
  mails: (house: House) => [to: ApiPerson, subject: RegExp][];
  /** Status of a repeated click after the first one succeeded. */
  again: number;
}

interface Shown {
  family: Record<'ofFamily' | 'ofMember', number | undefined>;
  member: Record<'ofFamily' | 'ofMember', number | undefined>;
}

/**
 * Both playlists on both screens. The family's playlist shows the family's album and one of its owner's; the member's shows one of the member's and the
 * family's.
 */
const TOGETHER: Shown = { family: { ofFamily: 2, ofMember: 2 }, member: { ofFamily: 2, ofMember: 2 } };

const CHANGES: readonly Change[] = [
  {
    name: 'family-dissolve',
    click: ({ owner, orgId }) => owner.call('DELETE', `/organizations/${orgId}`),
    hasHappened: ({ family }) => family === undefined,
    shows: { before: TOGETHER, after: { family: { ofFamily: 2, ofMember: undefined }, member: { ofFamily: undefined, ofMember: 1 } } },
    mails: ({ member, next }) => [
      [member, /dissolved/],
      [next, /dissolved/],
    ],
    again: 404,
  },
  {
    name: 'family-hand-over',
    click: ({ owner, next, orgId }) =>
      owner.call('PUT', `/organizations/${orgId}/owner`, { userId: next.userId, password: owner.password }),
    hasHappened: ({ family }, { next }) => family === next.userId,
    shows: { before: TOGETHER, after: { family: { ofFamily: 1, ofMember: 2 }, member: { ofFamily: 1, ofMember: 2 } } },
    mails: ({ owner, member, next }) => [
      [next, /is yours now/],
      [member, /has a new owner/],
      [owner, /has a new owner/],
    ],
    again: 403,
  },
];

/** The server is killed while a family is dissolved or handed over: all of it has happened or nothing has, and a second click does the rest. */
const scenarioOf =
  (change: Change) =>
  async ({ product }: ApiPerson): Promise<Scenario> => {
    const bytes = await aJpeg();
    let house: House;

    const check = async (): Promise<boolean> => {
      await waitForIdleQueue(product);
      const { family } = await checkFamilyBooks(product, house);
      const hasHappened = change.hasHappened({ family }, house);
      const expected = hasHappened ? change.shows.after : change.shows.before;
      for (const wall of ['family', 'member'] as const) await checkWall(house, wall, expected[wall]);
      for (const [person, subject] of change.mails(house)) {
        const count = (await mailsTo(person)).filter((text) => subject.test(text)).length;
        assert(
          count === (hasHappened ? 1 : 0),
          `${count} mails ${String(subject)} to one who has ${hasHappened ? '' : 'not '}to hear of it`,
        );
      }
      return hasHappened;
    };

    return {
      name: change.name,
      withinMs: 150,
      async prepare() {
        house = await aHouse(product, bytes);
        assert(!(await check()), 'it has happened before the click');
      },
      work: async () => void (await change.click(house)),
      async verify() {
        const hasHappened = await check();
        const { status } = await change.click(house);
        assert(status === (hasHappened ? change.again : 200), `the second click was answered ${status}`);
        assert(await check(), 'it has not happened after the second click');
      },
    };
  };

export const familyScenarios = Object.fromEntries(CHANGES.map((change) => [change.name, scenarioOf(change)]));

/** Creates an owner, a member with a screen, and another member who may become the owner. Each has added a photo to the family. */
async function aHouse(product: ApiPerson['product'], bytes: Buffer): Promise<House> {
  const [owner, member, next] = [await newcomer(product), await newcomer(product), await newcomer(product)];
  for (const person of [owner, next]) await givePlan(person, { plan_name: FAMILY_PLAN, users: 6, devices: 20 });
  await givePlan(member, { devices: 20 });
  const { id: orgId } = await owner.must<Organisation>('POST', '/organizations', { name: 'The Limas' });
  await owner.must('POST', '/users/org/user', { orgId, emails: [member.email, next.email] });
  const inFamily = { orgId };
  const albumId = (await member.must<Album>('POST', '/albums', { name: 'Together', ...inFamily }))._id;
  const ofOwner = (await owner.album('Of the owner'))._id;
  const ofMember = (await member.album('Of the member'))._id;
  for (const [person, album] of [
    [member, albumId],
    [owner, ofOwner],
    [member, ofMember],
  ] as const)
    await person.attach(album, [(await person.upload('wall.jpg', bytes)).key]);
  const walls = { family: await aWall(member, inFamily), member: await aWall(member) };
  const playlists = {
    ofFamily: await aPlaylist(owner, [albumId, ofOwner], inFamily),
    ofMember: await aPlaylist(member, [ofMember, albumId]),
  };
  await until('the photos are ready', async () => {
    const seen = [await owner.media(albumId), await owner.media(ofOwner), await member.media(ofMember)];
    return seen.every(([photo]) => photo?.status === 6);
  });
  for (const playlistId of Object.values(playlists))
    await member.publish(
      playlistId,
      Object.values(walls).map(({ id }) => id),
    );
  return { owner, member, next, orgId, albumId, walls, playlists };
}

const newcomer = (product: ApiPerson['product']) => ApiPerson.create(product, `${randomUUID()}@example.com`);

async function aWall(person: ApiPerson, whose: object = {}): Promise<House['walls']['family']> {
  const screen = await person.screen();
  const body = { name: 'Wall', deviceId: screen.deviceId, timeZone: 'UTC', ...whose };
  return { ...screen, id: (await person.must<Device>('POST', '/devices', body))._id };
}

async function aPlaylist(person: ApiPerson, albumIds: string[], whose: object = {}): Promise<string> {
  const { _id } = await person.must<Playlist>('POST', '/playlists', { name: 'Evenings', ...whose });
  await person.must('POST', `/playlists/album/add/${_id}`, { albumArr: albumIds.map((albumId) => ({ albumId })) });
  return _id;
}

async function checkWall({ owner, walls, playlists }: House, which: keyof House['walls'], expected: Shown['family']): Promise<void> {
  const wall = walls[which];
  const answer = await owner.bytes('/screens/manifest', { authorization: `Screen ${wall.deviceId}:${wall.secret}` });
  const { result } = (await answer.json()) as { result: Manifest };
  for (const [name, playlistId] of Object.entries(playlists)) {
    const items = result.publishes.find((publish) => publish.playlistId === playlistId)?.items.length;
    const wanted = expected[name as keyof typeof playlists];
    assert(items === wanted, `the wall of the ${which} shows ${items ?? 'nothing'} of the playlist ${name}, not ${wanted ?? 'nothing'}`);
  }
}
