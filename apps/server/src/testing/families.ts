import { FAMILY_PLAN } from '@vitrine/contract';
import { listNotifications } from '@vitrine/contract/notifications.endpoints';
import { listMembers } from '@vitrine/contract/organisations.endpoints';
import type { LightMyRequestResponse } from 'fastify';
import { newId } from '../platform/ids.ts';
import { aPlan, callEndpoint, mailLink, PASSWORD, type TestPerson } from './builders.ts';
import type { TestApp } from './test-app.ts';

const MINUTE_MS = 60_000;

/** Grants the Family Plan as an administrator does, by default for the owner and five members. */
export const aFamilyPlan = (
  test: TestApp,
  person: TestPerson,
  { users = 6, storageBytes = 35e9, endsAt }: { users?: number; storageBytes?: number; endsAt?: Date } = {},
) =>
  aPlan(test, person, {
    source: 'given',
    planName: FAMILY_PLAN,
    users,
    devices: 1,
    playlists: 10,
    sharingGroups: 5,
    storageBytes,
    endsAt,
  });

/** Inserts a family and grants its owner the Family Plan. Members joined one minute apart. */
export async function aFamily(
  test: TestApp,
  owner: TestPerson,
  members: TestPerson[] = [],
  { name = 'The Limas' } = {},
): Promise<{ orgId: string }> {
  await aFamilyPlan(test, owner);
  const orgId = newId();
  await test.db.insertInto('organisations').values({ id: orgId, name }).execute();
  const people = [owner, ...members];
  for (const [index, { user }] of people.entries()) {
    const joined_at = new Date(Date.now() - (people.length - index) * MINUTE_MS);
    const org_role = index === 0 ? 'owner' : 'subAdmin';
    await test.db.insertInto('organisation_members').values({ org_id: orgId, user_id: user._id, org_role, joined_at }).execute();
  }
  return { orgId };
}

/** Returns the texts of an account's notifications about families, newest first. */
export async function listFamilyNotifications(person: TestPerson): Promise<string[]> {
  const notices = await callEndpoint(person, listNotifications, { params: { userId: person.user._id } });
  return notices.filter(({ invitationType }) => invitationType === 'family').map(({ notificationBody }) => notificationBody);
}

/** Returns the subjects of all emails to an address so far. */
export async function listMailSubjects(test: TestApp, email: string): Promise<string[]> {
  await test.runJobs();
  const start = `Email to ${email}: `;
  return test.printed.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length).split('\n', 1)[0] ?? '');
}

export const addFamilyMembers = (person: TestPerson, orgId: string, ...emails: string[]): Promise<LightMyRequestResponse> =>
  person.call('POST', '/users/org/user', { orgId, emails });

/** Returns the ids of the family's members, the owner's first. */
export const listMemberIds = async (person: TestPerson, orgId: string): Promise<string[]> =>
  (await callEndpoint(person, listMembers, { params: { orgId } })).map(({ _id }) => _id);

/** Creates an account with an unverified address. */
export const signUp = (test: TestApp, email: string, name = 'Ben Costa'): Promise<LightMyRequestResponse> =>
  test.app.inject({ method: 'POST', url: '/api/users', payload: { name, email, password: PASSWORD } });

/** Returns a function that opens the newest emailed verification link. */
export async function followVerificationLink(test: TestApp): Promise<() => Promise<LightMyRequestResponse>> {
  await test.runJobs();
  const link = mailLink(test, 'emailvfkey').searchParams;
  const payload = { key: link.get('emailvfkey'), lock: link.get('emailvflock') };
  return () => test.app.inject({ method: 'PUT', url: '/api/users/email/verify?type=create_user', payload });
}
