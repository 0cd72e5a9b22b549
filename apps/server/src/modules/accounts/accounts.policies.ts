import { sql } from 'kysely';
import type { Owned, Policies } from '../access/index.ts';

declare module '../access/policies.ts' {
  interface Actions {
    'account.read': true;
    'account.update': true;
    'account.administer': true;
  }
}

const selves = (ids: string[]) => sql<Owned>`select id, id as "ownerId" from users where id = any(${ids}::uuid[])`;

/** Those whom an administrator may act for who is no super-admin. */
const ordinary = (ids: string[]) => sql<Owned>`select id, id as "ownerId" from users where id = any(${ids}::uuid[]) and not is_super_admin`;

export const accountPolicies: Policies = { 'account.read': selves, 'account.update': selves, 'account.administer': ordinary };
