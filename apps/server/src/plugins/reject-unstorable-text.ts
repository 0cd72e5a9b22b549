import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../platform/errors.ts';
import { isStorable } from '../platform/storable-text.ts';

/**
 * The one rule for text that the database cannot store, NUL and halves of surrogate pairs, held for every address, query and body
 * before its schema is asked: a schema that forgets it would answer 500.
 */
export const rejectUnstorableText = fp(async (app: FastifyInstance) => {
  app.addHook('preValidation', async ({ params, query, body }) => {
    for (const part of [params, query, body]) if (!isStorable(part)) throw new AppError('INVALID', 'Contains an unsupported character');
  });
});
