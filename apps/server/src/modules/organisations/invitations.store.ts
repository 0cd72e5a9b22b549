import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

export interface NewInvitation {
  id: string;
  org_id: string;
  /** In lower case. */
  email: string;
  invited_by: string;
  /** The former member who must accept; null for an invitation to an address. */
  user_id: string | null;
  created_at: Date;
}

/** Replaces an earlier invitation to the same address. */
export const insertInvitations = (tx: Tx, invitations: NewInvitation[]) =>
  tx
    .insertInto('organisation_invitations')
    .values(invitations)
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'email']).doUpdateSet((row) => ({
        invited_by: row.ref('excluded.invited_by'),
        user_id: row.ref('excluded.user_id'),
        created_at: row.ref('excluded.created_at'),
        declined_at: null,
      })),
    )
    .execute();

/** Lists the invitations of a family, oldest first. */
export const listInvitations = (db: Db, orgId: string) =>
  db
    .selectFrom('organisation_invitations')
    .select(['id', 'email', 'created_at', 'user_id', 'declined_at'])
    .where('org_id', '=', orgId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export type InvitationRow = Awaited<ReturnType<typeof listInvitations>>[number];

/** Lists the invitations to an address, given in lower case, oldest first. Leaves out those that a former member must accept. */
export const listInvitationsByEmail = (db: Db, email: string) =>
  db
    .selectFrom('organisation_invitations')
    .select(['id', 'org_id'])
    .where('email', '=', email)
    .where('user_id', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Returns undefined when the family has no such invitation. */
export const deleteInvitation = (tx: Tx, orgId: string, id: string) =>
  tx.deleteFrom('organisation_invitations').where('org_id', '=', orgId).where('id', '=', id).returning(['user_id']).executeTakeFirst();

/** Deletes the invitations to the address, but none that another former member must accept. */
export const deleteInvitationsByEmail = (tx: Tx, orgIds: readonly string[], { id, email }: { id: string; email: string }) =>
  tx
    .deleteFrom('organisation_invitations')
    .where('org_id', 'in', orgIds)
    .where((row) => row.or([row('user_id', '=', id), row.and([row('email', '=', email), row('user_id', 'is', null)])]))
    .execute();

export const deleteInvitationsOf = (tx: Tx, orgId: string, userId: string) =>
  tx.deleteFrom('organisation_invitations').where('org_id', '=', orgId).where('user_id', '=', userId).execute();

/** Lists the open invitations that this person must accept or decline, oldest first. */
export const listInvitationsOf = (db: Db, userId: string) =>
  db
    .selectFrom('organisation_invitations as invitation')
    .innerJoin('organisations', 'organisations.id', 'invitation.org_id')
    .innerJoin('organisation_members as ownership', (join) =>
      join.onRef('ownership.org_id', '=', 'organisations.id').on('ownership.org_role', '=', 'owner'),
    )
    .innerJoin('users as owner', 'owner.id', 'ownership.user_id')
    .select(['invitation.id', 'organisations.name as family_name', 'owner.name as owner_name', 'invitation.created_at'])
    .where('invitation.user_id', '=', userId)
    .where('invitation.declined_at', 'is', null)
    .orderBy('invitation.created_at')
    .orderBy('invitation.id')
    .execute();

export type OwnInvitationRow = Awaited<ReturnType<typeof listInvitationsOf>>[number];

/** Returns undefined unless the invitation is open and this person's to answer. */
export const findOpenInvitation = (db: Db, id: string, userId: string) =>
  db
    .selectFrom('organisation_invitations')
    .select(['org_id', 'email'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('declined_at', 'is', null)
    .executeTakeFirst();

export const setDeclined = (tx: Tx, id: string, at: Date) =>
  tx.updateTable('organisation_invitations').set({ declined_at: at }).where('id', '=', id).execute();

/** Turns an invitation to an address into one that this former member must accept. */
export const bindInvitation = (tx: Tx, id: string, userId: string) =>
  tx.updateTable('organisation_invitations').set({ user_id: userId }).where('id', '=', id).execute();

/** Assigns pending invitations to the new owner, because they would be deleted with the previous owner's account. */
export const reassignInvitations = (tx: Tx, orgId: string, toId: string) =>
  sql`update organisation_invitations set invited_by = ${toId} where org_id = ${orgId}`.execute(tx);
