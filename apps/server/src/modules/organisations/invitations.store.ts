import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

export interface NewInvitation {
  id: string;
  org_id: string;
  /** In lower case. */
  email: string;
  invited_by: string;
}

export const insertInvitations = (tx: Tx, invitations: NewInvitation[]) =>
  tx.insertInto('organisation_invitations').values(invitations).execute();

/** Oldest first. */
export const listInvitations = (db: Db, orgId: string) =>
  db
    .selectFrom('organisation_invitations')
    .select(['id', 'email', 'created_at'])
    .where('org_id', '=', orgId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export type InvitationRow = Awaited<ReturnType<typeof listInvitations>>[number];

/** Of an address, given in lower case, oldest first. */
export const listInvitationsTo = (db: Db, email: string) =>
  db.selectFrom('organisation_invitations').select(['org_id']).where('email', '=', email).orderBy('created_at').orderBy('id').execute();

export const deleteInvitation = async (tx: Tx, orgId: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('organisation_invitations')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

export const deleteInvitationsTo = (tx: Tx, orgIds: readonly string[], email: string) =>
  tx.deleteFrom('organisation_invitations').where('org_id', 'in', orgIds).where('email', '=', email).execute();

/** Those that wait are the new owner's: they would go with the account of the one before. */
export const handOverInvitations = (tx: Tx, orgId: string, toId: string) =>
  sql`update organisation_invitations set invited_by = ${toId} where org_id = ${orgId}`.execute(tx);
