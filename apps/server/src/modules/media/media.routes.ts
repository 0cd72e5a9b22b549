import {
  createMediaBody,
  deleteMediaBody,
  done,
  editMediaBody,
  envelope,
  mediaListQuery,
  media as mediaSchema,
  mediaUploaded,
} from '@vitrine/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { personOf } from '../../plugins/access-gate.ts';
import type { MediaService } from './media.service.ts';

const tags = ['media'];
const config = { access: 'session' } as const;
const one = envelope(mediaSchema);
const many = envelope(z.array(mediaSchema));
const albumParams = z.object({ albumId: z.uuid() });
const mediaParams = z.object({ mediaId: z.uuid() });

export const mediaRoutes: FastifyPluginAsyncZod<{ media: MediaService }> = async (app, { media }) => {
  app.get(
    '/medias/:albumId',
    { config, schema: { tags, params: albumParams, querystring: mediaListQuery, response: { 200: many } } },
    async (request) => ({ error: false as const, result: await media.list(personOf(request), request.params.albumId, request.query) }),
  );

  app.get('/medias/media/:mediaId', { config, schema: { tags, params: mediaParams, response: { 200: one } } }, async (request) => ({
    error: false as const,
    result: await media.get(personOf(request), request.params.mediaId),
  }));

  app.post('/medias', { config, schema: { tags, body: createMediaBody, response: { 201: many } } }, async (request, reply) => {
    const { albumId, mediaFile, caption } = request.body;
    const keys = mediaFile.map((file) => file.key);
    const result = await media.create(personOf(request), albumId, keys, caption);
    return reply.code(201).send({ error: false as const, message: mediaUploaded(result.length), result });
  });

  app.put(
    '/medias/:mediaId',
    { config, schema: { tags, params: mediaParams, body: editMediaBody, response: { 200: one } } },
    async (request) => ({
      error: false as const,
      message: 'Media updated successfully.',
      result: await media.update(personOf(request), request.params.mediaId, request.body),
    }),
  );

  app.delete(
    '/medias/:albumId',
    { config, schema: { tags, params: albumParams, body: deleteMediaBody, response: { 200: done } } },
    async (request) => {
      const count = await media.remove(personOf(request), request.params.albumId, request.body.mediaIdArr);
      return { error: false as const, message: `${count} media deleted successfully.` };
    },
  );
};
