/** Ownership of a family: transferred, dissolved, and deleted with the account. */
import { readOrganisation } from '@vitrine/contract/organisations.endpoints';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, callEndpoint, type TestPerson } from '../../testing/builders.ts';
import {
  addFamilyMembers,
  aFamily,
  aFamilyPlan,
  listFamilyNotifications,
  listMailSubjects,
  listMemberIds,
} from '../../testing/families.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { forgeView, viewAccount } from '../../testing/staff.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let owner: TestPerson;
let ben: TestPerson;
let cleo: TestPerson;
let admin: TestPerson;
let stranger: TestPerson;
let orgId: string;
beforeAll(async () => {
  test = await openTestApp();
  [admin, stranger] = [await aPerson(test), await aPerson(test)];
  await test.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.user._id).execute();
});
beforeEach(async () => {
  owner = await aPerson(test);
  [ben, cleo] = [await aPerson(test, { name: 'Ben Costa' }), await aPerson(test, { name: 'Cleo Dias' })];
  ({ orgId } = await aFamily(test, owner, [ben, cleo]));
});
afterAll(() => test.close());

const handOver = (actor: TestPerson, to: TestPerson, password = actor.password) =>
  actor.call('PUT', `/organizations/${orgId}/owner`, { userId: to.user._id, password });
const dissolve = (actor: TestPerson) => actor.call('DELETE', `/organizations/${orgId}`);
const isThere = async () => (await test.db.selectFrom('organisations').select('id').where('id', '=', orgId).execute()).length === 1;

describe('transferring a family', () => {
  it('makes a member with a Family Plan the owner and the owner a member, and notifies all members', async () => {
    await aFamilyPlan(test, ben);
    const answer = await handOver(owner, ben);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { message: 'Family owner changed.', result: { orgRole: 'subAdmin', owner: { _id: ben.user._id }, memberCount: 3 } },
    ]);
    expect(await listMemberIds(ben, orgId)).toEqual([ben.user._id, owner.user._id, cleo.user._id]);
    expect((await listFamilyNotifications(ben))[0]).toBe(
      'Ana Lima made you the owner of the family “The Limas”. Its content now belongs to you and counts toward your plan.',
    );
    expect(await listFamilyNotifications(cleo)).toEqual(['Ana Lima made Ben Costa the owner of the family “The Limas”.']);
    expect(await listFamilyNotifications(owner)).toEqual([]);
    expect(await listMailSubjects(test, ben.email)).toEqual(['You’re now the owner of the family “The Limas”']);
    for (const person of [owner, cleo])
      expect(await listMailSubjects(test, person.email)).toEqual(['The family “The Limas” has a new owner']);
    expect((await addFamilyMembers(owner, orgId, stranger.email)).json()).toMatchObject({ code: 'ACCESS_DENIED' });
    expect((await ben.call('DELETE', `/organizations/${orgId}/members/${owner.user._id}`)).statusCode).toBe(200);
  });

  it('keeps pending invitations, also when the previous owner leaves', async () => {
    await aFamilyPlan(test, ben);
    await addFamilyMembers(owner, orgId, 'somebody@example.com');
    await handOver(owner, ben);
    await owner.call('DELETE', `/users/${owner.user._id}`, { password: owner.password });
    expect((await ben.call('GET', `/organizations/${orgId}/invitations`)).json()).toMatchObject({
      result: [{ email: 'somebody@example.com' }],
    });
  });

  it('requires the caller’s password', async () => {
    await aFamilyPlan(test, ben);
    const answer = await handOver(owner, ben, 'not the password');
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { code: 'INCORRECT_PASSWORD', message: 'Incorrect password. Try again.' },
    ]);
    await forgeView(test, admin, owner.user._id);
    expect((await handOver(admin, ben, owner.password)).statusCode).toBe(200);
    const trail = test.db.selectFrom('audit_entries').select(['actor_id', 'action']).where('user_id', '=', owner.user._id);
    expect(await trail.execute()).toEqual([{ actor_id: admin.user._id, action: 'organisation.manage' }]);
  });

  it('is refused to members and other accounts without checking a password', async () => {
    await aFamilyPlan(test, ben);
    expect((await handOver(ben, ben, 'wrong')).json()).toMatchObject({ code: 'ACCESS_DENIED' });
    expect((await handOver(stranger, stranger, 'wrong')).statusCode).toBe(404);
  });

  it('requires a member who may own a family', async () => {
    expect((await handOver(owner, ben)).json()).toMatchObject({
      code: 'NEXT_OWNER_PLAN',
      message: 'The new owner needs a Family Plan. They can subscribe in their own account.',
    });
    expect((await handOver(owner, stranger)).statusCode).toBe(404);
    expect((await handOver(owner, owner)).statusCode).toBe(404);
    await aFamily(test, ben);
    expect((await handOver(owner, ben)).json()).toMatchObject({
      code: 'NEXT_OWNER_HAS_FAMILY',
      message: 'This person already owns a family.',
    });
  });

  it('is refused while the owner is a member of another family', async () => {
    await aFamilyPlan(test, ben);
    const other = await aPerson(test);
    const { orgId: otherId } = await aFamily(test, other, [owner]);
    const answer = await handOver(owner, ben);
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'MEMBER_ELSEWHERE' }]);
    await owner.call('DELETE', `/organizations/${otherId}/members/${owner.user._id}`);
    expect((await handOver(owner, ben)).statusCode).toBe(200);
  });
});

describe('dissolving a family', () => {
  it('removes all members, notifies them, and leaves its objects to its owner', async () => {
    const album = await anAlbum(owner);
    await test.db.updateTable('albums').set({ org_id: orgId }).where('id', '=', album._id).execute();
    await addFamilyMembers(owner, orgId, 'somebody@example.com');
    expect((await dissolve(owner)).json()).toMatchObject({ message: 'Family dissolved.' });
    expect(await isThere()).toBe(false);
    for (const person of [owner, ben]) expect((await person.call('GET', `/organizations/details/${orgId}`)).statusCode).toBe(404);
    for (const person of [ben, cleo]) {
      expect(await listFamilyNotifications(person)).toEqual([
        'The family “The Limas” was dissolved. Its content now belongs to the owner. You keep your own content.',
      ]);
      expect(await listMailSubjects(test, person.email)).toEqual(['The family “The Limas” was dissolved']);
    }
    expect((await owner.call('GET', `/albums/details/${album._id}`)).json()).toMatchObject({ result: { _id: album._id, orgId: null } });
    expect((await ben.call('GET', `/albums/details/${album._id}`)).statusCode).toBe(404);
    expect((await dissolve(owner)).statusCode).toBe(404);
    const again = await aPerson(test);
    await aFamily(test, again);
    expect((await again.call('POST', '/users/org/user', { emails: [ben.email] })).statusCode).toBe(200);
  });

  it('is allowed to its owner only', async () => {
    expect((await dissolve(ben)).json()).toMatchObject({ code: 'ACCESS_DENIED' });
    expect((await dissolve(stranger)).statusCode).toBe(404);
    expect(await isThere()).toBe(true);
    expect((await dissolve(admin)).statusCode).toBe(404);
    await viewAccount(admin, owner);
    expect((await dissolve(admin)).statusCode).toBe(200);
  });

  it('follows from deleting the owner’s account', async () => {
    const other = await aPerson(test);
    const { orgId: otherId } = await aFamily(test, other, [owner], { name: 'The Others' });
    expect((await owner.call('DELETE', `/users/${owner.user._id}`, { password: owner.password })).statusCode).toBe(200);
    expect(await isThere()).toBe(false);
    expect((await listFamilyNotifications(ben))[0]).toMatch(/^The family “The Limas” was dissolved/);
    expect(await listMemberIds(other, otherId)).toEqual([other.user._id]);
    expect(await listFamilyNotifications(other)).toEqual(['Ana Lima deleted their account and is no longer in your family “The Others”.']);
  });

  it('does not happen when the password of the account was wrong', async () => {
    expect((await owner.call('DELETE', `/users/${owner.user._id}`, { password: 'wrong' })).statusCode).toBe(400);
    expect(await callEndpoint(owner, readOrganisation, { params: { orgId } })).toMatchObject({ memberCount: 3 });
    expect(await listFamilyNotifications(ben)).toEqual([]);
  });
});
