import { type Address, type addressBody, country } from '@vitrine/contract';
import type { z } from 'zod';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { authorize, type Person } from '../access/index.ts';
import { deleteAddress, findAddress, insertAddress, listAddresses, updateAddress } from './addresses.store.ts';

/** A generous limit that only keeps a fault from growing without a bound. */
const MAX_ADDRESSES = 200;

type AddressInput = z.infer<typeof addressBody>;
type AddressRow = Awaited<ReturnType<typeof listAddresses>>[number];

const presentAddress = (row: AddressRow): Address => ({
  _id: row.id,
  street: row.street,
  city: row.city,
  state: row.state,
  zipcode: row.zipcode,
  country: country.parse(row.country),
});

export function createAddressesService({ db }: { db: Database }) {
  const authorizeAddress = async (tx: Tx, actor: Person, id: string) => {
    const found = await findAddress(tx, id);
    if (!found) throw new AppError('NOT_FOUND');
    await authorize(tx, actor, 'account.update', [found.user_id]);
  };

  return {
    async list(actor: Person, userId: string, { page, dataPerPage }: { page: number; dataPerPage: number }): Promise<Address[]> {
      await authorize(db, actor, 'account.read', [userId]);
      return (await listAddresses(db, userId, dataPerPage, (page - 1) * dataPerPage)).map(presentAddress);
    },
    add: (actor: Person, input: AddressInput): Promise<Address> =>
      db.transaction().execute(async (tx) => {
        const known = await listAddresses(tx, actor.userId, MAX_ADDRESSES, 0);
        if (known.length >= MAX_ADDRESSES)
          throw new AppError('INVALID', 'You’ve reached the limit of saved addresses. Delete one to add another.');
        return presentAddress(await insertAddress(tx, { id: newId(), user_id: actor.userId, ...input }));
      }),
    change: (actor: Person, id: string, input: AddressInput): Promise<Address> =>
      db.transaction().execute(async (tx) => {
        await authorizeAddress(tx, actor, id);
        return presentAddress(await updateAddress(tx, id, input));
      }),
    remove: (actor: Person, id: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await authorizeAddress(tx, actor, id);
        await deleteAddress(tx, id);
      }),
  };
}

export type AddressesService = ReturnType<typeof createAddressesService>;
