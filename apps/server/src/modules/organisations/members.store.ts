import type { OrgRole } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** 23505 where they are in another one already: each person owns at most one, and is added to at most one. */
export const insertMember = (tx: Tx, orgId: string, userId: string, role: OrgRole) =>
  tx.insertInto('organisation_members').values({ org_id: orgId, user_id: userId, org_role: role }).execute();

export const deleteMember = (tx: Tx, orgId: string, userId: string) =>
  tx.deleteFrom('organisation_members').where('org_id', '=', orgId).where('user_id', '=', userId).execute();

/** Locks the account's memberships and all members of its organisation. Actions of members that would outlast their membership run before or after. */
export const lockMembers = (tx: Tx, userId: string) =>
  sql`select from organisation_members where user_id = ${userId} or org_id in (
      select org_id from organisation_members own where own.user_id = ${userId} and own.org_role = 'owner')
    order by org_id, user_id for update`.execute(tx);

/** The one first: an organisation has one owner at every moment. */
export async function updateOwnership(tx: Tx, orgId: string, fromId: string, toId: string): Promise<void> {
  const setRole = (userId: string, role: OrgRole) =>
    tx.updateTable('organisation_members').set({ org_role: role }).where('org_id', '=', orgId).where('user_id', '=', userId).execute();
  await setRole(fromId, 'subAdmin');
  await setRole(toId, 'owner');
}
