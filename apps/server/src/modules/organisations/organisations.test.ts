/** Families: who can create, see and change them. */
import { BUSINESS_MESSAGES, type Organisation } from '@vitrine/contract';
import { createOrganisation, readOrganisation } from '@vitrine/contract/organisations.endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, aPlaylist, aStoredPhoto, callEndpoint, type TestPerson } from '../../testing/builders.ts';
import { aFamily, aFamilyPlan } from '../../testing/families.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { forgeView, viewAccount } from '../../testing/staff.ts';
import type { TestApp } from '../../testing/test-app.ts';

const HOUR_MS = 3_600_000;
let test: TestApp;
let admin: TestPerson;
let support: TestPerson;
let stranger: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  [admin, support, stranger] = [await withRole('admin'), await withRole('support'), await aPerson(test)];
});
afterAll(() => test.close());

async function withRole(role: string): Promise<TestPerson> {
  const person = await aPerson(test, { name: `The ${role}` });
  await test.db.updateTable('users').set({ role }).where('id', '=', person.user._id).execute();
  return person;
}
const withPlan = async (name = 'Ana Lima') => {
  const person = await aPerson(test, { name });
  await aFamilyPlan(test, person);
  return person;
};
/** A picture from an uploaded file. */
const aPicture = async (person: TestPerson) => ({ key: (await aStoredPhoto(test, person, (await anAlbum(person))._id)).fileId });
const details = (person: TestPerson, orgId: string) => callEndpoint(person, readOrganisation, { params: { orgId } });
const limas = { name: 'The Limas', description: 'Lisbon', orgType: 'family' };

describe('creating a family', () => {
  it('requires an active Family Plan', async () => {
    const ana = await aPerson(test);
    const refusal = { code: 'FAMILY_PLAN_NEEDED', message: 'You need the Family Plan to create a family.' };
    expect((await ana.call('POST', '/organizations', limas)).json()).toMatchObject(refusal);
    await aFamilyPlan(test, ana, { endsAt: new Date(Date.now() - HOUR_MS) });
    expect((await ana.call('POST', '/organizations', limas)).json()).toMatchObject(refusal);
    await aFamilyPlan(test, ana);
    const answer = await ana.call('POST', '/organizations', limas);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      message: BUSINESS_MESSAGES.familyCreated,
      result: {
        name: 'The Limas',
        description: 'Lisbon',
        orgType: 'family',
        memberCount: 1,
        memberLimit: 5,
        orgRole: 'owner',
        owner: { _id: ana.user._id, name: 'Ana Lima', email: ana.email },
        hasEnded: false,
        holds: { albums: 0, playlists: 0, devices: 0 },
      },
    });
    const { id } = answer.json<{ result: Organisation }>().result;
    expect((await ana.call('GET', '/organizations')).json()).toMatchObject({ result: [{ id }] });
    expect((await ana.call('GET', `/users/${ana.user._id}`)).json()).toMatchObject({ result: { orgs: [{ id, orgRole: 'owner' }] } });
  });

  it('succeeds once for each owner under concurrent requests', async () => {
    const ana = await withPlan();
    const answers = await Promise.all(Array.from({ length: 4 }, () => ana.call('POST', '/organizations', limas)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([201, 409, 409, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json()).toMatchObject({ code: 'FAMILY_EXISTS', message: 'You already have a family.' });
  });

  it.each([
    [{ description: 'x' }, BUSINESS_MESSAGES.familyNameRequired],
    [{ ...limas, name: '  ' }, BUSINESS_MESSAGES.familyNameRequired],
    [{ ...limas, name: 'L' }, 'Too Short!'],
    [{ ...limas, name: 'L'.repeat(31) }, 'Too Long!'],
    [{ ...limas, description: 'x'.repeat(51) }, 'Too Long!'],
  ])('refuses %j', async (body, message) => {
    const answer = await stranger.call('POST', '/organizations', body);
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { message }]);
  });

  it('refuses an outdated subscription id', async () => {
    const ana = await withPlan();
    const answer = await ana.call('POST', '/organizations', { ...limas, subscriptionId: 'another' });
    expect(answer.json()).toMatchObject({
      code: 'INVALID',
      message: 'Your subscription has changed. Reload the page and try again.',
    });
    expect((await ana.call('POST', '/organizations', { ...limas, subscriptionId: null })).statusCode).toBe(201);
  });

  it('accepts a picture of its creator, and none of other accounts', async () => {
    const ana = await withPlan();
    expect((await ana.call('POST', '/organizations', { ...limas, picture: await aPicture(stranger) })).statusCode).toBe(404);
    const picture = await aPicture(ana);
    const { id } = await callEndpoint(ana, createOrganisation, { body: { name: 'The Limas', picture } });
    expect(await details(ana, id)).toMatchObject({ picture: { ...picture, name: 'photo.jpg' } });
  });

  it('is allowed to a member of another family', async () => {
    const [owner, ben] = [await aPerson(test), await withPlan('Ben Costa')];
    const { orgId } = await aFamily(test, owner, [ben]);
    const own = await callEndpoint(ben, createOrganisation, { body: { name: 'The Costas' } });
    const orgs = [
      { id: orgId, orgRole: 'subAdmin' },
      { id: own.id, orgRole: 'owner' },
    ];
    expect((await ben.call('GET', `/users/${ben.user._id}`)).json()).toMatchObject({ result: { orgs } });
    expect((await ben.call('GET', '/organizations')).json()).toMatchObject({
      result: [
        { id: orgId, orgRole: 'subAdmin' },
        { id: own.id, orgRole: 'owner' },
      ],
    });
  });
});

describe('a family', () => {
  it('is visible to its members and to staff who view one of them only', async () => {
    const [owner, ben, former] = [await aPerson(test), await aPerson(test), await aPerson(test)];
    const { orgId } = await aFamily(test, owner, [ben, former]);
    await former.call('DELETE', `/organizations/${orgId}/members/${former.user._id}`);
    expect(await details(ben, orgId)).toMatchObject({ orgRole: 'subAdmin', memberCount: 2, owner: { _id: owner.user._id } });
    for (const staff of [admin, support]) await viewAccount(staff, owner);
    for (const person of [admin, support]) expect(await details(person, orgId)).toMatchObject({ orgRole: null, memberCount: 2 });
    const otherOwner = await aPerson(test);
    await aFamily(test, otherOwner);
    for (const person of [stranger, former, otherOwner])
      for (const url of [`/organizations/details/${orgId}`, `/users/org/users/${orgId}`, `/organizations/${orgId}/invitations`])
        expect((await person.call('GET', url)).statusCode).toBe(404);
  });

  it('returns its objects', async () => {
    const owner = await aPerson(test);
    const { orgId } = await aFamily(test, owner);
    const [album, binned] = [await anAlbum(owner), await anAlbum(owner)];
    const playlist = await aPlaylist(owner);
    await test.db.updateTable('albums').set({ org_id: orgId }).where('id', 'in', [album._id, binned._id]).execute();
    await test.db.updateTable('albums').set({ deleted_at: new Date() }).where('id', '=', binned._id).execute();
    await test.db.updateTable('playlists').set({ org_id: orgId }).where('id', '=', playlist._id).execute();
    expect(await details(owner, orgId)).toMatchObject({ holds: { albums: 1, playlists: 1, devices: 0 } });
  });

  it('has the number of members that its owner’s plan allows, and stays when the plan ends', async () => {
    const owner = await aPerson(test);
    const { orgId } = await aFamily(test, owner);
    await aFamilyPlan(test, owner, { users: 3 });
    expect(await details(owner, orgId)).toMatchObject({ memberLimit: 2, hasEnded: false });
    await aFamilyPlan(test, owner, { users: 20 });
    expect(await details(owner, orgId)).toMatchObject({ memberLimit: 5 });
    await aFamilyPlan(test, owner, { endsAt: new Date(Date.now() - HOUR_MS) });
    expect(await details(owner, orgId)).toMatchObject({ hasEnded: true });
  });
});

describe('changing a family', () => {
  it('is allowed to its owner: name, description and picture', async () => {
    const [owner, ben] = [await aPerson(test), await aPerson(test)];
    const { orgId } = await aFamily(test, owner, [ben]);
    const picture = await aPicture(owner);
    const edit = async (person: TestPerson, body: object) => person.call('PUT', `/organizations/${orgId}`, body);
    expect((await edit(owner, { name: 'The Costas', description: 'Porto', picture })).json()).toMatchObject({
      result: { name: 'The Costas', description: 'Porto', picture: { key: picture.key } },
    });
    expect((await edit(owner, { description: '' })).json()).toMatchObject({ result: { name: 'The Costas', description: '' } });
    expect((await edit(owner, { picture: null })).json()).toMatchObject({ result: { picture: null } });
    expect((await edit(owner, {})).statusCode).toBe(200);
    expect((await edit(owner, { name: 'x' })).json()).toMatchObject({ message: 'Too Short!' });
    const refused = await edit(ben, { name: 'The Bens' });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { code: 'ACCESS_DENIED', message: 'Only the family’s owner can do this.' },
    ]);
    for (const person of [stranger, support]) expect((await edit(person, { name: 'Planted' })).statusCode).toBe(404);
  });

  it('keeps the existing picture, regardless of its uploader', async () => {
    const [owner, other] = [await aPerson(test), await aPerson(test)];
    const { orgId } = await aFamily(test, owner);
    const picture = await aPicture(other);
    expect((await owner.call('PUT', `/organizations/${orgId}`, { picture })).statusCode).toBe(404);
    await test.db.updateTable('organisations').set({ picture_file_id: picture.key }).where('id', '=', orgId).execute();
    expect((await owner.call('PUT', `/organizations/${orgId}`, { name: 'Kept', picture })).statusCode).toBe(200);
  });

  it('by an administrator is written to the audit trail in the owner’s name', async () => {
    const owner = await aPerson(test);
    const { orgId } = await aFamily(test, owner);
    await forgeView(test, admin, owner.user._id);
    expect((await admin.call('PUT', `/organizations/${orgId}`, { name: 'Renamed' })).statusCode).toBe(200);
    const trail = test.db
      .selectFrom('audit_entries')
      .select(['actor_id', 'action', 'object_ids', 'before', 'after'])
      .where('user_id', '=', owner.user._id);
    expect(await trail.execute()).toMatchObject([
      { actor_id: admin.user._id, action: 'organisation.manage', object_ids: [orgId], after: { [orgId]: { name: 'Renamed' } } },
    ]);
  });
});
