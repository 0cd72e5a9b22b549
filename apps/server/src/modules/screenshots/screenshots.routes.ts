import { SCREENSHOT_LIMITS } from '@vitrine/contract';
import * as endpoints from '@vitrine/contract/screenshots.endpoints';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getPerson, getScreen } from '../../plugins/access-gate.ts';
import { perMinute, serve } from '../../plugins/endpoints.ts';
import type { ScreenshotsService } from './screenshots.service.ts';

const ofPerson = (request: FastifyRequest) => getPerson(request).userId;
const REQUESTS = { ...perMinute(60, ofPerson), hook: 'preHandler' as const };
/** A screen sends one for each request. */
const UPLOADS = { ...perMinute(10, (request) => getScreen(request).screenId), hook: 'preParsing' as const };

export async function screenshotsRoutes(app: FastifyInstance, { screenshots }: { screenshots: ScreenshotsService }): Promise<void> {
  serve(app, endpoints.listScreenshots, async ({ actor, params }) => ({ result: await screenshots.list(actor, params.id) }));

  serve(app, endpoints.readScreenshot, async ({ actor, params }) => ({
    result: await screenshots.read(actor, params.id, params.screenshotId),
  }));

  serve(
    app,
    endpoints.requestScreenshot,
    async ({ actor, params }) => {
      await screenshots.request(actor, params.id);
      return { message: 'Screenshot requested.' };
    },
    { rateLimit: REQUESTS },
  );

  serve(app, endpoints.editScreenshotSettings, async ({ actor, params, body }) => {
    await screenshots.edit(actor, params.id, body.isHourly);
    return { message: 'Changes saved.' };
  });

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const options = { parseAs: 'buffer' as const, bodyLimit: SCREENSHOT_LIMITS.bytes };
    scope.addContentTypeParser('image/jpeg', options, (_request, body, done) => done(null, body));
    serve(
      scope,
      endpoints.uploadScreenshot,
      async ({ actor, query, request }) => {
        await screenshots.receive(actor, query, request.body);
        return {};
      },
      { rateLimit: UPLOADS, bodyLimit: SCREENSHOT_LIMITS.bytes },
    );
  });
}
