import { Readable } from 'node:stream';
import type { PeopleFilter } from '@vitrine/contract';
import * as endpoints from '@vitrine/contract/people.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { Person } from '../access/index.ts';
import { attachmentHeader } from '../files/index.ts';
import type { People } from './people.service.ts';
import { peopleCsvHead, personCsvLine } from './people-csv.rules.ts';

const EXPORTED_AT_ONCE = 1000;

async function* csvOf(people: People, actor: Person, query: PeopleFilter): AsyncGenerator<string> {
  yield peopleCsvHead();
  for await (const rows of people.listAll(actor, query, EXPORTED_AT_ONCE)) yield rows.map(personCsvLine).join('');
}

/** Reading and listing people; what changes their accounts is of the accounts module. */
export async function peopleRoutes(app: FastifyInstance, { people }: { people: People }): Promise<void> {
  serve(app, endpoints.listPeople, async ({ actor, query }) => ({ result: await people.list(actor, query) }));

  serve(app, endpoints.exportPeople, async ({ actor, query, reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', attachmentHeader('users.csv'))
      .header('cache-control', 'no-store')
      .send(Readable.from(csvOf(people, actor, query))),
  );

  serve(app, endpoints.readPerson, async ({ actor, params }) => ({ result: await people.read(actor, params.id) }));
}
