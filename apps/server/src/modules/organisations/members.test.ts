/** Members of a family: adding, removing and leaving. */
import { BUSINESS_MESSAGES, type OrganisationMember } from '@vitrine/contract';
import { addMembers, listMembers } from '@vitrine/contract/organisations.endpoints';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPerson, callEndpoint, type TestPerson } from '../../testing/builders.ts';
import {
  addFamilyMembers,
  aFamily,
  aFamilyPlan,
  listFamilyNotifications,
  listMailSubjects,
  listMemberIds,
} from '../../testing/families.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { forgeView } from '../../testing/staff.ts';
import type { TestApp } from '../../testing/test-app.ts';

const HOUR_MS = 3_600_000;
let test: TestApp;
let owner: TestPerson;
let ben: TestPerson;
let orgId: string;
beforeAll(async () => {
  test = await openTestApp();
});
beforeEach(async () => {
  [owner, ben] = [await aPerson(test), await aPerson(test, { name: 'Ben Costa' })];
  ({ orgId } = await aFamily(test, owner));
});
afterAll(() => test.close());

const refusalOf = async (...emails: string[]) => (await addFamilyMembers(owner, orgId, ...emails)).json<object>();
const become = (person: TestPerson, change: object) => test.db.updateTable('users').set(change).where('id', '=', person.user._id).execute();
const remove = (actor: TestPerson, person: TestPerson) => actor.call('DELETE', `/organizations/${orgId}/members/${person.user._id}`);

describe('adding existing accounts', () => {
  it('joins them immediately, and notifies them in the app and by email', async () => {
    const answer = await addFamilyMembers(owner, orgId, ben.email.toUpperCase());
    expect(answer.json()).toMatchObject({
      message: 'Added to your family.',
      result: { members: [{ _id: ben.user._id, name: 'Ben Costa', orgRole: 'subAdmin' }], invitations: [] },
    });
    expect(await listMemberIds(ben, orgId)).toEqual([owner.user._id, ben.user._id]);
    expect((await ben.call('GET', `/users/${ben.user._id}`)).json()).toMatchObject({
      result: { orgs: [{ id: orgId, orgRole: 'subAdmin' }] },
    });
    expect(await listFamilyNotifications(ben)).toEqual([
      'Ana Lima added you to the family “The Limas”. You can now see everything in it. Your own content stays private. You can leave on the Family page.',
    ]);
    expect(await listMailSubjects(test, ben.email)).toEqual(['You were added to the family “The Limas”']);
    expect(await listFamilyNotifications(owner)).toEqual([]);
  });

  it('uses the caller’s family when none is named', async () => {
    expect((await owner.call('POST', '/users/org/user', { emails: [ben.email] })).statusCode).toBe(200);
    expect((await ben.call('POST', '/users/org/user', { emails: ['somebody@example.com'] })).statusCode).toBe(404);
  });

  it('adds all of them or none, and reports the one that failed', async () => {
    const [cleo, elsewhere] = [await aPerson(test), await aPerson(test)];
    await aFamily(test, await aPerson(test), [elsewhere]);
    const answer = await addFamilyMembers(owner, orgId, ben.email, elsewhere.email, cleo.email);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      {
        code: 'MEMBER_ELSEWHERE',
        message: BUSINESS_MESSAGES.memberElsewhere,
        issues: [{ path: 'emails.1', message: BUSINESS_MESSAGES.memberElsewhere }],
      },
    ]);
    expect(await listMemberIds(owner, orgId)).toEqual([owner.user._id]);
    expect([await listFamilyNotifications(ben), await listMailSubjects(test, ben.email)]).toEqual([[], []]);
  });

  it('refuses owners of families, existing members, the caller, and accounts that cannot be in a family', async () => {
    const otherOwner = await aPerson(test);
    await aFamily(test, otherOwner);
    expect(await refusalOf(otherOwner.email)).toMatchObject({ message: BUSINESS_MESSAGES.memberElsewhere });
    await addFamilyMembers(owner, orgId, ben.email);
    expect(await refusalOf(ben.email)).toMatchObject({ code: 'MEMBER_KNOWN', message: 'This person is already in your family.' });
    expect(await refusalOf(owner.email)).toMatchObject({ code: 'MEMBER_KNOWN', message: 'You’re already in your family.' });
    for (const change of [{ role: 'host' }, { role: 'advUser' }, { role: 'support' }, { role: 'admin' }, { disabled_at: new Date() }]) {
      const person = await aPerson(test);
      await become(person, change);
      expect(await refusalOf(person.email)).toMatchObject({
        code: 'MEMBER_REFUSED',
        message: "This account can't be added to a family.",
      });
    }
  });

  it('accepts five members, counts an address once, and refuses more with the specified message', async () => {
    const five = await Promise.all(Array.from({ length: 5 }, () => aPerson(test)));
    expect(await refusalOf(...five.map(({ email }) => email), ben.email)).toMatchObject({ message: BUSINESS_MESSAGES.memberLimit });
    const [first, ...others] = five.map(({ email }) => email);
    expect((await addFamilyMembers(owner, orgId, first ?? '', (first ?? '').toUpperCase())).statusCode).toBe(200);
    expect((await addFamilyMembers(owner, orgId, ...others)).statusCode).toBe(200);
    const sixth = await addFamilyMembers(owner, orgId, ben.email);
    expect([sixth.statusCode, sixth.json()]).toMatchObject([403, { code: 'MEMBER_LIMIT', message: BUSINESS_MESSAGES.memberLimit }]);
    expect(await listMemberIds(owner, orgId)).toHaveLength(6);
  });

  it('adds as many people as the plan allows', async () => {
    await aFamilyPlan(test, owner, { users: 2 });
    const cleo = await aPerson(test);
    expect(await refusalOf(ben.email, cleo.email)).toMatchObject({ code: 'MEMBER_LIMIT' });
    expect((await addFamilyMembers(owner, orgId, ben.email)).statusCode).toBe(200);
    expect(await refusalOf('somebody@example.com')).toMatchObject({ code: 'MEMBER_LIMIT' });
  });

  it('refuses new members once the plan has ended, and keeps existing ones', async () => {
    await addFamilyMembers(owner, orgId, ben.email);
    await aFamilyPlan(test, owner, { endsAt: new Date(Date.now() - HOUR_MS) });
    expect(await refusalOf('somebody@example.com')).toMatchObject({ code: 'PLAN_ENDED' });
    expect(await listMemberIds(ben, orgId)).toHaveLength(2);
  });

  it.each([[[]], [['nobody at home']], [['ana@', 'b@c']]])('refuses %j', async (emails) => {
    const answer = await owner.call('POST', '/users/org/user', { orgId, emails });
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { message: BUSINESS_MESSAGES.memberEmailInvalid }]);
  });

  it('is allowed to the owner, and to an administrator in the owner’s name', async () => {
    await addFamilyMembers(owner, orgId, ben.email);
    const [cleo, admin, stranger] = [await aPerson(test), await aPerson(test), await aPerson(test)];
    await become(admin, { role: 'admin' });
    expect((await addFamilyMembers(ben, orgId, cleo.email)).json()).toMatchObject({ code: 'ACCESS_DENIED' });
    expect((await addFamilyMembers(stranger, orgId, cleo.email)).statusCode).toBe(404);
    expect((await addFamilyMembers(admin, orgId, cleo.email)).statusCode).toBe(404);
    await forgeView(test, admin, owner.user._id);
    expect((await addFamilyMembers(admin, orgId, cleo.email)).statusCode).toBe(200);
    expect((await listFamilyNotifications(cleo))[0]).toMatch(/^Ana Lima added you/);
    const trail = test.db.selectFrom('audit_entries').select(['actor_id', 'action']).where('user_id', '=', owner.user._id);
    expect(await trail.execute()).toEqual([{ actor_id: admin.user._id, action: 'organisation.manage' }]);
  });

  it('limits the emails to unknown addresses per day over all calls', async () => {
    const address = 'somebody@example.com';
    for (let count = 0; count < 20; count++) expect((await addFamilyMembers(owner, orgId, address)).statusCode).toBe(200);
    const answer = await addFamilyMembers(owner, orgId, ben.email);
    expect([answer.statusCode, answer.json()]).toMatchObject([429, { code: 'TOO_MANY_REQUESTS' }]);
    expect(await listMemberIds(owner, orgId)).toEqual([owner.user._id]);
  });
});

describe('the list of members', () => {
  const list = (person: TestPerson) => callEndpoint(person, listMembers, { params: { orgId } });
  const of = (members: OrganisationMember[], { user }: TestPerson) => members.find(({ _id }) => _id === user._id);

  it('shows phone and gender to the owner, to members only their own, and possible new owners to the owner', async () => {
    const cleo = await aPerson(test);
    for (const person of [owner, ben, cleo]) await become(person, { phone_no: '+351 1', gender: 'other' });
    await callEndpoint(owner, addMembers, { body: { orgId, emails: [ben.email, cleo.email] } });
    await aFamilyPlan(test, ben);
    const seenByOwner = await list(owner);
    expect(seenByOwner.map(({ _id, orgRole }) => [_id, orgRole])[0]).toEqual([owner.user._id, 'owner']);
    expect(seenByOwner.every(({ phoneNo, gender }) => phoneNo === '+351 1' && gender === 'other')).toBe(true);
    expect([owner, ben, cleo].map((person) => of(seenByOwner, person)?.canOwn)).toEqual([false, true, false]);
    const seenByBen = await list(ben);
    expect(of(seenByBen, ben)).toMatchObject({ phoneNo: '+351 1', gender: 'other', canOwn: false });
    for (const person of [owner, cleo]) expect(of(seenByBen, person)).toMatchObject({ phoneNo: '', gender: null, canOwn: false });
  });

  it('does not offer members with their own family as new owners', async () => {
    await addFamilyMembers(owner, orgId, ben.email);
    await aFamily(test, ben);
    expect(of(await list(owner), ben)).toMatchObject({ canOwn: false });
  });
});

describe('removing a member', () => {
  beforeEach(() => addFamilyMembers(owner, orgId, ben.email));

  it('is allowed to the member, and notifies the owner', async () => {
    const answer = await remove(ben, ben);
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { message: 'You left the family.' }]);
    expect((await ben.call('GET', `/organizations/details/${orgId}`)).statusCode).toBe(404);
    expect(await listFamilyNotifications(owner)).toEqual(['Ben Costa left your family “The Limas”.']);
    expect(await listMailSubjects(test, owner.email)).toEqual(['Ben Costa left your family']);
    expect((await remove(ben, ben)).statusCode).toBe(404);
    expect((await addFamilyMembers(owner, orgId, ben.email)).statusCode).toBe(200);
  });

  it('is allowed to the owner, and notifies the member', async () => {
    const answer = await remove(owner, ben);
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { message: 'Removed from the family.' }]);
    expect((await listFamilyNotifications(ben))[0]).toBe('You were removed from the family “The Limas”. You keep your own content.');
    expect((await listMailSubjects(test, ben.email)).at(-1)).toBe('You were removed from the family “The Limas”');
    expect((await ben.call('GET', '/organizations')).json()).toMatchObject({ result: [] });
    expect((await remove(owner, ben)).statusCode).toBe(404);
  });

  it('is refused to other members and other accounts', async () => {
    const [cleo, stranger] = [await aPerson(test), await aPerson(test)];
    await addFamilyMembers(owner, orgId, cleo.email);
    expect((await remove(ben, cleo)).json()).toMatchObject({ code: 'ACCESS_DENIED' });
    expect((await remove(ben, owner)).json()).toMatchObject({ code: 'ACCESS_DENIED' });
    for (const person of [ben, stranger]) expect((await remove(stranger, person)).statusCode).toBe(404);
    expect(await listMemberIds(owner, orgId)).toHaveLength(3);
  });

  it('is refused for the owner', async () => {
    const answer = await remove(owner, owner);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      {
        code: 'FAMILY_OWNER_STAYS',
        message: 'The owner can’t leave the family. Make another member the owner first, or dissolve the family.',
      },
    ]);
  });

  it('follows from deleting the account, and notifies the owner', async () => {
    expect((await ben.call('DELETE', `/users/${ben.user._id}`, { password: ben.password })).statusCode).toBe(200);
    expect(await listMemberIds(owner, orgId)).toEqual([owner.user._id]);
    expect(await listFamilyNotifications(owner)).toEqual(['Ben Costa deleted their account and is no longer in your family “The Limas”.']);
  });
});

describe('the export of personal data', () => {
  it('contains the account’s families', async () => {
    await addFamilyMembers(owner, orgId, 'somebody@example.com');
    await addFamilyMembers(owner, orgId, ben.email);
    const of = async (person: TestPerson) => (await person.call('POST', '/users/export', { password: person.password })).json<object>();
    expect(await of(owner)).toMatchObject({ families: [{ name: 'The Limas', role: 'owner', invited: ['somebody@example.com'] }] });
    expect(await of(ben)).toMatchObject({ families: [{ name: 'The Limas', role: 'subAdmin', invited: null }] });
  });
});
