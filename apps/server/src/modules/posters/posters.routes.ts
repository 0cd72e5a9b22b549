import { combinationsQuery, envelope, masterValue, masterValuesQuery, posterCombination, posterPrice, priceQuery } from '@vitrine/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { presentCombination, presentPrice, presentValue } from './posters.presenter.ts';
import { findCombination, listCombinations, listValues } from './posters.read-model.ts';

const tags = ['posters'];
const config = { access: 'session' } as const;
const values = envelope(z.array(masterValue));
const combinations = envelope(z.array(posterCombination));

/** What can be ordered and for how much: the same for everybody. */
export const postersRoutes: FastifyPluginAsyncZod<{ db: Database }> = async (app, { db }) => {
  app.get('/mastervalues', { config, schema: { tags, querystring: masterValuesQuery, response: { 200: values } } }, async (request) => ({
    error: false as const,
    result: (await listValues(db, request.query.type)).map(presentValue),
  }));

  app.get(
    '/postercombination',
    { config, schema: { tags, querystring: combinationsQuery, response: { 200: combinations } } },
    async (request) => ({
      error: false as const,
      result: (await listCombinations(db, request.query.orientationId)).map(presentCombination),
    }),
  );

  app.get(
    '/postercombination/get/price',
    { config, schema: { tags, querystring: priceQuery, response: { 200: envelope(posterPrice) } } },
    async (request) => {
      const found = await findCombination(db, request.query);
      if (!found) throw new AppError('POSTER_UNAVAILABLE');
      return { error: false as const, result: presentPrice(found) };
    },
  );
};
