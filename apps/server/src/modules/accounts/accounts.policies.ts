import { sql } from 'kysely';
import type { OwnerRow, Policies } from '../access/index.ts';

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

const ownAccount = (ids: string[]) => sql<OwnerRow>`select id, id as "ownerId" from users where id = any(${ids}::uuid[])`;

/** Those whom an administrator may act for who is no super-admin. */
const nonSuperAdmins = (ids: string[]) =>
  sql<OwnerRow>`select id, id as "ownerId" from users where id = any(${ids}::uuid[]) and not is_super_admin`;

/** Those on the partner's platform, whom its administrators see alone. */
const partnerAccounts = (ids: string[]) =>
  sql<OwnerRow>`select id, id as "ownerId" from users where id = any(${ids}::uuid[]) and platform = 'WV'`;

export const accountPolicies: Policies = {
  'account.read': ownAccount,
  'account.update': ownAccount,
  'account.edit': ownAccount,
  'account.enable': ownAccount,
  'account.role': ownAccount,
  'account.password': ownAccount,
  'account.menu': ownAccount,
  'account.plan': ownAccount,
  'account.administer': nonSuperAdmins,
  'account.partners': partnerAccounts,
};
