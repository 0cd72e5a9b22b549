import { sql } from 'kysely';
import type { Owned, Policies } from '../access/index.ts';

declare module '../access/policies.ts' {
  interface Actions {
    'organisation.read': true;
  }
}

/** Its members count as owners here: what they may change is for the organisation's own rules. */
export const organisationPolicies: Policies = {
  'organisation.read': (ids) =>
    sql<Owned>`select org_id as id, user_id as "ownerId" from organisation_members where org_id = any(${ids}::uuid[])`,
};
