import { FAMILY_PLAN } from '@vitrine/contract';
import { newId } from '../apps/server/src/platform/ids.ts';
import type { ApiPerson } from './api.ts';
import { givePlan, withProductDatabase } from './product-database.ts';

/** Number of users: an owner and five members. */
const USERS = 6;

/** Gives an account a Family Plan, as if it had bought one. */
export const giveFamilyPlan = (person: ApiPerson, choices: Parameters<typeof givePlan>[1] = {}): Promise<void> =>
  givePlan(person, { plan_name: FAMILY_PLAN, users: USERS, ...choices });

/** Creates a family in the database: its owner with the required plan, and members who joined one after the other. */
export async function createFamily(name: string, owner: ApiPerson, members: readonly ApiPerson[] = []): Promise<string> {
  await giveFamilyPlan(owner);
  return withProductDatabase(owner.product, async (db) => {
    const orgId = newId();
    await db.insertInto('organisations').values({ id: orgId, name }).execute();
    const people = [owner, ...members];
    const rows = people.map(({ userId }, index) => ({
      org_id: orgId,
      user_id: userId,
      org_role: index === 0 ? 'owner' : 'subAdmin',
      joined_at: new Date(Date.now() - (people.length - index) * 1000),
    }));
    await db.insertInto('organisation_members').values(rows).execute();
    return orgId;
  });
}
