import type { Db, Tx } from '../../platform/database/database.ts';

export interface NewOrganisation {
  id: string;
  name: string;
  description: string;
  subscription_id: string | null;
  picture_file_id: string | null;
}

export interface OrganisationChange {
  name?: string;
  description?: string;
  subscription_id?: string | null;
  picture_file_id?: string | null;
}

export const insertOrganisation = (tx: Tx, organisation: NewOrganisation) => tx.insertInto('organisations').values(organisation).execute();

export const updateOrganisation = (tx: Tx, id: string, change: OrganisationChange) =>
  tx.updateTable('organisations').set(change).where('id', '=', id).execute();

/** Deletes the organisation. Its objects stay with its owner. */
export const deleteOrganisation = (tx: Tx, id: string) => tx.deleteFrom('organisations').where('id', '=', id).execute();

/** Locks accounts in id order until the transaction ends. Accounts that do not exist are omitted. */
export const lockUsers = (tx: Tx, ids: readonly string[]) =>
  tx.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();

/** Locks organisations in id order. The lock is weak, so that concurrent inserts that refer to the row need not wait. */
export const lockOrganisations = (tx: Tx, ids: readonly string[]) =>
  tx.selectFrom('organisations').select(['id', 'name']).where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();

export const findPictureId = (db: Db, id: string) =>
  db.selectFrom('organisations').select('picture_file_id').where('id', '=', id).executeTakeFirst();
