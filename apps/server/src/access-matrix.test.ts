/**
 * Every route of the API against every kind of actor: with what is one person's own, and again with what is their family's. The modules declare the
 * cases (x.access-cases.ts); a route that is in none of them fails, so that a new one is decided on purpose.
 */
import { randomUUID } from 'node:crypto';
import { FAMILY_PLAN, type Subscribed } from '@vitrine/contract';
import { CONSOLE_ROLES, type ConsoleRole, rolesWith } from '@vitrine/contract/capabilities';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccessCase, MatrixObjects } from './modules/access/index.ts';
import { collectAccessCases, listMatrixRoutes } from './testing/access-cases.ts';
import { aPerson, aPlan, aScreen, aStoredPhoto, signIn, type TestPerson } from './testing/builders.ts';
import { aFamily } from './testing/families.ts';
import { aSubscription } from './testing/payers.ts';
import { forgeView } from './testing/staff.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';
import { MODULES } from './wiring.ts';

type Outcome = 'through' | 401 | 403 | 404;
const ACTORS = [
  'anonymous',
  'user',
  'member',
  'formerMember',
  'otherUser',
  'otherOwner',
  'otherMember',
  'admin',
  'superAdmin',
  'support',
  'partnerAdmin',
  'partnerSupport',
  'adminViewing',
  'supportViewing',
  'adminPermitted',
  'adminUnpermitted',
  'host',
  'advUser',
  'disabled',
  'unverified',
  'expired',
] as const;
type ActorName = (typeof ACTORS)[number];
type Row = Record<ActorName, Outcome>;

/** Those who are no session's, then what the others get unless said otherwise. */
const row = (others: Outcome, said: Partial<Row>): Row => ({
  ...(Object.fromEntries(ACTORS.map((actor) => [actor, others])) as Row),
  anonymous: 401,
  disabled: 401,
  unverified: 401,
  expired: 401,
  ...said,
});
const everybody = Object.fromEntries(ACTORS.map((actor) => [actor, 'through'])) as Row;

/** The actors of each console role, including those that view an account, with and without consent mode. */
const STAFF = {
  superAdmin: ['superAdmin'],
  admin: ['admin', 'adminViewing', 'adminPermitted', 'adminUnpermitted'],
  support: ['support', 'supportViewing'],
  partnerAdmin: ['partnerAdmin'],
  partnerSupport: ['partnerSupport'],
} satisfies Record<ConsoleRole, ActorName[]>;
const forStaff = (roles: readonly ConsoleRole[]): Partial<Row> =>
  Object.fromEntries(roles.flatMap((role) => STAFF[role]).map((actor) => [actor, 'through']));

const KINDS = {
  public: everybody,
  self: row('through', {}),
  read: row(404, { user: 'through', adminViewing: 'through', adminPermitted: 'through', supportViewing: 'through' }),
  write: row(404, { user: 'through', adminViewing: 'through', adminPermitted: 'through' }),
  consoleAndOwnRead: row(404, { user: 'through', ...forStaff(['superAdmin', 'admin', 'support']) }),
  consoleAndOwnWrite: row(404, { user: 'through', ...forStaff(['superAdmin', 'admin']) }),
  administratorRead: row(404, forStaff(CONSOLE_ROLES)),
  ownOnly: row(404, { user: 'through' }),
  screen: Object.fromEntries(ACTORS.map((actor) => [actor, 401])) as Row,
} satisfies Record<Exclude<AccessCase['kind'], 'console'>, Row>;

/** Who may is what the table of capabilities says of the route's. */
function rowOf(name: string, { kind, isOwnPlatforms, unpermitted }: AccessCase): Row {
  if (kind !== 'console') return KINDS[kind];
  const capability = test.routes().find(({ method, url }) => `${method} ${url}` === name)?.capability;
  if (!capability) throw new Error(`${name} has no capability`);
  const allowed = rolesWith(capability).filter((role) => !(isOwnPlatforms && role.startsWith('partner')));
  return row(404, { ...forStaff(allowed), ...(unpermitted && { adminUnpermitted: unpermitted }) });
}

/**
 * The same of a family that `user` owns: who belongs to it does with its things what `user` does. A former member gets what secondMembers get, and so does
 * the owner of another family.
 */
const familyRow = (name: string, entry: AccessCase): Row => {
  const known = rowOf(name, entry);
  return entry.kind === 'console' ? known : { ...known, member: entry.member ?? 'through' };
};

const THING = /\{(albumId|otherAlbumId|mediaId|fileKey|playlistId|deviceId|tagId|publishId)\}/;
const isOfFamilies = (entry: AccessCase) => JSON.stringify(entry).includes('{orgId}');

/** Lists and what is made, with a family named beside whoever asks: an account of their own is everybody's, a family is its members'. */
const BY_ORGANISATION: [method: string, url: string, kind: 'read' | 'write', body?: object][] = [
  ['GET', '/albums?orgId={orgId}', 'read'],
  ['GET', '/albums/all/search?string=Summer&orgId={orgId}', 'read'],
  ['GET', '/medias/search?string=photo&orgId={orgId}', 'read'],
  ['GET', '/albums/users/storages/{selfId}?orgId={orgId}', 'read'],
  ['GET', '/bin/{selfId}?orgId={orgId}', 'read'],
  ['GET', '/playlists/{selfId}?orgId={orgId}', 'read'],
  ['GET', '/playlists/search/Evenings?orgId={orgId}', 'read'],
  ['GET', '/devices/users/{selfId}?orgId={orgId}', 'read'],
  ['GET', '/devices/users/{selfId}/ids?orgId={orgId}', 'read'],
  ['GET', '/devices/users/{selfId}/starting?orgId={orgId}', 'read'],
  ['GET', '/devices/users/{selfId}/tags?orgId={orgId}', 'read'],
  ['GET', '/devices/search/kitchen?orgId={orgId}', 'read'],
  ['GET', '/devices/data/search?string=kitchen&orgId={orgId}', 'read'],
  ['POST', '/albums', 'write', { name: 'Planted', orgId: '{orgId}' }],
  ['POST', '/playlists', 'write', { name: 'Planted', orgId: '{orgId}' }],
  ['POST', '/devices', 'write', { name: 'Planted', deviceId: '{spareCode}', timeZone: 'UTC', orgId: '{orgId}' }],
  ['DELETE', '/bin/{selfId}', 'write', { all: true, orgId: '{orgId}' }],
];
/** Actors whose access to a thing depends on the family that owns it. The others are tested with things of one person. */
const FAMILY_ACTORS = ['user', 'member', 'formerMember', 'otherOwner', 'otherMember', 'adminViewing'] satisfies ActorName[];

const BY_ORGANISATION_ROWS = {
  read: { ...KINDS.read, member: 'through' },
  // Administrators make nothing in their own name for a family that they are not in.
  write: { ...KINDS.ownOnly, member: 'through' },
} satisfies Record<string, Row>;

const cases = await collectAccessCases(MODULES);
const home = { street: '12 Long Lane', city: 'Portland', state: 'Oregon', zipcode: '97201', country: 'US' };

let test: TestApp;
/** The same installation, where staff need a user's permission. */
let consentTest: TestApp;
/** Of `user`, with another member beside those who ask, and somebody invited. */
let family: MatrixObjects = {};
let secondMember: TestPerson;
const people = {} as Record<ActorName, TestPerson | undefined>;

beforeAll(async () => {
  test = await createTestApp();
  const beside = { databaseUrl: test.databaseUrl, dataDir: test.dataDir, storageEnv: test.storageEnv };
  consentTest = await createTestApp({ STAFF_ACCESS: 'consent' }, MODULES, beside);
  const withRole = async (change: object): Promise<TestPerson> => {
    const person = await aPerson(test);
    await test.db.updateTable('users').set(change).where('id', '=', person.user._id).execute();
    return person;
  };
  people.user = await aPerson(test);
  await test.db.insertInto('versions').values({ id: randomUUID(), url: '/screen', version: '1', version_code: '1' }).execute();
  people.member = await aPerson(test);
  people.formerMember = await aPerson(test);
  people.otherUser = await aPerson(test);
  people.otherOwner = await aPerson(test);
  people.otherMember = await aPerson(test);
  people.admin = await withRole({ role: 'admin' });
  people.superAdmin = await withRole({ role: 'admin', is_super_admin: true });
  people.support = await withRole({ role: 'support' });
  people.partnerAdmin = await withRole({ role: 'admin', platform: 'WV' });
  people.partnerSupport = await withRole({ role: 'support', platform: 'WV' });
  for (const name of VIEWING) people[name] = await withRole({ role: name === 'supportViewing' ? 'support' : 'admin' });
  people.host = await withRole({ role: 'host' });
  people.advUser = await withRole({ role: 'advUser' });
  people.disabled = await withRole({ disabled_at: new Date() });
  people.unverified = await withRole({ verified_at: null });
  people.expired = await aPerson(test);
  const longAgo = { expires_at: new Date(0) };
  await test.db.updateTable('sessions').set(longAgo).where('user_id', '=', people.expired.user._id).execute();
  await aFamily(test, people.otherOwner, [people.otherMember]);
  secondMember = await aPerson(test);
  await foundFamily();
});
afterAll(async () => {
  await consentTest.close();
  await test.close();
});

/** The family of `user`, who owns one at most: the one before goes. */
async function foundFamily(): Promise<void> {
  const { user, member, formerMember } = people;
  if (!user || !member || !formerMember) throw new Error('There are no people');
  await test.db
    .deleteFrom('organisations')
    .where('id', '=', family['orgId'] ?? randomUUID())
    .execute();
  const { orgId } = await aFamily(test, user, [member, formerMember, secondMember]);
  // Beside what they buy, which limits less than the cases need.
  await aPlan(test, user, { source: 'given', planName: FAMILY_PLAN, users: 6, devices: 10_000, storageBytes: 35e9 });
  const invitation = { id: randomUUID(), org_id: orgId, email: 'invited@example.com', invited_by: user.user._id };
  await test.db.insertInto('organisation_invitations').values(invitation).execute();
  expect((await user.call('DELETE', `/organizations/${orgId}/members/${formerMember.user._id}`)).statusCode).toBe(200);
  family = { orgId, memberId: secondMember.user._id, invitationId: invitation.id };
}

/** One for all cases: none of them ends it, and a person has one at a time. */
let paid: Subscribed | undefined;

/** The result of a call that has to succeed. */
const made = async <T extends { _id: string } = { _id: string }>(person: TestPerson, url: string, body: object): Promise<T> =>
  (await person.call('POST', url, body)).json<{ result: T }>().result;

/** What can belong to a family, fresh, so that a case may destroy it: with `whose` of one, else the person's own. */
async function thingsOf(person: TestPerson, whose: { orgId?: string } = {}): Promise<MatrixObjects> {
  const album = await made(person, '/albums', { name: 'Summer', ...whose });
  const media = await aStoredPhoto(test, person, album._id);
  const playlist = await made(person, '/playlists', { name: 'Evenings', ...whose });
  await made(person, `/playlists/album/add/${playlist._id}`, { albumArr: [{ albumId: album._id }] });
  const { deviceId: code } = await aScreen(test);
  const device = await made(person, '/devices', { name: 'Kitchen', deviceId: code, timeZone: 'UTC', ...whose });
  const tagId = randomUUID();
  const tag = { name: `Lobby ${tagId.slice(0, 8)}`, folded: `lobby ${tagId.slice(0, 8)}`, org_id: whose.orgId ?? null };
  await test.db
    .insertInto('device_tags')
    .values({ id: tagId, user_id: person.user._id, ...tag })
    .execute();
  const published = await person.call('POST', '/publishes', { playlistId: playlist._id, deviceId: device._id });
  return {
    albumId: album._id,
    otherAlbumId: (await made(person, '/albums', { name: 'Winter', ...whose }))._id,
    mediaId: media.mediaId,
    fileKey: media.fileId,
    playlistId: playlist._id,
    deviceId: device._id,
    tagId,
    publishId: published.json<{ result: { _id: string }[] }>().result[0]?._id ?? '',
  };
}

/** Everything one person can own. */
async function objectsOf(person: TestPerson, whose: { orgId?: string } = {}): Promise<MatrixObjects> {
  // One person may have 200 of them, and there are more cases than that.
  await test.db.deleteFrom('addresses').where('user_id', '=', person.user._id).execute();
  const address = await made(person, '/address', home);
  paid ??= await aSubscription(person);
  return {
    ...(await thingsOf(person, whose)),
    userId: person.user._id,
    subscriptionId: paid.subscription.id,
    orderId: paid.orderId,
    spareCode: (await aScreen(test)).deviceId,
    addressId: address._id,
    ...family,
    nothing: randomUUID(),
  };
}

/** What is only read is the same for all cases, as long as it is the same family's. */
const standing = new Map<string, MatrixObjects>();
async function standingObjects(person: TestPerson, whose: { orgId?: string } = {}): Promise<MatrixObjects> {
  const key = `${person.user._id} ${whose.orgId} ${family['orgId']}`;
  const objects = standing.get(key) ?? (await objectsOf(person, whose));
  standing.set(key, objects);
  return objects;
}
const objectsFor = (name: string) => (name.startsWith('GET') ? standingObjects : objectsOf);

/** Puts ids where the case has placeholders, in its address and in its body alike. */
const filled = (text: string, objects: MatrixObjects): string =>
  text.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const id = objects[name];
    if (id === undefined) throw new Error(`The matrix has no object '${name}'`);
    return id;
  });

const VIEWING = ['adminViewing', 'supportViewing', 'adminPermitted', 'adminUnpermitted'] as const;
const isConsentActor = (actor: ActorName) => actor === 'adminPermitted' || actor === 'adminUnpermitted';

type ViewingActor = (typeof VIEWING)[number];
const isViewing = (actor: ActorName): actor is ViewingActor => (VIEWING as readonly ActorName[]).includes(actor);

/** Opens a view of this account for an actor who views accounts; cases may have ended it. */
async function ensureView(name: ViewingActor, userId: string): Promise<void> {
  const staff = people[name];
  if (staff) await forgeView(test, staff, userId, { isReadOnly: name === 'supportViewing', isPermitted: name === 'adminPermitted' });
}

async function ask(
  name: string,
  { url, body }: Pick<AccessCase, 'url' | 'body'>,
  actor: ActorName,
  objects: MatrixObjects,
): Promise<number> {
  const method = name.split(' ')[0] as InjectOptions['method'];
  const token = people[actor]?.token;
  const known = { ...objects, selfId: people[actor]?.user._id ?? randomUUID() };
  const { app } = isConsentActor(actor) ? consentTest : test;
  const answer = await app.inject({
    method,
    url: `/api${filled(url, known)}`,
    headers: token ? { authorization: token } : {},
    ...(body === undefined ? {} : { payload: JSON.parse(filled(JSON.stringify(body), known)) as object }),
  });
  return answer.statusCode;
}

const isRefusal = (status: number) => status === 401 || status === 403 || status === 404;

interface Question {
  entry: AccessCase;
  actors?: readonly ActorName[];
  expectedOf: Row;
  /** Creates the objects of the case. They are created again when an actor may have changed them. */
  fresh: () => Promise<MatrixObjects>;
}

/** Sends the request of a case as each actor. */
async function expectRow(name: string, { entry, actors = ACTORS, expectedOf, fresh }: Question): Promise<void> {
  let objects = await fresh();
  for (const actor of actors) {
    const expected = entry.isAbsent && expectedOf[actor] === 'through' ? 404 : expectedOf[actor];
    if (isViewing(actor)) await ensureView(actor, owner().user._id);
    const status = await ask(name, entry, actor, objects);
    if (expected === 'through') expect(isRefusal(status), `${actor}: ${status}`).toBe(false);
    else expect(status, actor).toBe(expected);
    if ((entry.kind === 'write' || entry.kind === 'consoleAndOwnWrite') && expected === 'through') objects = await fresh();
    if (entry.isLast && people[actor] && expected === 'through') people[actor] = await signIn(test, people[actor]);
  }
}

/** The matrix's `user`, who owns what the cases ask about. */
function owner(): TestPerson {
  if (!people.user) throw new Error('There is no user');
  return people.user;
}

const names = Object.keys(cases).toSorted((a, b) => Number(cases[a]?.isLast ?? false) - Number(cases[b]?.isLast ?? false));
const caseOf = (name: string): AccessCase => {
  const entry = cases[name];
  if (!entry) throw new Error(`No case ${name}`);
  return entry;
};

describe('every route and every actor', () => {
  it('has each route of the API in the table, and no route that is gone', () => {
    expect(listMatrixRoutes(test.routes()).toSorted()).toEqual(Object.keys(cases).toSorted());
  });

  it.each(names.filter((name) => !isOfFamilies(caseOf(name))))('%s', { timeout: 60_000 }, async (name) => {
    const entry = caseOf(name);
    await expectRow(name, { entry, expectedOf: rowOf(name, entry), fresh: () => objectsFor(name)(owner()) });
  });
});

describe('every route that touches things of a family', () => {
  it.each(names.filter((name) => isOfFamilies(caseOf(name)) || THING.test(JSON.stringify(caseOf(name)))))(
    '%s',
    { timeout: 60_000 },
    async (name) => {
      const entry = caseOf(name);
      const fresh = async () => {
        if (isOfFamilies(entry) && entry.kind === 'write') await foundFamily();
        return objectsFor(name)(owner(), { orgId: family['orgId'] });
      };
      const actors = isOfFamilies(entry) ? ACTORS : FAMILY_ACTORS;
      await expectRow(name, { entry, actors, expectedOf: familyRow(name, entry), fresh });
    },
  );

  it.each(BY_ORGANISATION)('%s %s', { timeout: 60_000 }, async (method, url, kind, body) => {
    const entry = { url, body, kind };
    const fresh = () => objectsFor(method)(owner(), { orgId: family['orgId'] });
    await expectRow(method, { entry, expectedOf: BY_ORGANISATION_ROWS[kind], fresh });
  });
});

describe('what belongs to a super-admin, and staff', () => {
  /** Even with the row of a view, which no route makes of a super-admin's account. */
  const STAFF_ACTORS = ['admin', 'superAdmin', 'support', 'partnerAdmin', ...VIEWING] as const;
  const personal = names.filter(
    (name) => ['read', 'write', 'consoleAndOwnWrite'].includes(caseOf(name).kind) && !isOfFamilies(caseOf(name)),
  );
  let root: TestPerson;
  beforeAll(async () => {
    root = await aPerson(test);
    await aPlan(test, root, { planName: FAMILY_PLAN, users: 6, devices: 10_000, storageBytes: 35e9 });
    paid = await aSubscription(root);
    await test.db.updateTable('users').set({ role: 'admin', is_super_admin: true }).where('id', '=', root.user._id).execute();
    await test.db.deleteFrom('staff_views').execute();
    for (const name of VIEWING) await ensureView(name, root.user._id);
  });

  it.each(personal)('%s is closed to all of them', { timeout: 60_000 }, async (name) => {
    const entry = caseOf(name);
    const objects = await standingObjects(root);
    for (const actor of STAFF_ACTORS) {
      if (entry.kind === 'consoleAndOwnWrite' && actor === 'superAdmin') continue;
      expect(await ask(name, entry, actor, objects), actor).toBe(404);
    }
  });
});
