import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { Owned, Person, Policies } from '../access/index.ts';

declare module '../access/policies.ts' {
  interface Actions {
    'order.read': true;
  }
}

/** Whoever ordered. When their account is gone it is nobody's, and administrators read it still. */
export const orderPolicies: Policies = {
  'order.read': (ids) =>
    sql<Owned>`select id, coalesce(user_id::text, '') as "ownerId", false as "isGuest" from orders where id = any(${ids}::uuid[])`,
};

/** The platform whose orders somebody of the console sees alone; null for all of them. */
export async function platformSeenBy(db: Db, actor: Person): Promise<'WV' | null> {
  if (actor.isSuperAdmin) return null;
  const person = await db.selectFrom('users').select('platform').where('id', '=', actor.userId).executeTakeFirst();
  return person?.platform === 'WV' ? 'WV' : null;
}
