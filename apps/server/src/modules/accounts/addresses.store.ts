import type { Db, Tx } from '../../platform/database/database.ts';

const columns = ['id', 'street', 'city', 'state', 'zipcode', 'country'] as const;

interface AddressValues {
  street: string;
  city: string;
  state: string;
  zipcode: string;
  country: string;
}

export const listAddresses = (db: Db, userId: string, limit: number, offset: number) =>
  db.selectFrom('addresses').select(columns).where('user_id', '=', userId).orderBy('id').limit(limit).offset(offset).execute();

export const findAddress = (db: Db, id: string) => db.selectFrom('addresses').select('user_id').where('id', '=', id).executeTakeFirst();

export const insertAddress = (tx: Tx, address: AddressValues & { id: string; user_id: string }) =>
  tx.insertInto('addresses').values(address).returning(columns).executeTakeFirstOrThrow();

export const updateAddress = (tx: Tx, id: string, change: AddressValues) =>
  tx.updateTable('addresses').set(change).where('id', '=', id).returning(columns).executeTakeFirstOrThrow();

export const deleteAddress = (tx: Tx, id: string) => tx.deleteFrom('addresses').where('id', '=', id).execute();
