import * as endpoints from '@vitrine/contract/posters.endpoints';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../plugins/endpoints.ts';
import { presentCombination, presentPrice, presentValue } from './posters.presenter.ts';
import { findCombination, listCombinations, listValues } from './posters.read-model.ts';

/** What can be ordered and for how much: the same for everybody. */
export async function postersRoutes(app: FastifyInstance, { db }: { db: Database }): Promise<void> {
  serve(app, endpoints.listMasterValues, async ({ query }) => ({ result: (await listValues(db, query.type)).map(presentValue) }));

  serve(app, endpoints.listCombinations, async ({ query }) => ({
    result: (await listCombinations(db, query.orientationId)).map(presentCombination),
  }));

  serve(app, endpoints.readPrice, async ({ query }) => {
    const found = await findCombination(db, query);
    if (!found) throw new AppError('POSTER_UNAVAILABLE');
    return { result: presentPrice(found) };
  });
}
