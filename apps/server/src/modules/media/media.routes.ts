import { createHash } from 'node:crypto';
import {
  createMediaBody,
  deleteMediaBody,
  done,
  editMediaBody,
  envelope,
  mediaIds,
  mediaLayout,
  mediaLayoutQuery,
  mediaListQuery,
  media as mediaSchema,
  mediaUploaded,
  moveMediaBody,
  orderMediaBody,
  rotateMediaBody,
  transferMediaBody,
} from '@vitrine/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { personOf } from '../../plugins/access-gate.ts';
import { isUnchanged } from './media.send.ts';
import type { MediaService } from './media.service.ts';
import type { Transfers } from './media.transfers.ts';

const tags = ['media'];
const config = { access: 'session' } as const;
const one = envelope(mediaSchema);
const many = envelope(z.array(mediaSchema));
const albumParams = z.object({ albumId: z.uuid() });
const mediaParams = z.object({ mediaId: z.uuid() });

export interface MediaRoutesDeps {
  media: MediaService;
  transfers: Transfers;
}
const shape = { tags, params: albumParams, querystring: mediaLayoutQuery };

export const mediaRoutes: FastifyPluginAsyncZod<MediaRoutesDeps> = async (app, { media, transfers }) => {
  app.get(
    '/medias/:albumId',
    { config, schema: { tags, params: albumParams, querystring: mediaListQuery, response: { 200: many } } },
    async (request) => ({ error: false as const, result: await media.list(personOf(request), request.params.albumId, request.query) }),
  );

  app.get(
    '/medias/:albumId/layout',
    { config, schema: { ...shape, response: { 200: envelope(mediaLayout), 304: z.undefined() } } },
    async (request, reply) => {
      const result = await media.layout(personOf(request), request.params.albumId, request.query);
      const etag = createHash('sha256').update(result.ratios).digest('base64url');
      reply.header('etag', `"${etag}"`).header('cache-control', 'private, no-cache');
      if (isUnchanged(request, etag)) return reply.code(304).send(undefined);
      return { error: false as const, result };
    },
  );

  app.get('/medias/:albumId/ids', { config, schema: { ...shape, response: { 200: envelope(mediaIds) } } }, async (request) => ({
    error: false as const,
    result: await media.ids(personOf(request), request.params.albumId, request.query),
  }));

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
    async (request) => {
      const { name, caption, sequence, mediaFile } = request.body;
      const change = { name, caption, sequence, fileKey: mediaFile?.key };
      const result = await media.update(personOf(request), request.params.mediaId, change);
      return { error: false as const, message: 'Media updated successfully.', result };
    },
  );

  app.post(
    '/uploads/media/rotate/:mediaId',
    { config, schema: { tags, params: mediaParams, body: rotateMediaBody, response: { 200: one } } },
    async (request) => ({
      error: false as const,
      message: 'Picture turned.',
      result: await media.turn(personOf(request), request.params.mediaId, request.body.rotateAngle),
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

  app.put(
    '/medias/:albumId/move',
    { config, schema: { tags, params: albumParams, body: moveMediaBody, response: { 200: done } } },
    async (request) => {
      const { albumId, mediaIdArr, beforeIdArr } = request.body;
      const count = await transfers.move(personOf(request), request.params.albumId, albumId, mediaIdArr, beforeIdArr);
      return { error: false as const, message: `${count} media moved successfully.` };
    },
  );

  app.put(
    '/medias/:albumId/copy',
    { config, schema: { tags, params: albumParams, body: transferMediaBody, response: { 200: done } } },
    async (request) => {
      const { albumId, mediaIdArr } = request.body;
      const count = await transfers.copy(personOf(request), request.params.albumId, albumId, mediaIdArr);
      return { error: false as const, message: `${count} media copied successfully.` };
    },
  );

  app.put(
    '/medias/:albumId/order',
    { config, schema: { tags, params: albumParams, body: orderMediaBody, response: { 200: done } } },
    async (request) => {
      const { mediaIdArr, beforeId } = request.body;
      await media.order(personOf(request), request.params.albumId, mediaIdArr, beforeId);
      return { error: false as const, message: 'Order saved.' };
    },
  );
};
