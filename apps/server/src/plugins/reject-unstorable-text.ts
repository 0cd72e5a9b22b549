import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../platform/errors.ts';
import { isStorable } from '../platform/storable-text.ts';

/**
 * Refuses text that the database cannot store, NUL and unpaired surrogates, in every address, query and body before its schema is applied. A schema that
 * forgets the rule would answer 500.
 */
export const rejectUnstorableText = fp(async (app: FastifyInstance) => {
  app.addHook('preValidation', async ({ params, query, body }) => {
    for (const part of [params, query, body]) if (!isStorable(part)) throw new AppError('INVALID', 'Contains an unsupported character');
  });
});
