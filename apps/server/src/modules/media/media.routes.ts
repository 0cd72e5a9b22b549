import { createHash } from 'node:crypto';
import { searchMedia } from '@vitrine/contract/albums.endpoints';
import * as endpoints from '@vitrine/contract/media.endpoints';
import { listTimelineFavouriteIds, listTimelineIds, readTimeline, readTimelineMonths } from '@vitrine/contract/timeline.endpoints';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import { isUnchanged } from '../files/index.ts';
import type { FindDuplicateFiles } from './duplicates.service.ts';
import type { FavouritesService } from './favourites.service.ts';
import { formatItemCount } from './media.presenter.ts';
import type { MediaService } from './media.service.ts';
import type { SearchService } from './search.service.ts';
import type { TimelineService } from './timeline.service.ts';

export interface MediaRoutesDeps {
  media: MediaService;
  favourites: FavouritesService;
  search: SearchService;
  timeline: TimelineService;
  findKnownFiles: FindDuplicateFiles;
}

export async function mediaRoutes(
  app: FastifyInstance,
  { media, favourites, search, timeline, findKnownFiles }: MediaRoutesDeps,
): Promise<void> {
  serve(app, endpoints.listMedia, async ({ actor, params, query }) => ({ result: await media.list(actor, params.albumId, query) }));

  serve(app, endpoints.readMediaLayout, async ({ actor, params, query, request, reply }) => {
    const result = await media.layout(actor, params.albumId, query);
    return isNotModified(request, reply, result.ratios) ? reply.code(304).send() : { result };
  });

  serve(app, readTimelineMonths, async ({ actor, query, request, reply }) => {
    const result = await timeline.months(actor, query);
    return isNotModified(request, reply, JSON.stringify(result)) ? reply.code(304).send() : { result };
  });

  serve(app, readTimeline, async ({ actor, query }) => ({ result: await timeline.list(actor, query) }));

  serve(app, listTimelineIds, async ({ actor, query }) => ({ result: await timeline.ids(actor, query) }));

  serve(app, listTimelineFavouriteIds, async ({ actor, query }) => ({ result: await timeline.favourites(actor, query) }));

  serve(app, endpoints.listMediaIds, async ({ actor, params, query }) => ({ result: await media.ids(actor, params.albumId, query) }));

  serve(app, searchMedia, async ({ actor, query }) => ({ result: await search.search(actor, query) }));

  serve(app, endpoints.readMedia, async ({ actor, params }) => ({ result: await media.get(actor, params.mediaId) }));

  serve(app, endpoints.listFavouriteIds, async ({ actor, params }) => ({ result: await favourites.list(actor, params.albumId) }));

  serve(app, endpoints.markFavourite, async ({ actor, params, body }) => {
    await favourites.mark(actor, [params.mediaId], body.isFavourite);
    return { message: getFavouriteMessage(body) };
  });

  serve(app, endpoints.markFavourites, async ({ actor, body }) => {
    await favourites.mark(actor, body.mediaIdArr, body.isFavourite);
    return { message: getFavouriteMessage(body) };
  });

  serve(app, endpoints.findDuplicateFiles, async ({ actor, params, body }) => ({
    result: await findKnownFiles(actor, params.albumId, body.files),
  }));

  serve(app, endpoints.setScreenTimes, async ({ actor, body: { mediaIdArr, ...times } }) => {
    const count = await media.setScreenTimes(actor, mediaIdArr, times);
    return { message: `Changes saved for ${formatItemCount(count)}.` };
  });

  serve(app, endpoints.rotateMedia, async ({ actor, params, body }) => ({
    message: 'Photo rotated.',
    result: await media.rotate(actor, params.mediaId, body.rotateAngle),
  }));

  serve(app, endpoints.retryMedia, async ({ actor, params }) => ({
    message: 'Processing again.',
    result: await media.retry(actor, params.mediaId),
  }));

  serve(app, endpoints.deleteMedia, async ({ actor, params, body }) => {
    const count = await media.remove(actor, params.albumId, body.mediaIdArr);
    return { message: `${formatItemCount(count)} moved to Trash.` };
  });

  serve(app, endpoints.deleteSelectedMedia, async ({ actor, body }) => {
    const count = await media.removeFromAlbums(actor, body.mediaIdArr);
    return { message: `${formatItemCount(count)} moved to Trash.` };
  });

  serve(app, endpoints.orderMedia, async ({ actor, params, body: { mediaIdArr, beforeId } }) => {
    await media.order(actor, params.albumId, mediaIdArr, beforeId);
    return { message: 'Order saved.' };
  });
}

const getFavouriteMessage = ({ isFavourite }: { isFavourite: boolean }) =>
  isFavourite ? 'Added to favorites.' : 'Removed from favorites.';

/** Sets the ETag of the response. Returns true when the client already has it. */
function isNotModified(request: FastifyRequest, reply: FastifyReply, answer: string): boolean {
  const etag = createHash('sha256').update(answer).digest('base64url');
  reply.header('etag', `"${etag}"`).header('cache-control', 'private, no-cache');
  return isUnchanged(request, etag);
}
