import { FAMILY_PLAN } from '@vitrine/contract';
import { newId } from '../platform/ids.ts';
import { aPlan, type TestPerson } from './builders.ts';
import type { TestApp } from './test-app.ts';

const MINUTE_MS = 60_000;

/** As an administrator gives it: for the owner and five others. */
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

/** A family by rows, whose owner has the plan for it; its members joined one after the other. */
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
