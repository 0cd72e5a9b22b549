/** Addresses without an account are invited, and join when an account verifies the address. */
import { listInvitations } from '@vitrine/contract/organisations.endpoints';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { aNewUser, aPerson, callEndpoint, mailLink, type TestPerson } from '../../testing/builders.ts';
import {
  addFamilyMembers,
  aFamily,
  aFamilyPlan,
  followVerificationLink,
  listFamilyNotifications,
  listMailSubjects,
  listMemberIds,
  signUp,
} from '../../testing/families.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { accountsModule } from '../accounts/index.ts';

const HOUR_MS = 3_600_000;
const ENDED = { endsAt: new Date(Date.now() - HOUR_MS) };
let test: TestApp;
let owner: TestPerson;
let orgId: string;
let address: string;
beforeAll(async () => {
  test = await openTestApp();
});
beforeEach(async () => {
  owner = await aPerson(test);
  ({ orgId } = await aFamily(test, owner));
  address = `${newId()}@example.com`;
});
afterAll(() => test.close());

const waiting = async (person = owner, family = orgId) =>
  (await callEndpoint(person, listInvitations, { params: { orgId: family } })).map(({ email }) => email);
/** Creates an account with this address and verifies it. */
const arrive = (name = 'Ben Costa') => aNewUser(test, { name, email: address });
async function anotherFamily(): Promise<{ other: TestPerson; otherId: string }> {
  const other = await aPerson(test, { name: 'Olga Other' });
  return { other, otherId: (await aFamily(test, other, [], { name: 'The Others' })).orgId };
}

describe('inviting an address', () => {
  it('sends an email with a link to sign up, and counts toward the limit', async () => {
    await aFamilyPlan(test, owner, { users: 2 });
    const answer = await addFamilyMembers(owner, orgId, address.toUpperCase());
    expect(answer.json()).toMatchObject({
      message: 'Invited to your family.',
      result: { members: [], invitations: [{ email: address }] },
    });
    expect(await listMailSubjects(test, address)).toEqual(['Ana Lima invited you to join a family']);
    expect(mailLink(test, 'email').searchParams.get('email')).toBe(address);
    expect((await addFamilyMembers(owner, orgId, 'another@example.com')).json()).toMatchObject({ code: 'MEMBER_LIMIT' });
  });

  it('again sends another email, and does not count twice', async () => {
    await aFamilyPlan(test, owner, { users: 2 });
    await addFamilyMembers(owner, orgId, address);
    expect((await addFamilyMembers(owner, orgId, address)).statusCode).toBe(200);
    expect(await waiting()).toEqual([address]);
    expect(await listMailSubjects(test, address)).toHaveLength(2);
  });

  it('without a verified account sends an invitation, because the address is not proven', async () => {
    await signUp(test, address, 'Squatter');
    await addFamilyMembers(owner, orgId, address);
    expect(await listMemberIds(owner, orgId)).toEqual([owner.user._id]);
    expect(await waiting()).toEqual([address]);
  });

  it('is listed for and withdrawn by the owner only', async () => {
    const [ben, stranger] = [await aPerson(test), await aPerson(test)];
    await addFamilyMembers(owner, orgId, ben.email, address);
    const [invitation] = await callEndpoint(owner, listInvitations, { params: { orgId } });
    const url = `/organizations/${orgId}/invitations`;
    const withdraw = (person: TestPerson, family = orgId) =>
      person.call('DELETE', `/organizations/${family}/invitations/${invitation?.id}`);
    expect((await ben.call('GET', url)).json()).toMatchObject({ code: 'ACCESS_DENIED' });
    expect((await withdraw(ben)).json()).toMatchObject({ code: 'ACCESS_DENIED' });
    expect((await withdraw(stranger)).statusCode).toBe(404);
    const { other, otherId } = await anotherFamily();
    expect((await withdraw(other, otherId)).statusCode).toBe(404);
    expect(await waiting()).toEqual([address]);
    expect((await withdraw(owner)).statusCode).toBe(200);
    expect((await withdraw(owner)).statusCode).toBe(404);
    expect(await waiting()).toEqual([]);
    const late = await arrive();
    expect(await listMemberIds(owner, orgId)).not.toContain(late.user._id);
  });
});

describe('an account that verifies an invited address', () => {
  it('joins the family, and both are notified', async () => {
    await addFamilyMembers(owner, orgId, address);
    const ben = await arrive();
    expect(await listMemberIds(ben, orgId)).toEqual([owner.user._id, ben.user._id]);
    expect(await waiting()).toEqual([]);
    expect((await listFamilyNotifications(ben))[0]).toMatch(/^Ana Lima added you to the family “The Limas”/);
    expect(await listFamilyNotifications(owner)).toEqual(['Ben Costa joined your family “The Limas”.']);
    expect(await listMailSubjects(test, owner.email)).toEqual(['Ben Costa joined your family']);
    expect((await listMailSubjects(test, address)).at(-1)).toBe('You were added to the family “The Limas”');
  });

  it('joins the family that invited first, and the others are notified', async () => {
    const { other, otherId } = await anotherFamily();
    await addFamilyMembers(owner, orgId, address);
    await addFamilyMembers(other, otherId, address);
    const ben = await arrive();
    expect(await listMemberIds(ben, orgId)).toContain(ben.user._id);
    expect(await listMemberIds(other, otherId)).toEqual([other.user._id]);
    expect(await waiting(other, otherId)).toEqual([]);
    expect(await listFamilyNotifications(other)).toEqual([
      `${address} wasn’t added to your family “The Others” because this person belongs to another family.`,
    ]);
  });

  it('joins although the plan has ended, because the capacity was reserved', async () => {
    await addFamilyMembers(owner, orgId, address);
    await aFamilyPlan(test, owner, ENDED);
    const ben = await arrive();
    expect(await listMemberIds(owner, orgId)).toContain(ben.user._id);
  });

  it('does not join a family whose plan became too small, and joins the next one that has capacity', async () => {
    const { other, otherId } = await anotherFamily();
    await addFamilyMembers(owner, orgId, (await aPerson(test)).email, address);
    await addFamilyMembers(other, otherId, address);
    await aFamilyPlan(test, owner, { users: 2 });
    const ben = await arrive();
    expect(await listMemberIds(ben, otherId)).toContain(ben.user._id);
    expect(await listMemberIds(owner, orgId)).toHaveLength(2);
    expect(await waiting()).toEqual([]);
  });

  it('is reported as not added when there is no capacity', async () => {
    await addFamilyMembers(owner, orgId, (await aPerson(test)).email, address);
    await aFamilyPlan(test, owner, { users: 2 });
    await arrive();
    expect(await listFamilyNotifications(owner)).toEqual([
      `${address} wasn’t added to your family “The Limas” because the family was already full.`,
    ]);
  });

  it('stays in its current family when it verifies another invited address', async () => {
    const ben = await aPerson(test);
    const { other, otherId } = await anotherFamily();
    await addFamilyMembers(other, otherId, ben.email);
    await addFamilyMembers(owner, orgId, address);
    await ben.call('PUT', `/users/${ben.user._id}`, { email: address, password: ben.password });
    expect((await (await followVerificationLink(test))()).statusCode).toBe(200);
    expect(await listMemberIds(other, otherId)).toContain(ben.user._id);
    expect([await listMemberIds(owner, orgId), await waiting()]).toEqual([[owner.user._id], []]);
    expect(await listFamilyNotifications(owner)).toEqual([
      `${address} wasn’t added to your family “The Limas” because this person belongs to another family.`,
    ]);
  });

  it('is not added when the account has another role', async () => {
    await addFamilyMembers(owner, orgId, address);
    await signUp(test, address, 'A Host');
    const { id } = await test.db.selectFrom('users').select('id').where('email', '=', address).executeTakeFirstOrThrow();
    await test.db.transaction().execute((tx) => test.modules.getApi(accountsModule).setRole(tx, id, 'host'));
    expect((await (await followVerificationLink(test))()).statusCode).toBe(200);
    expect([await listMemberIds(owner, orgId), await waiting()]).toEqual([[owner.user._id], []]);
    expect(await listFamilyNotifications(owner)).toEqual([
      `${address} wasn’t added to your family “The Limas” because this person can’t be added to a family.`,
    ]);
  });
});
