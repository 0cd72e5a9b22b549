import {
  addAlbumsBody,
  createPlaylistBody,
  done,
  editPlaylistBody,
  envelope,
  idParams,
  playlist,
  playlistItem,
  playlistListQuery,
  playlistSearchParams,
  playlistSearchQuery,
  removeAlbumBody,
} from '@vitrine/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { personOf } from '../../plugins/access-gate.ts';
import type { PlaylistsService } from './playlists.service.ts';

const tags = ['playlists'];
const config = { access: 'session' } as const;
const one = envelope(playlist);
const userParams = z.object({ userId: z.uuid() });
const playlistParams = z.object({ playlistId: z.uuid() });

export const playlistsRoutes: FastifyPluginAsyncZod<{ playlists: PlaylistsService }> = async (app, { playlists }) => {
  app.get(
    '/playlists/:userId',
    { config, schema: { tags, params: userParams, querystring: playlistListQuery, response: { 200: envelope(z.array(playlist)) } } },
    async (request) => {
      const { orgId, ...query } = request.query;
      return { error: false as const, result: await playlists.list(personOf(request), { userId: request.params.userId, orgId }, query) };
    },
  );

  app.get(
    '/playlists/search/:text',
    {
      config,
      schema: { tags, params: playlistSearchParams, querystring: playlistSearchQuery, response: { 200: envelope(z.array(playlist)) } },
    },
    async (request) => ({
      error: false as const,
      result: await playlists.search(personOf(request), request.params.text, request.query.userId),
    }),
  );

  app.get('/playlists/details/:id', { config, schema: { tags, params: idParams, response: { 200: one } } }, async (request) => ({
    error: false as const,
    result: await playlists.get(personOf(request), request.params.id),
  }));

  app.get(
    '/playlists/items/:id',
    { config, schema: { tags, params: idParams, response: { 200: envelope(z.array(playlistItem)) } } },
    async (request) => ({ error: false as const, result: await playlists.items(personOf(request), request.params.id) }),
  );

  app.post('/playlists', { config, schema: { tags, body: createPlaylistBody, response: { 201: one } } }, async (request, reply) => {
    const result = await playlists.create(personOf(request), request.body);
    return reply.code(201).send({ error: false as const, message: 'Playlist created successfully.', result });
  });

  app.put(
    '/playlists/:id',
    { config, schema: { tags, params: idParams, body: editPlaylistBody, response: { 200: one } } },
    async (request) => {
      const { playlist: result, message } = await playlists.update(personOf(request), request.params.id, request.body);
      return { error: false as const, message, result };
    },
  );

  app.delete('/playlists/:id', { config, schema: { tags, params: idParams, response: { 200: done } } }, async (request) => {
    await playlists.remove(personOf(request), request.params.id);
    return { error: false as const, message: 'Playlist deleted successfully.' };
  });

  app.post(
    '/playlists/album/add/:playlistId',
    { config, schema: { tags, params: playlistParams, body: addAlbumsBody, response: { 200: one } } },
    async (request) => ({
      error: false as const,
      message: 'Album added successfully.',
      result: await playlists.addAlbums(personOf(request), request.params.playlistId, request.body.albumArr),
    }),
  );

  app.delete(
    '/playlists/:id/album/remove',
    { config, schema: { tags, params: idParams, body: removeAlbumBody, response: { 200: one } } },
    async (request) => ({
      error: false as const,
      message: 'Album removed successfully.',
      result: await playlists.removeAlbum(personOf(request), request.params.id, request.body.albumId),
    }),
  );
};
