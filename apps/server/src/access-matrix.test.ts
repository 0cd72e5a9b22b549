/**
 * Every route of the API against every kind of actor: with what is one person's own, and again with what is their family's. The modules declare the
 * cases (x.access-cases.ts); a route that is in none of them fails, so that a new one is decided on purpose.
 */
import { randomUUID } from 'node:crypto';
import type { Subscribed } from '@vitrine/contract';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccessCase, MatrixObjects } from './modules/access/index.ts';
import { collectAccessCases, listMatrixRoutes } from './testing/access-cases.ts';
import { aDevice, anAlbum, aPerson, aPlan, aPlaylist, aScreen, aStoredPhoto, signIn, type TestPerson } from './testing/builders.ts';
import { aSubscription } from './testing/payers.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';
import { MODULES } from './wiring.ts';

type Outcome = 'through' | 401 | 404;
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

const KINDS = {
  public: everybody,
  self: row('through', {}),
  read: row(404, { user: 'through', admin: 'through', superAdmin: 'through', support: 'through' }),
  write: row(404, { user: 'through', admin: 'through', superAdmin: 'through' }),
  administratorRead: row(404, { admin: 'through', superAdmin: 'through', support: 'through' }),
  administratorWrite: row(404, { admin: 'through', superAdmin: 'through' }),
  ownOnly: row(404, { user: 'through' }),
  screen: Object.fromEntries(ACTORS.map((actor) => [actor, 401])) as Row,
} satisfies Record<AccessCase['kind'], Row>;

/**
 * The same of a family that `user` owns: who belongs to it does with its things what `user` does. A former member gets what strangers get, and so does
 * the owner of another family.
 */
const familyRow = ({ kind, member = kind === 'ownOnly' ? 404 : 'through' }: AccessCase): Row =>
  kind === 'read' || kind === 'write' || kind === 'ownOnly' ? { ...KINDS[kind], member } : KINDS[kind];

const cases = await collectAccessCases(MODULES);
const home = { street: '12 Long Lane', city: 'Portland', state: 'Oregon', zipcode: '97201', country: 'US' };

let test: TestApp;
const people = {} as Record<ActorName, TestPerson | undefined>;

beforeAll(async () => {
  test = await createTestApp();
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
  people.host = await withRole({ role: 'host' });
  people.advUser = await withRole({ role: 'advUser' });
  people.disabled = await withRole({ disabled_at: new Date() });
  people.unverified = await withRole({ verified_at: null });
  people.expired = await aPerson(test);
  const longAgo = { expires_at: new Date(0) };
  await test.db.updateTable('sessions').set(longAgo).where('user_id', '=', people.expired.user._id).execute();
  await aFamily(test, people.otherOwner, [people.otherMember]);
  orgId = (await aFamily(test, people.user, [people.member, people.formerMember])).orgId;
  await aPlan(test, people.user, { source: 'given', planName: FAMILY_PLAN, users: 6, devices: 10_000 });
});
afterAll(() => test.close());

/** One for all cases: none of them ends it, and a person has one at a time. */
let paid: Subscribed | undefined;

/** Everything one person can own, fresh, so that a case may destroy it. */
async function objectsOf(person: TestPerson): Promise<MatrixObjects> {
  const album = await anAlbum(person);
  const media = await aStoredPhoto(test, person, album._id);
  const playlist = await aPlaylist(person, { albumIds: [album._id] });
  const screen = await aScreen(test);
  const device = await aDevice(person, screen);
  const [publish] = (await person.call('POST', '/publishes', { playlistId: playlist._id, deviceId: device._id })).json<{
    result: { _id: string }[];
  }>().result;
  // One person may have 200 of them, and there are more cases than that.
  await test.db.deleteFrom('addresses').where('user_id', '=', person.user._id).execute();
  const address = (await person.call('POST', '/address', home)).json<{ result: { _id: string } }>().result;
  const orgId = await anOrganisation();
  await test.db.insertInto('organisation_members').values({ org_id: orgId, user_id: person.user._id, org_role: 'owner' }).execute();
  paid ??= await aSubscription(person);
  return {
    userId: person.user._id,
    subscriptionId: paid.subscription.id,
    orderId: paid.orderId,
    albumId: album._id,
    otherAlbumId: (await anAlbum(person))._id,
    mediaId: media.mediaId,
    fileKey: media.fileId,
    spareCode: (await aScreen(test)).deviceId,
    playlistId: playlist._id,
    deviceId: device._id,
    publishId: publish?._id ?? '',
    addressId: address._id,
    orgId,
    nothing: randomUUID(),
  };
}

/** Puts ids where the case has placeholders, in its address and in its body alike. */
const filled = (text: string, objects: MatrixObjects): string =>
  text.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const id = objects[name];
    if (id === undefined) throw new Error(`The matrix has no object '${name}'`);
    return id;
  });

async function ask(name: string, { url, body }: AccessCase, actor: ActorName, objects: MatrixObjects): Promise<number> {
  const method = name.split(' ')[0] as InjectOptions['method'];
  const token = people[actor]?.token;
  const answer = await test.app.inject({
    method,
    url: `/api${filled(url, objects)}`,
    headers: token ? { authorization: token } : {},
    ...(body === undefined ? {} : { payload: JSON.parse(filled(JSON.stringify(body), objects)) as object }),
  });
  return answer.statusCode;
}

const isRefusal = (status: number) => status === 401 || status === 403 || status === 404;

describe('every route and every actor', () => {
  it('has each route of the API in the table, and no route that is gone', () => {
    expect(listMatrixRoutes(test.routes()).toSorted()).toEqual(Object.keys(cases).toSorted());
  });

  const names = Object.keys(cases).toSorted((a, b) => Number(cases[a]?.isLast ?? false) - Number(cases[b]?.isLast ?? false));
  it.each(names)('%s', { timeout: 60_000 }, async (name) => {
    const entry = cases[name];
    const owner = people.user;
    if (!entry || !owner) throw new Error(`No case ${name}`);
    const isDestructive = entry.kind === 'write';
    let objects = await objectsOf(owner);
    for (const actor of ACTORS) {
      const expected = entry.isAbsent && KINDS[entry.kind][actor] === 'through' ? 404 : KINDS[entry.kind][actor];
      const status = await ask(name, entry, actor, objects);
      if (expected === 'through') expect(isRefusal(status), `${actor}: ${status}`).toBe(false);
      else expect(status, actor).toBe(expected);
      if (isDestructive && expected === 'through') objects = await objectsOf(owner);
      if (entry.isLast && people[actor] && expected === 'through') people[actor] = await signIn(test, people[actor]);
    }
  });
});
