import { sql } from 'kysely';
import type { OwnerRow, Policies } from '../access/index.ts';

declare module '../access/policies.ts' {
  interface Actions {
    'order.read': true;
    /** Lists the orders of an account. */
    'accountOrders.read': true;
  }
}

/** An order belongs to its buyer. When the account is deleted it has no owner, and staff still read it. */
export const orderPolicies: Policies = {
  'order.read': (ids) =>
    sql<OwnerRow>`select id, coalesce(user_id::text, '') as "ownerId", false as "isGuest" from orders where id = any(${ids}::uuid[])`,
  'accountOrders.read': (ids) => sql<OwnerRow>`select id, id as "ownerId", false as "isGuest" from users where id = any(${ids}::uuid[])`,
};
