/** A former member joins a family of the same owner again only by accepting an invitation. */
import { listInvitations, listOwnInvitations } from '@vitrine/contract/organisations.endpoints';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNewUser, aPerson, callEndpoint, mailLink, type TestPerson } from '../../testing/builders.ts';
import {
  addFamilyMembers,
  aFamily,
  aFamilyPlan,
  followVerificationLink,
  listFamilyNotifications,
  listMailSubjects,
  listMemberIds,
} from '../../testing/families.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { forgeView } from '../../testing/staff.ts';
import type { TestApp } from '../../testing/test-app.ts';

const SECOND_MS = 1000;
const DAY_MS = 86_400 * SECOND_MS;
let test: TestApp;
let owner: TestPerson;
let ben: TestPerson;
let orgId: string;
beforeAll(async () => {
  test = await openTestApp();
});
beforeEach(async () => {
  [owner, ben] = [await aPerson(test), await aPerson(test, { name: 'Ben Costa' })];
  ({ orgId } = await aFamily(test, owner, [ben]));
});
afterEach(() => {
  test.clock.offsetMs = 0;
});
afterAll(() => test.close());

/** Moves the clock, and the end of all sessions with it. */
async function advanceClock(ms: number): Promise<void> {
  test.clock.offsetMs += ms;
  await test.db
    .updateTable('sessions')
    .set({ expires_at: new Date(test.clock.now().getTime() + DAY_MS) })
    .execute();
}
const depart = async (actor: TestPerson, person = ben, family = orgId) =>
  expect((await actor.call('DELETE', `/organizations/${family}/members/${person.user._id}`)).statusCode).toBe(200);
const invitationsOf = (person = ben) => callEndpoint(person, listOwnInvitations);
const listFamilyInvitations = (person = owner, family = orgId) => callEndpoint(person, listInvitations, { params: { orgId: family } });
const idOf = async (person = ben) => (await invitationsOf(person))[0]?.id ?? '';
const answer = (person: TestPerson, id: string, decision: 'accept' | 'decline') =>
  person.call('PUT', `/organizations/invitations/${id}/answer`, { answer: decision });
const isMember = async (person = ben, family = orgId) => (await listMemberIds(owner, family)).includes(person.user._id);
const statusOf = async (id: string, decision: 'accept' | 'decline') => (await answer(ben, id, decision)).statusCode;
/** Removes Ben and invites him after the time in which the removal can be undone. */
async function inviteAgain(): Promise<string> {
  await depart(owner);
  await advanceClock(30 * SECOND_MS);
  expect((await addFamilyMembers(owner, orgId, ben.email)).statusCode).toBe(200);
  return idOf();
}

describe('adding a former member', () => {
  it('invites a removed member, who sees nothing of the family before accepting', async () => {
    await depart(owner);
    await advanceClock(30 * SECOND_MS);
    const result = await addFamilyMembers(owner, orgId, ben.email.toUpperCase());
    expect(result.json()).toMatchObject({
      message: 'Invited to your family.',
      result: { members: [], invitations: [{ email: ben.email, needsAnswer: true, declinedAt: null }] },
    });
    expect(await isMember()).toBe(false);
    expect((await ben.call('GET', '/organizations')).json()).toMatchObject({ result: [] });
    for (const url of [`/organizations/details/${orgId}`, `/users/org/users/${orgId}`, `/organizations/${orgId}/invitations`])
      expect((await ben.call('GET', url)).statusCode).toBe(404);
    expect(await invitationsOf()).toMatchObject([{ familyName: 'The Limas', ownerName: 'Ana Lima' }]);
    expect((await listFamilyNotifications(ben))[0]).toBe(
      'Ana Lima invited you to join the family “The Limas”. Accept or decline on the Family page.',
    );
    expect((await listMailSubjects(test, ben.email)).at(-1)).toBe('Ana Lima invited you to join a family');
  });

  it('adds a removed member without an invitation within 30 seconds', async () => {
    await depart(owner);
    await advanceClock(25 * SECOND_MS);
    expect((await addFamilyMembers(owner, orgId, ben.email)).json()).toMatchObject({ message: 'Added to your family.' });
    expect([await isMember(), await invitationsOf()]).toEqual([true, []]);
  });

  it('invites a member who left, also immediately and after an undone removal', async () => {
    await depart(owner);
    await addFamilyMembers(owner, orgId, ben.email);
    await depart(ben);
    await addFamilyMembers(owner, orgId, ben.email);
    expect([await isMember(), (await invitationsOf()).length]).toEqual([false, 1]);
  });

  it.each(['left', 'dissolved'])('invites a member of an earlier family of the same owner who %s', async (departure) => {
    if (departure === 'left') await depart(ben);
    expect((await owner.call('DELETE', `/organizations/${orgId}`)).statusCode).toBe(200);
    ({ orgId } = await aFamily(test, owner));
    await addFamilyMembers(owner, orgId, ben.email);
    expect([await isMember(), (await invitationsOf()).length]).toEqual([false, 1]);
  });

  it('invites a former member after an ownership transfer', async () => {
    const next = await aPerson(test, { name: 'Nils Next' });
    await addFamilyMembers(owner, orgId, next.email);
    await depart(owner);
    await aFamilyPlan(test, next);
    const handOver = { userId: next.user._id, password: owner.password };
    expect((await owner.call('PUT', `/organizations/${orgId}/owner`, handOver)).statusCode).toBe(200);
    await addFamilyMembers(next, orgId, ben.email);
    expect([await isMember(), await invitationsOf()]).toMatchObject([false, [{ ownerName: 'Nils Next' }]]);
  });

  it('adds a former member of a family of another owner immediately', async () => {
    await depart(ben);
    const other = await aPerson(test);
    const { orgId: otherId } = await aFamily(test, other);
    await addFamilyMembers(other, otherId, ben.email);
    expect(await listMemberIds(other, otherId)).toContain(ben.user._id);
  });

  it('creates one invitation, one notification and one mail for 20 concurrent requests', async () => {
    await depart(ben);
    const results = await Promise.all(Array.from({ length: 20 }, () => addFamilyMembers(owner, orgId, ben.email)));
    const codes = results.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other);
    expect(codes).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    expect(results.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'MEMBER_INVITED_TODAY' });
    expect([await listFamilyInvitations(), await invitationsOf()]).toMatchObject([[{ email: ben.email }], [{ familyName: 'The Limas' }]]);
    expect((await listFamilyNotifications(ben)).length).toBe(1);
    expect(await listMailSubjects(test, ben.email)).toEqual(['Ana Lima invited you to join a family']);
  });

  it('counts an open invitation toward the limit, but not a declined one', async () => {
    const id = await inviteAgain();
    await aFamilyPlan(test, owner, { users: 2 });
    const cleo = await aPerson(test);
    expect((await addFamilyMembers(owner, orgId, cleo.email)).json()).toMatchObject({ code: 'MEMBER_LIMIT' });
    await answer(ben, id, 'decline');
    expect((await addFamilyMembers(owner, orgId, cleo.email)).statusCode).toBe(200);
  });
});

describe('verifying an address', () => {
  it('does not accept the invitation of a former member', async () => {
    const id = await inviteAgain();
    await test.app.inject({ method: 'PUT', url: '/api/users/forgot/password', payload: { email: ben.email } });
    await test.runJobs();
    const link = mailLink(test, 'resetvfkey').searchParams;
    const payload = { email: ben.email, password: 'another horse', key: link.get('resetvfkey'), lock: link.get('resetvflock') };
    const reset = await test.app.inject({ method: 'PUT', url: '/api/users/reset/password', payload });
    expect(reset.statusCode).toBe(200);
    expect([await isMember(), await listFamilyInvitations()]).toMatchObject([false, [{ id, needsAnswer: true, declinedAt: null }]]);
  });

  it('turns an invitation to a new address of a former member into one that they must accept', async () => {
    await depart(ben);
    const address = `new.${ben.email}`;
    await addFamilyMembers(owner, orgId, address);
    await ben.call('PUT', `/users/${ben.user._id}`, { email: address, password: ben.password });
    expect((await (await followVerificationLink(test))()).statusCode).toBe(200);
    expect(await isMember()).toBe(false);
    expect(await listFamilyInvitations()).toMatchObject([{ email: address, needsAnswer: true }]);
    expect((await answer(ben, await idOf(), 'accept')).statusCode).toBe(200);
    expect(await isMember()).toBe(true);
  });
});

describe('answering an invitation', () => {
  it('joins the family by accepting, and notifies the owner', async () => {
    const id = await inviteAgain();
    const accepted = await answer(ben, id, 'accept');
    expect([accepted.statusCode, accepted.json()]).toMatchObject([200, { message: 'You joined the family.' }]);
    expect([await isMember(), await invitationsOf(), await listFamilyInvitations()]).toEqual([true, [], []]);
    expect((await listFamilyNotifications(owner))[0]).toBe('Ben Costa joined your family “The Limas”.');
    expect((await answer(ben, id, 'accept')).statusCode).toBe(404);
  });

  it('does not join the family by declining, and the owner sees it', async () => {
    const id = await inviteAgain();
    expect((await answer(ben, id, 'decline')).json()).toMatchObject({ message: 'Invitation declined.' });
    expect([await isMember(), await invitationsOf()]).toEqual([false, []]);
    expect(await listFamilyInvitations()).toMatchObject([{ id, email: ben.email, declinedAt: expect.any(String) as string }]);
    expect((await listFamilyNotifications(owner))[0]).toBe(
      `${ben.email} wasn’t added to your family “The Limas” because this person declined the invitation.`,
    );
    expect((await answer(ben, id, 'accept')).statusCode).toBe(404);
  });

  it('allows the next invitation a day after declining, also when the owner removed the entry', async () => {
    const id = await inviteAgain();
    await advanceClock(2 * DAY_MS);
    await answer(ben, id, 'decline');
    expect((await addFamilyMembers(owner, orgId, ben.email)).json()).toMatchObject({ code: 'MEMBER_INVITED_TODAY' });
    expect((await owner.call('DELETE', `/organizations/${orgId}/invitations/${id}`)).statusCode).toBe(200);
    await advanceClock(DAY_MS - 60 * SECOND_MS);
    expect((await addFamilyMembers(owner, orgId, ben.email)).json()).toMatchObject({ code: 'MEMBER_INVITED_TODAY' });
    await advanceClock(60 * SECOND_MS);
    expect((await addFamilyMembers(owner, orgId, ben.email)).statusCode).toBe(200);
    expect([(await invitationsOf()).length, (await listFamilyInvitations()).map(({ declinedAt }) => declinedAt)]).toEqual([1, [null]]);
  });

  it('allows the next invitation a day after the previous one was withdrawn', async () => {
    const id = await inviteAgain();
    await owner.call('DELETE', `/organizations/${orgId}/invitations/${id}`);
    expect(await invitationsOf()).toEqual([]);
    expect((await addFamilyMembers(owner, orgId, ben.email)).json()).toMatchObject({ code: 'MEMBER_INVITED_TODAY' });
    expect((await answer(ben, id, 'accept')).statusCode).toBe(404);
  });

  it('is refused to the owner, other owners, and administrators who view the account', async () => {
    const id = await inviteAgain();
    const [other, admin] = [await aPerson(test), await aPerson(test)];
    await aFamily(test, other);
    await test.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.user._id).execute();
    await forgeView(test, admin, ben.user._id);
    for (const person of [owner, other, admin]) {
      expect((await answer(person, id, 'accept')).statusCode).toBe(404);
      expect((await answer(person, id, 'decline')).statusCode).toBe(404);
      expect(await invitationsOf(person)).toEqual([]);
    }
    expect([await isMember(), (await invitationsOf()).length]).toEqual([false, 1]);
  });

  it('is refused to a person who joined another family in the meantime, and keeps the invitation open', async () => {
    const id = await inviteAgain();
    const other = await aPerson(test);
    await aFamily(test, other, [ben], { name: 'The Others' });
    expect((await answer(ben, id, 'accept')).json()).toMatchObject({ code: 'MEMBER_ELSEWHERE' });
    expect((await invitationsOf()).length).toBe(1);
  });

  it('is refused when a smaller plan has no capacity left', async () => {
    const id = await inviteAgain();
    await addFamilyMembers(owner, orgId, (await aPerson(test)).email);
    await aFamilyPlan(test, owner, { users: 2 });
    expect((await answer(ben, id, 'accept')).json()).toMatchObject({ code: 'MEMBER_LIMIT' });
    expect(await isMember()).toBe(false);
  });

  it('joins once when accepted and declined 10 times at once', async () => {
    const id = await inviteAgain();
    const results = await Promise.all(Array.from({ length: 10 }, (_, index) => statusOf(id, index % 2 === 0 ? 'accept' : 'decline')));
    expect(results.filter((code) => code === 200)).toHaveLength(1);
    expect(results.filter((code) => code !== 200 && code !== 404)).toEqual([]);
    expect(await isMember()).toBe((await listFamilyInvitations()).length === 0);
  });
});

describe('deleting an account', () => {
  it('deletes the invitation, and a new account with the address counts as a new person', async () => {
    await inviteAgain();
    expect((await ben.call('DELETE', `/users/${ben.user._id}`, { password: ben.password })).statusCode).toBe(200);
    expect(await listFamilyInvitations()).toEqual([]);
    const records = test.db.selectFrom('former_members').select('user_id').where('user_id', '=', ben.user._id);
    expect(await records.execute()).toEqual([]);
    const again = await aNewUser(test, { name: 'Ben Costa', email: ben.email });
    expect((await addFamilyMembers(owner, orgId, again.email)).json()).toMatchObject({ message: 'Added to your family.' });
  });

  it('withdraws the invitation when the owner’s account is deleted', async () => {
    const id = await inviteAgain();
    expect((await owner.call('DELETE', `/users/${owner.user._id}`, { password: owner.password })).statusCode).toBe(200);
    expect(await invitationsOf()).toEqual([]);
    expect((await answer(ben, id, 'accept')).statusCode).toBe(404);
  });
});

it('exports invitations and former memberships with the data of the account', async () => {
  await inviteAgain();
  const exported = (await ben.call('POST', '/users/export', { password: ben.password })).json<object>();
  expect(exported).toMatchObject({
    families: [],
    familyInvitations: [{ family: 'The Limas', declinedAt: null }],
    formerFamilies: [{ wasRemoved: true }],
  });
});
