import { sql } from 'kysely';
import type { OwnerRow, Policies } from '../access/index.ts';

declare module '../access/policies.ts' {
  interface Actions {
    'subscription.read': true;
    /** Reads the credit of an account and the charges to come. */
    'accountCredit.read': true;
  }
}

export const billingPolicies: Policies = {
  'subscription.read': (ids) => sql<OwnerRow>`select id, user_id as "ownerId" from subscriptions where id = any(${ids}::uuid[])`,
  'accountCredit.read': (ids) => sql<OwnerRow>`select id, id as "ownerId" from users where id = any(${ids}::uuid[])`,
};
