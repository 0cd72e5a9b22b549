import { album, albumListQuery, createAlbumBody, done, editAlbumBody, envelope, idParams, storageDetails } from '@vitrine/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { personOf } from '../../plugins/access-gate.ts';
import type { AlbumsService } from './albums.service.ts';

const tags = ['albums'];
const config = { access: 'session' } as const;
const one = envelope(album);
const userParams = z.object({ userId: z.uuid() });

export const albumsRoutes: FastifyPluginAsyncZod<{ albums: AlbumsService }> = async (app, { albums }) => {
  app.get(
    '/albums/:userId',
    { config, schema: { tags, params: userParams, querystring: albumListQuery, response: { 200: envelope(z.array(album)) } } },
    async (request) => ({ error: false as const, result: await albums.list(personOf(request), request.params.userId, request.query) }),
  );

  app.get(
    '/albums/users/storages/:userId',
    { config, schema: { tags, params: userParams, response: { 200: envelope(storageDetails) } } },
    async (request) => ({ error: false as const, result: await albums.storage(personOf(request), request.params.userId) }),
  );

  app.get('/albums/details/:id', { config, schema: { tags, params: idParams, response: { 200: one } } }, async (request) => ({
    error: false as const,
    result: await albums.get(personOf(request), request.params.id),
  }));

  app.post('/albums', { config, schema: { tags, body: createAlbumBody, response: { 201: one } } }, async (request, reply) => {
    const result = await albums.create(personOf(request), request.body.name, request.body.userId);
    return reply.code(201).send({ error: false as const, message: 'Album created successfully.', result });
  });

  app.put('/albums/:id', { config, schema: { tags, params: idParams, body: editAlbumBody, response: { 200: one } } }, async (request) => ({
    error: false as const,
    message: 'Album updated successfully.',
    result: await albums.update(personOf(request), request.params.id, request.body),
  }));

  app.delete('/albums/:id', { config, schema: { tags, params: idParams, response: { 200: done } } }, async (request) => {
    await albums.remove(personOf(request), request.params.id);
    return { error: false as const, message: 'Album deleted successfully.' };
  });
};
