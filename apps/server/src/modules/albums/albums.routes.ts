import { MESSAGES } from '@vitrine/contract';
import * as endpoints from '@vitrine/contract/albums.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { AlbumsService } from './albums.service.ts';

export interface AlbumsRoutesDeps {
  albums: AlbumsService;
}

export async function albumsRoutes(app: FastifyInstance, { albums }: AlbumsRoutesDeps): Promise<void> {
  serve(app, endpoints.listAlbums, async ({ actor, query }) => ({ result: await albums.list(actor, query) }));

  serve(app, endpoints.countAlbums, async ({ actor, query }) => ({ result: await albums.count(actor, query) }));

  serve(app, endpoints.listUserAlbums, async ({ actor, params: { userId }, query }) => ({
    result: await albums.list(actor, { ...query, userId }),
  }));

  serve(app, endpoints.listSharedAlbums, async ({ actor, params, query }) => ({
    result: await albums.listShared(actor, params.userId, query),
  }));

  serve(app, endpoints.searchAlbums, async ({ actor, query }) => ({ result: await albums.search(actor, query) }));

  serve(app, endpoints.readAlbum, async ({ actor, params }) => ({ result: await albums.get(actor, params.id) }));

  serve(app, endpoints.createAlbum, async ({ actor, body }) => ({
    message: 'Album created.',
    result: await albums.create(actor, body),
  }));

  serve(app, endpoints.editAlbum, async ({ actor, params, body }) => ({
    message: body.thumbnail === undefined ? 'Album updated.' : MESSAGES.thumbnailUpdated,
    result: await albums.update(actor, params.id, body),
  }));

  serve(app, endpoints.deleteAlbum, async ({ actor, params }) => {
    await albums.remove(actor, params.id);
    return { message: 'Album deleted.' };
  });
}
