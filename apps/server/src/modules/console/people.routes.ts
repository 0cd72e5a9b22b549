import * as endpoints from '@vitrine/contract/people.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import { sendCsv } from '../files/index.ts';
import { peopleCsvHead, personCsvLine } from './people.presenter.ts';
import type { PeopleService } from './people.service.ts';

/** Reading and listing people; what changes their accounts is of the accounts module. */
export async function peopleRoutes(app: FastifyInstance, { people }: { people: PeopleService }): Promise<void> {
  serve(app, endpoints.listPeople, async ({ actor, query }) => ({ result: await people.list(actor, query) }));

  serve(app, endpoints.exportPeople, async ({ actor, query, reply }) =>
    sendCsv(reply, {
      name: 'users.csv',
      head: peopleCsvHead(),
      parts: (atOnce) => people.listAll(actor, query, atOnce),
      toLine: personCsvLine,
    }),
  );

  serve(app, endpoints.readPerson, async ({ actor, params }) => ({ result: await people.read(actor, params.id) }));
}
