import {
  createPublishBody,
  deletePublishQuery,
  done,
  editPublishBody,
  envelope,
  forecastBody,
  idParams,
  publish,
  publishForecast,
  publishListQuery,
  publishUserQuery,
  scheduleBody,
} from '@vitrine/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { personOf } from '../../plugins/access-gate.ts';
import type { ForecastService } from './forecast.service.ts';
import type { PublishingService } from './publishing.service.ts';

const tags = ['publishing'];
const config = { access: 'session' } as const;
const one = envelope(publish);
const list = envelope(z.array(publish));
const publishParams = z.object({ publishId: z.uuid() });

interface PublishingRoutesDeps {
  publishing: PublishingService;
  forecast: ForecastService;
}

export const publishingRoutes: FastifyPluginAsyncZod<PublishingRoutesDeps> = async (app, { publishing, forecast }) => {
  app.post(
    '/publishes',
    { config, schema: { tags, querystring: publishUserQuery, body: createPublishBody, response: { 201: list } } },
    async (request, reply) => {
      const { deviceId, ...what } = request.body;
      const result = await publishing.publish(personOf(request), what, [deviceId].flat());
      return reply.code(201).send({ error: false as const, message: 'Playlist deployed successfully.', result });
    },
  );

  // Asks and changes nothing; five hundred ids are too many for an address.
  app.post(
    '/publishes/forecast',
    { config, schema: { tags, body: forecastBody, response: { 200: envelope(z.array(publishForecast)) } } },
    async (request) => {
      const { deviceId, ...what } = request.body;
      return { error: false as const, result: await forecast.ofPublish(personOf(request), what, [deviceId].flat()) };
    },
  );

  app.get('/publishes', { config, schema: { tags, querystring: publishListQuery, response: { 200: list } } }, async (request) => ({
    error: false as const,
    result: await publishing.list(personOf(request), request.query),
  }));

  app.put(
    '/publishes/:id',
    { config, schema: { tags, params: idParams, body: editPublishBody, response: { 200: one } } },
    async (request) => {
      const { status, mainPlaylist } = request.body;
      const actor = personOf(request);
      if (status === undefined && mainPlaylist === undefined) throw new AppError('INVALID', 'Say what to change: status or mainPlaylist.');
      let result = mainPlaylist === undefined ? undefined : await publishing.setMain(actor, request.params.id, mainPlaylist);
      if (status === 'active') result = await publishing.activate(actor, request.params.id);
      if (!result) throw new AppError('INVALID');
      return { error: false as const, message: 'Playlist updated successfully.', result };
    },
  );

  app.put(
    '/publishes/schedule/:publishId',
    { config, schema: { tags, params: publishParams, body: scheduleBody, response: { 200: one } } },
    async (request) => ({
      error: false as const,
      message: 'Schedule saved successfully.',
      result: await publishing.setSchedule(personOf(request), request.params.publishId, request.body.schedule),
    }),
  );

  app.put(
    '/publishes/schedule/reset/:publishId',
    { config, schema: { tags, params: publishParams, response: { 200: one } } },
    async (request) => ({
      error: false as const,
      message: 'Schedule reset successfully.',
      result: await publishing.setSchedule(personOf(request), request.params.publishId, null),
    }),
  );

  app.delete(
    '/publishes/playlist/delete',
    { config, schema: { tags, querystring: deletePublishQuery, response: { 200: done } } },
    async (request) => {
      await publishing.remove(personOf(request), request.query.deviceId, request.query.playlistId);
      return { error: false as const, message: 'Playlist removed from the device.' };
    },
  );
};
