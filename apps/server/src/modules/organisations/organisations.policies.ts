import { type RawBuilder, sql } from 'kysely';
import type { Owned, Policies, Policy } from '../access/index.ts';

declare module '../access/policies.ts' {
  interface Actions {
    /** It, and who is in it. */
    'organisation.read': true;
    'organisation.invitations.read': true;
    /** Its name and picture, who is in it, whose it is, and its end. */
    'organisation.manage': true;
  }
}

const membersWho =
  (sufficing: RawBuilder<boolean>): Policy =>
  (ids) =>
    sql<Owned>`select org_id as id, user_id as "ownerId" from organisation_members where org_id = any(${ids}::uuid[]) and ${sufficing}`;

const owner = membersWho(sql<boolean>`org_role = 'owner'`);

export const organisationPolicies: Policies = {
  'organisation.read': membersWho(sql<boolean>`true`),
  'organisation.invitations.read': owner,
  'organisation.manage': owner,
};
