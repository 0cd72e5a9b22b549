import type { KnownPerson, peopleQuery } from '@vitrine/contract';
import type { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { Ports } from '../../platform/ports.ts';
import type { Person } from '../access/index.ts';
import { listKnownPeople } from './members.read-model.ts';
import { acquaintances } from './organisations.ports.ts';
import { presentKnownPerson } from './organisations.presenter.ts';

export const createPeopleService = ({ db, port }: { db: Database; port: Ports['port'] }) => ({
  /** Those whoever asks shares albums with, and the account with exactly this address: nobody lists the others. */
  async list({ userId }: Person, { dataPerPage, string = '' }: z.infer<typeof peopleQuery>): Promise<KnownPerson[]> {
    const ids = await port(acquaintances)(db, userId, dataPerPage);
    const rows = await listKnownPeople(db, { notId: userId, ids, email: string.toLowerCase() }, dataPerPage);
    return rows.map(presentKnownPerson);
  },
});

export type PeopleService = ReturnType<typeof createPeopleService>;
