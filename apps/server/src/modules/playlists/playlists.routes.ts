import * as endpoints from '@vitrine/contract/playlists.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { PlaylistsService } from './playlists.service.ts';

export async function playlistsRoutes(app: FastifyInstance, { playlists }: { playlists: PlaylistsService }): Promise<void> {
  serve(app, endpoints.listPlaylists, async ({ actor, params: { userId }, query: { orgId, ...query } }) => ({
    result: await playlists.list(actor, { userId, orgId }, query),
  }));

  serve(app, endpoints.countPlaylists, async ({ actor, params: { userId }, query: { orgId } }) => ({
    result: await playlists.count(actor, { userId, orgId }),
  }));

  serve(app, endpoints.searchPlaylists, async ({ actor, params, query }) => ({
    result: await playlists.search(actor, params.text, query),
  }));

  serve(app, endpoints.readPlaylist, async ({ actor, params }) => ({ result: await playlists.get(actor, params.id) }));

  serve(app, endpoints.listPlaylistItems, async ({ actor, params, query }) => ({
    result: await playlists.items(actor, params.id, query),
  }));

  serve(app, endpoints.createPlaylist, async ({ actor, body }) => ({
    message: 'Playlist created.',
    result: await playlists.create(actor, body),
  }));

  serve(app, endpoints.editPlaylist, async ({ actor, params, body }) => {
    const { playlist: result, message } = await playlists.update(actor, params.id, body);
    return { message, result };
  });

  serve(app, endpoints.deletePlaylist, async ({ actor, params }) => {
    await playlists.remove(actor, params.id);
    return { message: 'Playlist deleted.' };
  });

  serve(app, endpoints.addPlaylistAlbums, async ({ actor, params, body }) => ({
    message: 'Album added.',
    result: await playlists.addAlbums(actor, params.playlistId, body.albumArr),
  }));

  serve(app, endpoints.setPlaylistLayout, async ({ actor, params, body }) => ({
    message: body.layout ? 'Layout saved.' : 'Layout removed.',
    result: await playlists.setLayout(actor, params.playlistId, body),
  }));

  serve(app, endpoints.removePlaylistAlbum, async ({ actor, params, body }) => ({
    message: 'Album removed.',
    result: await playlists.removeAlbum(actor, params.id, body.albumId),
  }));
}
