import { envelope, registerBody, registered } from '@vitrine/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { ScreensService } from './screens.service.ts';

/** Where screens introduce themselves. */
export const registryRoutes: FastifyPluginAsyncZod<{ screens: ScreensService }> = async (app, { screens }) => {
  app.post(
    '/register/device',
    {
      config: { access: 'public', rateLimit: { max: 60, timeWindow: 60_000 } },
      schema: { tags: ['screens'], body: registerBody, response: { 200: envelope(registered) } },
    },
    async (request) => ({ error: false as const, result: await screens.register(request.body) }),
  );
};
