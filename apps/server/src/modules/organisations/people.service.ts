import type { KnownPerson, peopleQuery } from '@vitrine/contract';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { Ports } from '../../platform/ports.ts';
import type { Person } from '../access/index.ts';
import type { AddressLookups } from '../accounts/index.ts';
import { listSuggestedPeople } from './members.read-model.ts';
import { sharingContacts } from './organisations.ports.ts';
import { presentSuggestedPerson } from './organisations.presenter.ts';

interface PeopleDeps {
  db: Database;
  port: Ports['port'];
  lookups: AddressLookups;
}

const isAddress = (text: string) => z.email().safeParse(text).success;

export const createMemberSuggestions = ({ db, port, lookups }: PeopleDeps) => ({
  /** Lists people who share albums with the caller, and the account of the same platform with exactly the given address. */
  async list({ userId }: Person, { dataPerPage, string = '' }: z.infer<typeof peopleQuery>): Promise<KnownPerson[]> {
    const ids = await port(sharingContacts)(db, userId, dataPerPage);
    const isLookup = isAddress(string) && (await lookups.tryTake(userId));
    const email = isLookup ? string.toLowerCase() : '';
    const rows = await listSuggestedPeople(db, { notId: userId, ids, email }, dataPerPage);
    return rows.map(presentSuggestedPerson);
  },
});

export type MemberSuggestions = ReturnType<typeof createMemberSuggestions>;
