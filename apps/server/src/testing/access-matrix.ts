import { randomUUID } from 'node:crypto';
import { FAMILY_PLAN, type Subscribed } from '@vitrine/contract';
import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import type { AccessCase, MatrixObjects } from '../modules/access/index.ts';
import { MODULES } from '../wiring.ts';
import { createMatrixContent, type RequestOfCase } from './access-matrix-content.ts';
import { ACTORS, type ActorName, type Row, TOKEN_ACTORS, type TokenActor } from './access-matrix-rows.ts';
import { insertApiToken } from './api-tokens.ts';
import { aPerson, aPlan, signIn, type TestPerson } from './builders.ts';
import { aFamily } from './families.ts';
import { aSubscription } from './payers.ts';
import { forgeView } from './staff.ts';
import { createTestApp, type TestApp } from './test-app.ts';

export const VIEWING = ['adminViewing', 'supportViewing', 'adminPermitted', 'adminUnpermitted'] as const;
type ViewingActor = (typeof VIEWING)[number];
const isViewing = (actor: ActorName): actor is ViewingActor => (VIEWING as readonly ActorName[]).includes(actor);
export const isRefusal = (status: number) => status === 401 || status === 403 || status === 404;

/** Returns whether an allowed request of the case may change or delete the objects that it names. */
export const changesObjects = ({ kind }: AccessCase) => kind === 'write' || kind === 'consoleAndOwnWrite' || kind === 'ownOnly';

export interface RowCheck {
  entry: AccessCase;
  actors?: readonly ActorName[];
  expectedRow: Row;
  objects: CaseObjects;
}

export type CaseObjects = ReturnType<typeof createCaseObjects>;

/** Creates the objects of a case on first use, and again after a request that may have changed them. */
export function createCaseObjects(create: () => Promise<MatrixObjects>) {
  let objects: MatrixObjects | undefined;
  return {
    get: async (): Promise<MatrixObjects> => (objects ??= await create()),
    discard: () => {
      objects = undefined;
    },
  };
}

/** Returns the actors with those whose requests are allowed last, so that as few requests as possible need new objects. */
export const orderActors = <T>(actors: readonly T[], isAllowed: (actor: T) => boolean): T[] =>
  actors.toSorted((a, b) => Number(isAllowed(a)) - Number(isAllowed(b)));

type People = Record<ActorName | TokenActor, TestPerson | undefined>;

/** Creates one person for each actor except `anonymous`. */
async function createPeople(test: TestApp): Promise<People> {
  const withRole = async (change: object): Promise<TestPerson> => {
    const person = await aPerson(test);
    await test.db.updateTable('users').set(change).where('id', '=', person.user._id).execute();
    return person;
  };
  const people = {} as People;
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
  for (const [name, { account, scopes }] of Object.entries(TOKEN_ACTORS)) {
    const person = people[account];
    if (person) people[name as TokenActor] = { ...person, token: await insertApiToken(test.db, person.user._id, scopes) };
  }
  return people;
}

export type AccessMatrix = Awaited<ReturnType<typeof createAccessMatrix>>;

/** Creates an installation with one person for each actor, and a family of `user`. */
export async function createAccessMatrix() {
  const test = await createTestApp();
  const installation = { databaseUrl: test.databaseUrl, dataDir: test.dataDir, storageEnv: test.storageEnv };
  /** Another process of the installation, in which staff need a user's permission. */
  const consentTest = await createTestApp({ STAFF_ACCESS: 'consent' }, MODULES, installation);
  /** Ids of the family of `user`: a second member who is not an actor, and an invitation. */
  let family: MatrixObjects = {};
  const people = await createPeople(test);
  const secondMember = await aPerson(test);

  /** Creates the family of `user` and deletes the previous one, because an account can own only one. */
  async function createFamily(): Promise<void> {
    const { user, member, formerMember } = people;
    if (!user || !member || !formerMember) throw new Error('The actors have not been created');
    await test.db
      .deleteFrom('organisations')
      .where('id', '=', family['orgId'] ?? randomUUID())
      .execute();
    const { orgId } = await aFamily(test, user, [member, formerMember, secondMember]);
    // A granted plan, because the cases need more devices than a bought plan allows.
    await aPlan(test, user, { source: 'given', planName: FAMILY_PLAN, users: 6, devices: 10_000, storageBytes: 35e9 });
    const invitation = { id: randomUUID(), org_id: orgId, email: 'invited@example.com', invited_by: user.user._id };
    await test.db.insertInto('organisation_invitations').values(invitation).execute();
    expect((await user.call('DELETE', `/organizations/${orgId}/members/${formerMember.user._id}`)).statusCode).toBe(200);
    family = { orgId, memberId: secondMember.user._id, invitationId: invitation.id };
  }

  /** Subscription shared by all cases, none of which ends it. */
  let paid: Subscribed | undefined;

  /** Creates the objects that the request of a case names or, without a case, one object of every kind that a person can own. */
  async function createObjects(person: TestPerson, scope: { orgId?: string } = {}, entry?: RequestOfCase): Promise<MatrixObjects> {
    paid ??= await aSubscription(person);
    return {
      ...(await createMatrixContent(test, person, scope, entry)),
      userId: person.user._id,
      subscriptionId: paid.subscription.id,
      orderId: paid.orderId,
      ...family,
      nothing: randomUUID(),
    };
  }

  /** Objects that cases only read, created once for each family. */
  const readOnlyObjects = new Map<string, MatrixObjects>();
  async function getReadOnlyObjects(person: TestPerson, scope: { orgId?: string } = {}): Promise<MatrixObjects> {
    const key = `${person.user._id} ${scope.orgId} ${family['orgId']}`;
    const objects = readOnlyObjects.get(key) ?? (await createObjects(person, scope));
    readOnlyObjects.set(key, objects);
    return objects;
  }
  /** Returns the objects of a case, which cases that only read share. */
  const getObjects = (name: string, entry: RequestOfCase, person: TestPerson, scope: { orgId?: string } = {}): Promise<MatrixObjects> =>
    name.startsWith('GET') ? getReadOnlyObjects(person, scope) : createObjects(person, scope, entry);

  /** Replaces the placeholders of an address or a body by ids. */
  const fillPlaceholders = (text: string, objects: MatrixObjects): string =>
    text.replace(/\{(\w+)\}/g, (_whole, name: string) => {
      const id = objects[name];
      if (id === undefined) throw new Error(`The matrix has no object '${name}'`);
      return id;
    });

  const isConsentActor = (actor: ActorName | TokenActor) => actor === 'adminPermitted' || actor === 'adminUnpermitted';

  /** Opens a view of this account for a viewing actor, because a previous case may have ended it. */
  async function ensureView(name: ViewingActor, userId: string): Promise<void> {
    const staff = people[name];
    if (staff) await forgeView(test, staff, userId, { isReadOnly: name === 'supportViewing', isPermitted: name === 'adminPermitted' });
  }

  async function sendRequest(
    name: string,
    { url, body }: RequestOfCase,
    actor: ActorName | TokenActor,
    objects: MatrixObjects,
  ): Promise<number> {
    const method = name.split(' ')[0] as InjectOptions['method'];
    const token = people[actor]?.token;
    const known = { ...objects, selfId: people[actor]?.user._id ?? randomUUID() };
    const { app } = isConsentActor(actor) ? consentTest : test;
    const answer = await app.inject({
      method,
      url: `/api${fillPlaceholders(url, known)}`,
      headers: token ? { authorization: token } : {},
      ...(body === undefined ? {} : { payload: JSON.parse(fillPlaceholders(JSON.stringify(body), known)) as object }),
    });
    return answer.statusCode;
  }

  /** Sends the request of a case as each actor. */
  async function expectRow(name: string, { entry, actors = ACTORS, expectedRow, objects }: RowCheck): Promise<void> {
    for (const actor of orderActors(actors, (actor) => expectedRow[actor] === 'allowed')) {
      const expected = entry.isAbsent && expectedRow[actor] === 'allowed' ? 404 : expectedRow[actor];
      if (isViewing(actor)) await ensureView(actor, owner().user._id);
      const status = await sendRequest(name, entry, actor, await objects.get());
      if (expected === 'allowed') expect(isRefusal(status), `${actor}: ${status}`).toBe(false);
      else expect(status, actor).toBe(expected);
      if (expected === 'allowed' && changesObjects(entry)) objects.discard();
      if (entry.runsLast && people[actor] && expected === 'allowed') people[actor] = await signIn(test, people[actor]);
    }
  }

  /** Returns the actor who owns the objects of the cases. */
  function owner(): TestPerson {
    if (!people.user) throw new Error('There is no user');
    return people.user;
  }

  await createFamily();

  return {
    test,
    owner,
    createFamily,
    getObjects,
    getReadOnlyObjects,
    ensureView,
    sendRequest,
    expectRow,
    family: () => family,
    async close() {
      await consentTest.close();
      await test.close();
    },
  };
}
