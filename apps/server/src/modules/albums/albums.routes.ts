import {
  album,
  albumListQuery,
  albumSearchQuery,
  albumsQuery,
  createAlbumBody,
  done,
  editAlbumBody,
  envelope,
  idParams,
  MESSAGES,
  media,
  mediaSearchQuery,
  storageDetails,
} from '@vitrine/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { personOf } from '../../plugins/access-gate.ts';
import type { AlbumsService } from './albums.service.ts';
import type { SearchService } from './search.service.ts';

const tags = ['albums'];
const config = { access: 'session' } as const;
const one = envelope(album);
const many = envelope(z.array(album));
const userParams = z.object({ userId: z.uuid() });

export interface AlbumsRoutesDeps {
  albums: AlbumsService;
  search: SearchService;
}

export const albumsRoutes: FastifyPluginAsyncZod<AlbumsRoutesDeps> = async (app, deps) => {
  await app.register(listRoutes, deps);
  await app.register(changeRoutes, deps);
};

const listRoutes: FastifyPluginAsyncZod<AlbumsRoutesDeps> = async (app, { albums, search }) => {
  app.get('/albums', { config, schema: { tags, querystring: albumsQuery, response: { 200: many } } }, async (request) => ({
    error: false as const,
    result: await albums.list(personOf(request), request.query),
  }));

  app.get(
    '/albums/:userId',
    { config, schema: { tags, params: userParams, querystring: albumListQuery, response: { 200: many } } },
    async (request) => ({
      error: false as const,
      result: await albums.list(personOf(request), { ...request.query, userId: request.params.userId }),
    }),
  );

  app.get(
    '/albums/shares/:userId',
    { config, schema: { tags, params: userParams, querystring: albumListQuery, response: { 200: many } } },
    async (request) => ({
      error: false as const,
      result: await albums.listShared(personOf(request), request.params.userId, request.query),
    }),
  );

  app.get('/albums/all/search', { config, schema: { tags, querystring: albumSearchQuery, response: { 200: many } } }, async (request) => ({
    error: false as const,
    result: await albums.search(personOf(request), request.query),
  }));

  app.get(
    '/medias/search',
    { config, schema: { tags, querystring: mediaSearchQuery, response: { 200: envelope(z.array(media)) } } },
    async (request) => ({ error: false as const, result: await search.medias(personOf(request), request.query) }),
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
};

const changeRoutes: FastifyPluginAsyncZod<AlbumsRoutesDeps> = async (app, { albums }) => {
  app.post('/albums', { config, schema: { tags, body: createAlbumBody, response: { 201: one } } }, async (request, reply) => {
    const result = await albums.create(personOf(request), request.body);
    return reply.code(201).send({ error: false as const, message: 'Album created successfully.', result });
  });

  app.put('/albums/:id', { config, schema: { tags, params: idParams, body: editAlbumBody, response: { 200: one } } }, async (request) => ({
    error: false as const,
    message: request.body.thumbnail === undefined ? 'Album updated successfully.' : MESSAGES.thumbnailUpdated,
    result: await albums.update(personOf(request), request.params.id, request.body),
  }));

  app.delete('/albums/:id', { config, schema: { tags, params: idParams, response: { 200: done } } }, async (request) => {
    await albums.remove(personOf(request), request.params.id);
    return { error: false as const, message: 'Album deleted successfully.' };
  });
};
