import type { KnownPerson, peopleQuery } from '@vitrine/contract';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { Ports } from '../../platform/ports.ts';
import type { Person } from '../access/index.ts';
import type { AddressLookups } from '../accounts/index.ts';
import { listKnownPeople } from './members.read-model.ts';
import { acquaintances } from './organisations.ports.ts';
import { presentKnownPerson } from './organisations.presenter.ts';

interface PeopleDeps {
  db: Database;
  port: Ports['port'];
  lookups: AddressLookups;
}

const isAddress = (text: string) => z.email().safeParse(text).success;

export const createPeopleService = ({ db, port, lookups }: PeopleDeps) => ({
  /** Lists people who share albums with the caller, and the account of the same platform with exactly the given address. */
  async list({ userId }: Person, { dataPerPage, string = '' }: z.infer<typeof peopleQuery>): Promise<KnownPerson[]> {
    const ids = await port(acquaintances)(db, userId, dataPerPage);
    const isLookup = isAddress(string) && (await lookups.tryTake(userId));
    const email = isLookup ? string.toLowerCase() : '';
    const rows = await listKnownPeople(db, { notId: userId, ids, email }, dataPerPage);
    return rows.map(presentKnownPerson);
  },
});

export type PeopleService = ReturnType<typeof createPeopleService>;
