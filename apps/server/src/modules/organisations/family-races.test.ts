/** Concurrent actions of several accounts through two processes. */
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { createLive, type Nudge } from '../../platform/live/live.ts';
import { type LiveListener, startLiveListener } from '../../platform/live/live-listener.ts';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { addFamilyMembers, aFamily, aFamilyPlan, followVerificationLink, listMemberIds, signUp } from '../../testing/families.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const ROUNDS = 6;
let test: TestApp;
let otherProcess: TestApp;
let owner: TestPerson;
let orgId: string;
beforeAll(async () => {
  test = await openTestApp();
  otherProcess = await createTestApp({}, undefined, test);
});
beforeEach(async () => {
  owner = await aPerson(test);
  ({ orgId } = await aFamily(test, owner));
});
afterAll(async () => {
  await otherProcess.close();
  await test.close();
});

/** Returns the account with requests sent to the other process. */
const viaOtherProcess = (person: TestPerson): TestPerson => ({
  ...person,
  call: (method, url, body) =>
    otherProcess.app.inject({
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
const deleteAccount = (person: TestPerson) =>
  viaOtherProcess(person).call('DELETE', `/users/${person.user._id}`, { password: person.password });
const rolesIn = async (family = orgId) =>
  (
    await test.db
      .selectFrom('organisation_members')
      .select(['user_id', 'org_role'])
      .where('org_id', '=', family)
      .orderBy('org_role')
      .execute()
  ).map(({ user_id, org_role }) => `${org_role} ${user_id}`);

describe('concurrent requests', () => {
  it('to add people enforce the limit of five members', async () => {
    const six = await Promise.all(Array.from({ length: 6 }, () => aPerson(test)));
    const codes = await statuses(
      ...six.map((person, index) => addFamilyMembers(index % 2 === 0 ? owner : viaOtherProcess(owner), orgId, person.email)),
    );
    expect(sorted(codes)).toEqual([200, 200, 200, 200, 200, 403]);
    expect(await listMemberIds(owner, orgId)).toHaveLength(6);
  });

  it('to invite people enforce the limit of five invitations', async () => {
    const six = Array.from({ length: 6 }, () => `${newId()}@example.com`);
    const codes = await statuses(
      ...six.map((email, index) => addFamilyMembers(index % 2 === 0 ? owner : viaOtherProcess(owner), orgId, email)),
    );
    expect(sorted(codes)).toEqual([200, 200, 200, 200, 200, 403]);
  });

  it('to add a person to two families let only one succeed', async () => {
    const other = await aPerson(test);
    const { orgId: otherId } = await aFamily(test, other);
    for (let round = 0; round < ROUNDS; round++) {
      const ben = await aPerson(test);
      const codes = await statuses(addFamilyMembers(owner, orgId, ben.email), addFamilyMembers(viaOtherProcess(other), otherId, ben.email));
      expect(sorted(codes)).toEqual([200, 409]);
      const rows = test.db.selectFrom('organisation_members').select('org_id').where('user_id', '=', ben.user._id);
      expect(await rows.execute()).toHaveLength(1);
      if (codes[0] === 200) await remove(owner, ben);
      else await other.call('DELETE', `/organizations/${otherId}/members/${ben.user._id}`);
    }
  });

  it('that name the same people in a different order do not deadlock', async () => {
    const [one, two] = [await aPerson(test), await aPerson(test)];
    const other = await aPerson(test);
    const { orgId: otherId } = await aFamily(test, other);
    const codes = await statuses(
      addFamilyMembers(owner, orgId, one.email, two.email),
      addFamilyMembers(viaOtherProcess(other), otherId, two.email, one.email),
    );
    expect(sorted(codes)).toEqual([200, 409]);
  });

  it('to create a family and to join another one may both succeed', async () => {
    const ben = await aPerson(test);
    await aFamilyPlan(test, ben);
    const [added, created] = await statuses(
      addFamilyMembers(owner, orgId, ben.email),
      viaOtherProcess(ben).call('POST', '/organizations', { name: 'The Costas' }),
    );
    expect(created).toBe(201);
    expect([200, 409]).toContain(added);
  });

  it('to create a family create only one per owner', async () => {
    const ben = await aPerson(test);
    await aFamilyPlan(test, ben);
    const create = (person: TestPerson) => person.call('POST', '/organizations', { name: 'The Costas' });
    expect(sorted(await statuses(create(ben), create(viaOtherProcess(ben))))).toEqual([201, 409]);
  });

  it('to transfer a family and delete its owner leave it with the new owner or delete it', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      owner = await aPerson(test);
      const ben = await aPerson(test);
      ({ orgId } = await aFamily(test, owner, [ben]));
      await aFamilyPlan(test, ben);
      const [handed, ended] = await statuses(handOver(ben), deleteAccount(owner));
      expect(ended).toBe(200);
      if (handed === 200) expect(await rolesIn()).toEqual([`owner ${ben.user._id}`]);
      else {
        expect([401, 404]).toContain(handed);
        expect(await rolesIn()).toEqual([]);
      }
    }
  });

  it('to transfer a family and delete the new owner leave it with the old owner or delete it', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const ben = await aPerson(test);
      await addFamilyMembers(owner, orgId, ben.email);
      await aFamilyPlan(test, ben);
      const [handed, ended] = await statuses(handOver(ben), deleteAccount(ben));
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

  it('to transfer and dissolve a family let only one succeed', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      owner = await aPerson(test);
      const ben = await aPerson(test);
      ({ orgId } = await aFamily(test, owner, [ben]));
      await aFamilyPlan(test, ben);
      const codes = await statuses(handOver(ben), viaOtherProcess(owner).call('DELETE', `/organizations/${orgId}`));
      expect([
        [200, 403],
        [404, 200],
      ]).toContainEqual(codes);
      expect(await rolesIn()).toEqual(codes[0] === 200 ? [`owner ${ben.user._id}`, `subAdmin ${owner.user._id}`] : []);
    }
  });

  it('to remove, leave, add, dissolve and delete cause no server error', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      owner = await aPerson(test);
      const [ben, cleo, dora] = [await aPerson(test), await aPerson(test), await aPerson(test)];
      ({ orgId } = await aFamily(test, owner, [ben, cleo]));
      const codes = await statuses(
        remove(owner, ben),
        remove(viaOtherProcess(ben), ben),
        addFamilyMembers(owner, orgId, dora.email),
        deleteAccount(cleo),
        viaOtherProcess(owner).call('PUT', `/organizations/${orgId}`, { name: 'Renamed' }),
        round % 2 === 0 ? owner.call('DELETE', `/organizations/${orgId}`) : deleteAccount(owner),
      );
      expect(codes.filter((code) => code >= 500)).toEqual([]);
      expect(codes.slice(0, 2).filter((code) => code === 200).length).toBeLessThan(2);
      expect(await rolesIn()).toEqual([]);
    }
  });

  it('to join by a verified address and to add a person do not exceed the limit', async () => {
    await aFamilyPlan(test, owner, { users: 2 });
    for (let round = 0; round < ROUNDS; round++) {
      const [address, ben] = [`${newId()}@example.com`, await aPerson(test)];
      await signUp(test, address);
      await addFamilyMembers(owner, orgId, address);
      const prove = await followVerificationLink(test);
      const codes = await statuses(prove(), addFamilyMembers(viaOtherProcess(owner), orgId, ben.email));
      expect(codes).toEqual([200, 403]);
      const [, cleoId = ''] = await listMemberIds(owner, orgId);
      expect(await listMemberIds(owner, orgId)).toHaveLength(2);
      await owner.call('DELETE', `/organizations/${orgId}/members/${cleoId}`);
    }
  });

  it('to join by a verified address and to withdraw the invitation let only one succeed', async () => {
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

describe('members of a family and the affected person', () => {
  let listener: LiveListener;
  const received: Nudge[] = [];
  beforeAll(async () => {
    listener = await startLiveListener({
      url: test.databaseUrl,
      onMessage: (message) => 'rooms' in message && received.push(message),
      onResumed: () => undefined,
      log: pino({ level: 'silent' }),
    });
  });
  afterAll(() => listener.stop());

  /** Returns the recipients of events about families. A marker event sent afterwards shows that all have arrived. */
  async function listRecipients(act: Promise<{ statusCode: number }>): Promise<string[]> {
    expect((await act).statusCode).toBeLessThan(300);
    const marker = newId();
    await test.db
      .transaction()
      .execute((tx) => createLive().send(tx, [{ namespace: 'device', rooms: [marker], event: 'mark', payload: {} }]));
    await expect.poll(() => received.some(({ rooms }) => rooms.includes(marker))).toBe(true);
    const isOfFamilies = ({ payload }: Nudge) => (payload as { topic?: string }).topic === 'organisations';
    const rooms = received
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
    expect(await listRecipients(addFamilyMembers(owner, orgId, ben.email))).toEqual(rooms(owner, ben));
    expect(await listRecipients(addFamilyMembers(owner, orgId, cleo.email))).toEqual(rooms(owner, ben, cleo));
    expect(await listRecipients(addFamilyMembers(owner, orgId, 'new@example.com'))).toEqual(rooms(owner, ben, cleo));
    expect(await listRecipients(owner.call('PUT', url, { name: 'Renamed' }))).toEqual(rooms(owner, ben, cleo));
    expect(await listRecipients(remove(cleo, cleo))).toEqual(rooms(owner, ben, cleo));
    expect(await listRecipients(handOver(ben))).toEqual(rooms(owner, ben));
    expect(await listRecipients(ben.call('DELETE', url))).toEqual(rooms(owner, ben));
    expect(await listRecipients(ben.call('POST', '/organizations', { name: 'The Costas' }))).toEqual(rooms(ben));
  });
});
