import { registerScreen } from '@vitrine/contract/screens.endpoints';
import type { FastifyInstance } from 'fastify';
import { perMinute, serve } from '../../../plugins/endpoints.ts';
import type { ScreensService } from './screens.service.ts';

/** Registration of screens. */
export async function screenRoutes(app: FastifyInstance, { screens }: { screens: ScreensService }): Promise<void> {
  serve(app, registerScreen, async ({ body, request }) => ({ result: await screens.register(body, request.ip) }), {
    rateLimit: perMinute(60),
  });
}
