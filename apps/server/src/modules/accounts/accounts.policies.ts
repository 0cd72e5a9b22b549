import { sql } from 'kysely';
import type { Owned, Policies } from '../access/index.ts';

declare module '../access/policies.ts' {
  interface Actions {
    'account.read': true;
    'account.update': true;
    /** Edits the profile from the console. */
    'account.edit': true;
    'account.enable': true;
    'account.role': true;
    'account.password': true;
    'account.menu': true;
    'account.plan': true;
    'account.administer': true;
    'account.partners': true;
  }
}

const selves = (ids: string[]) => sql<Owned>`select id, id as "ownerId" from users where id = any(${ids}::uuid[])`;

/** Those whom an administrator may act for who is no super-admin. */
const ordinary = (ids: string[]) => sql<Owned>`select id, id as "ownerId" from users where id = any(${ids}::uuid[]) and not is_super_admin`;

/** Those on the partner's platform, whom its administrators see alone. */
const partners = (ids: string[]) => sql<Owned>`select id, id as "ownerId" from users where id = any(${ids}::uuid[]) and platform = 'WV'`;

export const accountPolicies: Policies = {
  'account.read': selves,
  'account.update': selves,
  'account.edit': selves,
  'account.enable': selves,
  'account.role': selves,
  'account.password': selves,
  'account.menu': selves,
  'account.plan': selves,
  'account.administer': ordinary,
  'account.partners': partners,
};
