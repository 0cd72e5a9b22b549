/** Concurrent actions of several people through two processes: the later one sees the result of the earlier one. */
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { createLive, type Nudge } from '../../platform/live/live.ts';
import { type LiveListener, startLiveListener } from '../../platform/live/live-listener.ts';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { addFamilyMembers, aFamily, aFamilyPlan, followVerificationLink, listMemberIds, signUp } from '../../testing/families.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const ROUNDS = 6;
let test: TestApp;
let beside: TestApp;
let owner: TestPerson;
let orgId: string;
beforeAll(async () => {
  test = await createTestApp();
  beside = await createTestApp({}, undefined, test);
});
beforeEach(async () => {
  owner = await aPerson(test);
  ({ orgId } = await aFamily(test, owner));
});
afterAll(async () => {
  await beside.close();
  await test.close();
});

/** The same person, signed in at the other process. */
const atTheOther = (person: TestPerson): TestPerson => ({
  ...person,
  call: (method, url, body) =>
    beside.app.inject({
      method,
      url: `/api${url}`,
      headers: { authorization: person.token },
      ...(body === undefined ? {} : { payload: body as object }),
    }),
});
const statuses = async (...calls: Promise<{ statusCode: number }>[]) => (await Promise.all(calls)).map(({ statusCode }) => statusCode);
const sorted = (codes: number[]) => codes.toSorted((one, other) => one - other);
const remove = (actor: TestPerson, { user }: TestPerson) => actor.call('DELETE', `/organizations/${orgId}/members/${user._id}`);
const handOver = (to: TestPerson) => owner.call('PUT', `/organizations/${orgId}/owner`, { userId: to.user._id, password: owner.password });
const endAccount = (person: TestPerson) => atTheOther(person).call('DELETE', `/users/${person.user._id}`, { password: person.password });
const rolesIn = async (family = orgId) =>
  (
    await test.db
      .selectFrom('organisation_members')
      .select(['user_id', 'org_role'])
      .where('org_id', '=', family)
      .orderBy('org_role')
      .execute()
  ).map(({ user_id, org_role }) => `${org_role} ${user_id}`);

describe('at once', () => {
  it('six members by two sessions are five', async () => {
    const six = await Promise.all(Array.from({ length: 6 }, () => aPerson(test)));
    const codes = await statuses(
      ...six.map((person, index) => addFamilyMembers(index % 2 === 0 ? owner : atTheOther(owner), orgId, person.email)),
    );
    expect(sorted(codes)).toEqual([200, 200, 200, 200, 200, 403]);
    expect(await listMemberIds(owner, orgId)).toHaveLength(6);
  });

  it('six invitations by two sessions are five', async () => {
    const six = Array.from({ length: 6 }, () => `${newId()}@example.com`);
    const codes = await statuses(...six.map((email, index) => addFamilyMembers(index % 2 === 0 ? owner : atTheOther(owner), orgId, email)));
    expect(sorted(codes)).toEqual([200, 200, 200, 200, 200, 403]);
  });

  it('one person in two families is in one', async () => {
    const other = await aPerson(test);
    const { orgId: otherId } = await aFamily(test, other);
    for (let round = 0; round < ROUNDS; round++) {
      const ben = await aPerson(test);
      const codes = await statuses(addFamilyMembers(owner, orgId, ben.email), addFamilyMembers(atTheOther(other), otherId, ben.email));
      expect(sorted(codes)).toEqual([200, 409]);
      const rows = test.db.selectFrom('organisation_members').select('org_id').where('user_id', '=', ben.user._id);
      expect(await rows.execute()).toHaveLength(1);
      if (codes[0] === 200) await remove(owner, ben);
      else await other.call('DELETE', `/organizations/${otherId}/members/${ben.user._id}`);
    }
  });

  it('people named in different order do not wait for each other in a circle', async () => {
    const [one, two] = [await aPerson(test), await aPerson(test)];
    const other = await aPerson(test);
    const { orgId: otherId } = await aFamily(test, other);
    const codes = await statuses(
      addFamilyMembers(owner, orgId, one.email, two.email),
      addFamilyMembers(atTheOther(other), otherId, two.email, one.email),
    );
    expect(sorted(codes)).toEqual([200, 409]);
  });

  it('a person who is added while creating a family ends with one or both memberships', async () => {
    const ben = await aPerson(test);
    await aFamilyPlan(test, ben);
    const [added, created] = await statuses(
      addFamilyMembers(owner, orgId, ben.email),
      atTheOther(ben).call('POST', '/organizations', { name: 'The Costas' }),
    );
    expect(created).toBe(201);
    expect([200, 409]).toContain(added);
  });

  it('two families of one owner are one', async () => {
    const ben = await aPerson(test);
    await aFamilyPlan(test, ben);
    const create = (person: TestPerson) => person.call('POST', '/organizations', { name: 'The Costas' });
    expect(sorted(await statuses(create(ben), create(atTheOther(ben))))).toEqual([201, 409]);
  });

  it('handing over and the end of the owner’s account leave the family with its next owner, or without either', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      owner = await aPerson(test);
      const ben = await aPerson(test);
      ({ orgId } = await aFamily(test, owner, [ben]));
      await aFamilyPlan(test, ben);
      const [handed, ended] = await statuses(handOver(ben), endAccount(owner));
      expect(ended).toBe(200);
      if (handed === 200) expect(await rolesIn()).toEqual([`owner ${ben.user._id}`]);
      else {
        expect([401, 404]).toContain(handed);
        expect(await rolesIn()).toEqual([]);
      }
    }
  });

  it('handing over and the end of the next owner’s account leave the family with its owner, or without either', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const ben = await aPerson(test);
      await addFamilyMembers(owner, orgId, ben.email);
      await aFamilyPlan(test, ben);
      const [handed, ended] = await statuses(handOver(ben), endAccount(ben));
      expect(ended).toBe(200);
      if (handed === 200) {
        expect(await rolesIn()).toEqual([]);
        ({ orgId } = await aFamily(test, owner));
      } else {
        expect(handed).toBe(404);
        expect(await rolesIn()).toEqual([`owner ${owner.user._id}`]);
      }
    }
  });

  it('handing over and dissolving: one of them finds nothing to do', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      owner = await aPerson(test);
      const ben = await aPerson(test);
      ({ orgId } = await aFamily(test, owner, [ben]));
      await aFamilyPlan(test, ben);
      const codes = await statuses(handOver(ben), atTheOther(owner).call('DELETE', `/organizations/${orgId}`));
      expect([
        [200, 403],
        [404, 200],
      ]).toContainEqual(codes);
      expect(await rolesIn()).toEqual(codes[0] === 200 ? [`owner ${ben.user._id}`, `subAdmin ${owner.user._id}`] : []);
    }
  });

  it('removing, leaving, adding again, dissolving and ending accounts end without a fault', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      owner = await aPerson(test);
      const [ben, cleo, dora] = [await aPerson(test), await aPerson(test), await aPerson(test)];
      ({ orgId } = await aFamily(test, owner, [ben, cleo]));
      const codes = await statuses(
        remove(owner, ben),
        remove(atTheOther(ben), ben),
        addFamilyMembers(owner, orgId, dora.email),
        endAccount(cleo),
        atTheOther(owner).call('PUT', `/organizations/${orgId}`, { name: 'Renamed' }),
        round % 2 === 0 ? owner.call('DELETE', `/organizations/${orgId}`) : endAccount(owner),
      );
      expect(codes.filter((code) => code >= 500)).toEqual([]);
      expect(codes.slice(0, 2).filter((code) => code === 200).length).toBeLessThan(2);
      expect(await rolesIn()).toEqual([]);
    }
  });

  it('joining by a verified address and adding another person compete for the last place', async () => {
    await aFamilyPlan(test, owner, { users: 2 });
    for (let round = 0; round < ROUNDS; round++) {
      const [address, ben] = [`${newId()}@example.com`, await aPerson(test)];
      await signUp(test, address);
      await addFamilyMembers(owner, orgId, address);
      const prove = await followVerificationLink(test);
      const codes = await statuses(prove(), addFamilyMembers(atTheOther(owner), orgId, ben.email));
      expect(codes).toEqual([200, 403]);
      const [, cleoId = ''] = await listMemberIds(owner, orgId);
      expect(await listMemberIds(owner, orgId)).toHaveLength(2);
      await owner.call('DELETE', `/organizations/${orgId}/members/${cleoId}`);
    }
  });

  it('joining by a proven address and withdrawing the invitation: one of them is too late', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      ({ orgId } = await aFamily(test, (owner = await aPerson(test))));
      const address = `${newId()}@example.com`;
      await signUp(test, address);
      const { result } = (await addFamilyMembers(owner, orgId, address)).json<{ result: { invitations: { id: string }[] } }>();
      const prove = await followVerificationLink(test);
      const withdraw = owner.call('DELETE', `/organizations/${orgId}/invitations/${result.invitations[0]?.id}`);
      const [proven, withdrawn] = await statuses(prove(), withdraw);
      expect(proven).toBe(200);
      expect([withdrawn, (await rolesIn()).length]).toEqual(withdrawn === 200 ? [200, 1] : [404, 2]);
    }
  });
});

describe('members of a family, and the person concerned', () => {
  let listener: LiveListener;
  const heard: Nudge[] = [];
  beforeAll(async () => {
    listener = await startLiveListener({
      url: test.databaseUrl,
      onMessage: (message) => 'rooms' in message && heard.push(message),
      onResumed: () => undefined,
      log: pino({ level: 'silent' }),
    });
  });
  afterAll(() => listener.stop());

  /** Returns the recipients of events about families. A marker event sent afterwards shows that all have arrived. */
  async function hearersOf(act: Promise<{ statusCode: number }>): Promise<string[]> {
    expect((await act).statusCode).toBeLessThan(300);
    const mark = newId();
    await test.db
      .transaction()
      .execute((tx) => createLive().send(tx, [{ namespace: 'device', rooms: [mark], event: 'mark', payload: {} }]));
    await expect.poll(() => heard.some(({ rooms }) => rooms.includes(mark))).toBe(true);
    const isOfFamilies = ({ payload }: Nudge) => (payload as { topic?: string }).topic === 'organisations';
    const rooms = heard
      .splice(0)
      .filter(isOfFamilies)
      .flatMap((nudge) => nudge.rooms);
    return [...new Set(rooms)].toSorted();
  }
  const rooms = (...people: TestPerson[]) => people.map(({ user }) => `person:${user._id}`).toSorted();

  it('are notified of each change', async () => {
    const [ben, cleo] = [await aPerson(test), await aPerson(test)];
    await aFamilyPlan(test, ben);
    const url = `/organizations/${orgId}`;
    expect(await hearersOf(addFamilyMembers(owner, orgId, ben.email))).toEqual(rooms(owner, ben));
    expect(await hearersOf(addFamilyMembers(owner, orgId, cleo.email))).toEqual(rooms(owner, ben, cleo));
    expect(await hearersOf(addFamilyMembers(owner, orgId, 'somebody@example.com'))).toEqual(rooms(owner, ben, cleo));
    expect(await hearersOf(owner.call('PUT', url, { name: 'Renamed' }))).toEqual(rooms(owner, ben, cleo));
    expect(await hearersOf(remove(cleo, cleo))).toEqual(rooms(owner, ben, cleo));
    expect(await hearersOf(handOver(ben))).toEqual(rooms(owner, ben));
    expect(await hearersOf(ben.call('DELETE', url))).toEqual(rooms(owner, ben));
    expect(await hearersOf(ben.call('POST', '/organizations', { name: 'The Costas' }))).toEqual(rooms(ben));
  });
});
