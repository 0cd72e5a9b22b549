import { sql } from 'kysely';
import type { Owned, Policies } from '../access/index.ts';

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
