import { bin, binQuery, done, envelope, purgeBody, restoreBody } from '@vitrine/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { personOf } from '../../plugins/access-gate.ts';
import type { BinService } from './bin.service.ts';

const tags = ['bin'];
const config = { access: 'session' } as const;
const params = z.object({ userId: z.uuid() });

export const binRoutes: FastifyPluginAsyncZod<{ bin: BinService }> = async (app, { bin: service }) => {
  app.get(
    '/bin/:userId',
    { config, schema: { tags, params, querystring: binQuery, response: { 200: envelope(bin) } } },
    async (request) => ({
      error: false as const,
      result: await service.list(personOf(request), request.params.userId, request.query),
    }),
  );

  app.put('/bin/:userId/restore', { config, schema: { tags, params, body: restoreBody, response: { 200: done } } }, async (request) => {
    await service.restore(personOf(request), request.params.userId, request.body);
    return { error: false as const, message: 'Restored successfully.' };
  });

  app.delete('/bin/:userId', { config, schema: { tags, params, body: purgeBody, response: { 200: done } } }, async (request) => {
    await service.purge(personOf(request), request.params.userId, request.body);
    return { error: false as const, message: 'Deleted for good.' };
  });
};
