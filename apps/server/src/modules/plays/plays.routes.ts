import { devicePlays, envelope, idParams, playsBody, playsQuery, playsTaken } from '@vitrine/contract';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { personOf, screenOf } from '../../plugins/access-gate.ts';
import type { PlaysService } from './plays.service.ts';

/** A screen tells once a minute, and a hundred thousand waiting plays in half an hour. */
const rateLimit = { max: 60, timeWindow: 60_000, keyGenerator: (request: FastifyRequest) => screenOf(request).screenId };

export const playsRoutes: FastifyPluginAsyncZod<{ plays: PlaysService }> = async (app, { plays }) => {
  app.post(
    '/screens/plays',
    {
      config: { access: 'screen', rateLimit: { ...rateLimit, hook: 'preHandler' } },
      schema: { tags: ['screens'], body: playsBody, response: { 200: envelope(playsTaken) } },
    },
    async (request) => ({ error: false as const, result: await plays.take(screenOf(request), request.body) }),
  );

  app.get(
    '/devices/:id/plays',
    {
      config: { access: 'session' },
      schema: { tags: ['devices'], params: idParams, querystring: playsQuery, response: { 200: envelope(devicePlays) } },
    },
    async (request) => ({
      error: false as const,
      result: await plays.ofDevice(personOf(request), request.params.id, request.query),
    }),
  );
};
