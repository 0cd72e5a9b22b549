import { type RawBuilder, sql } from 'kysely';
import type { OwnerRow, Policies, Policy } from '../access/index.ts';

declare module '../access/policies.ts' {
  interface Actions {
    /** It, and who is in it. */
    'organisation.read': true;
    'organisation.invitations.read': true;
    /** Its name and picture, who is in it, whose it is, and its end. */
    'organisation.manage': true;
  }
}

const membersPolicy =
  (sufficing: RawBuilder<boolean>): Policy =>
  (ids) =>
    sql<OwnerRow>`select org_id as id, user_id as "ownerId" from organisation_members where org_id = any(${ids}::uuid[]) and ${sufficing}`;

const ownerPolicy = membersPolicy(sql<boolean>`org_role = 'owner'`);

export const organisationPolicies: Policies = {
  'organisation.read': membersPolicy(sql<boolean>`true`),
  'organisation.invitations.read': ownerPolicy,
  'organisation.manage': ownerPolicy,
};
