import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { aPerson, PASSWORD, type TestPerson } from '../../testing/builders.ts';
import { CompanyBrowser, createClaims, stepOf } from '../../testing/company-sign-in.ts';
import { addFamilyMembers, aFamily, aFamilyPlan, listMemberIds } from '../../testing/families.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { CLIENT_ID, CLIENT_SECRET, TestProvider } from '../../testing/test-provider.ts';

const ORGANISATION = newId();
const MEMBER = { groups: ['screens'] };

let test: TestApp;
let provider: TestProvider;
let owner: TestPerson;
beforeAll(async () => {
  provider = await new TestProvider().start();
  test = await createTestApp({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: CLIENT_SECRET,
    OIDC_ORGANISATION: ORGANISATION,
    OIDC_ROLE_CLAIM: 'groups',
    OIDC_MEMBERS: 'screens, signage',
  });
});
afterAll(async () => {
  await test.close();
  await provider.stop();
});
beforeEach(async () => {
  owner = await aPerson(test, { name: 'Ola Owner' });
  await aFamilyPlan(test, owner);
  await test.db.deleteFrom('organisations').where('id', '=', ORGANISATION).execute();
  await test.db.insertInto('organisations').values({ id: ORGANISATION, name: 'Example Ltd' }).execute();
  await test.db.insertInto('organisation_members').values({ org_id: ORGANISATION, user_id: owner.user._id, org_role: 'owner' }).execute();
});

async function signIn(claims: Record<string, unknown>) {
  provider.claims = claims;
  const step = stepOf(await new CompanyBrowser(test, provider).signIn());
  expect(step.step).toBe('signedIn');
  return { userId: step.user?._id ?? '', orgs: step.user?.orgs.map(({ id }) => id), notice: step.notice };
}
const members = () => listMemberIds(owner, ORGANISATION);

describe('the role claim', () => {
  it('makes a person a member, and its end ends the membership', async () => {
    const claims = createClaims();
    const outside = await signIn(claims);
    expect(outside).toMatchObject({ orgs: [], notice: null });
    expect(await signIn({ ...claims, ...MEMBER })).toMatchObject({ orgs: [ORGANISATION], notice: null });
    expect(await signIn({ ...claims, ...MEMBER })).toMatchObject({ orgs: [ORGANISATION], notice: null });
    expect(await members()).toEqual([owner.user._id, outside.userId]);
    expect(await signIn({ ...claims, groups: ['others'] })).toMatchObject({ orgs: [], notice: null });
    expect(await members()).toEqual([owner.user._id]);
  });

  it('does not add a removed person again without their consent', async () => {
    const claims = createClaims();
    await signIn({ ...claims, ...MEMBER });
    await signIn(claims);
    // Until then an owner may undo a removal.
    test.clock.offsetMs += 31_000;
    expect(await signIn({ ...claims, ...MEMBER })).toMatchObject({ orgs: [], notice: expect.stringMatching(/^You were in/) as string });
  });

  it('keeps members whom the owner has added', async () => {
    const claims = createClaims();
    const { userId } = await signIn(claims);
    expect((await addFamilyMembers(owner, ORGANISATION, String(claims['email']))).statusCode).toBe(200);
    await signIn(claims);
    expect(await members()).toEqual([owner.user._id, userId]);
  });

  it('never removes the owner', async () => {
    provider.claims = createClaims({ email: owner.email, ...MEMBER });
    const browser = new CompanyBrowser(test, provider);
    await browser.signIn();
    await browser.prove({ password: PASSWORD });
    await signIn({ ...provider.claims, groups: [] });
    expect(await members()).toEqual([owner.user._id]);
  });
});

describe('a person who cannot join', () => {
  it('is signed in and reads that the family has no place left', async () => {
    await aFamilyPlan(test, owner, { users: 1 });
    expect(await signIn(createClaims(MEMBER))).toMatchObject({ orgs: [], notice: expect.stringMatching(/no place left/) as string });
  });

  it('is signed in and reads that the plan has ended', async () => {
    await test.db.deleteFrom('entitlements').where('user_id', '=', owner.user._id).execute();
    expect(await signIn(createClaims(MEMBER))).toMatchObject({ orgs: [], notice: expect.stringMatching(/plan has ended/) as string });
  });

  it('is signed in and reads about the other family', async () => {
    const claims = createClaims();
    const { userId } = await signIn(claims);
    const other = await aPerson(test);
    const { orgId } = await aFamily(test, other);
    await test.db.insertInto('organisation_members').values({ org_id: orgId, user_id: userId, org_role: 'subAdmin' }).execute();
    expect(await signIn({ ...claims, ...MEMBER })).toMatchObject({
      orgs: [orgId],
      notice: expect.stringMatching(/in another one/) as string,
    });
  });
});
