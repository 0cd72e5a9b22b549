import { newId } from '../platform/ids.ts';
import type { TestPerson } from './builders.ts';
import type { TestApp } from './test-app.ts';

/** Inserts a family of these people and returns its id. The first one is the owner. */
export async function anOrganisation({ db }: TestApp, ...members: TestPerson[]): Promise<string> {
  const orgId = newId();
  await db.insertInto('organisations').values({ id: orgId, name: 'The Limas' }).execute();
  for (const [index, { user }] of members.entries()) {
    const org_role = index === 0 ? 'owner' : 'subAdmin';
    await db.insertInto('organisation_members').values({ org_id: orgId, user_id: user._id, org_role }).execute();
  }
  return orgId;
}
