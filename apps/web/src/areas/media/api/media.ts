import { queryOptions } from '@tanstack/react-query';
import { RAW_EXTENSIONS } from '@vitrine/contract/accepted-files';
import { searchMedia } from '@vitrine/contract/albums.endpoints';
import { downloadFile } from '@vitrine/contract/files.endpoints';
import type { Media, MediaSort } from '@vitrine/contract/media';
import * as endpoints from '@vitrine/contract/media.endpoints';
import { call, getEndpointUrl } from '../../../lib/api-client.ts';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { download, saveUrl } from '../../../lib/downloads.ts';
import { getPictureUrl } from '../../../lib/picture-url.ts';
import { mediaKeys } from '../../../lib/query-keys.ts';
import { toast } from '../../../ui/toast-store.ts';
import { getOwnerKey, type OwnerScope, toOwnerQuery } from '../../accounts/owner-scope.ts';
import { decodeAspectRatios } from '../media-sizes.ts';

export const PAGE_SIZE = 100;
/** A page that is on screen no more is forgotten after this long, so that a walk through a huge album does not keep it all. */
export const PAGE_CACHE_MS = 30_000;

export interface MediaListQuery {
  albumId: string;
  filter?: 'all' | 'image' | 'video' | 'document' | 'favourite';
  sort?: MediaSort;
}

/** The shape of the whole album: one number per media, in order. */
export const mediaLayoutOptions = ({ albumId, filter, sort }: MediaListQuery) =>
  queryOptions({
    queryKey: mediaKeys.layout(albumId, filter, sort),
    queryFn: async ({ signal }) =>
      decodeAspectRatios((await call(endpoints.readMediaLayout, { params: { albumId }, query: { filter, sort }, signal })).ratios),
    // Compared number by number it would cost more than to lay it out again.
    structuralSharing: false,
  });

export const mediaPageOptions = ({ albumId, filter, sort }: MediaListQuery, page: number) =>
  queryOptions({
    queryKey: mediaKeys.page(albumId, filter, sort, page),
    queryFn: ({ signal }) =>
      call(endpoints.listMedia, { params: { albumId }, query: { filter, sort, page, dataPerPage: PAGE_SIZE }, signal }),
    gcTime: PAGE_CACHE_MS,
  });

/** Every id in order: what 'select all' and a range across pages mean. */
export const mediaIdsOptions = ({ albumId, filter, sort }: MediaListQuery) =>
  queryOptions({
    queryKey: mediaKeys.ids(albumId, filter, sort),
    queryFn: ({ signal }) => call(endpoints.listMediaIds, { params: { albumId }, query: { filter, sort }, signal }),
    structuralSharing: false,
  });

/** The viewer's favorites in an album. */
export const favouritesOptions = (albumId: string) =>
  queryOptions({
    queryKey: mediaKeys.favourites(albumId),
    queryFn: ({ signal }) => call(endpoints.listFavouriteIds, { params: { albumId }, signal }),
  });

/** Address of the original, or of the rotated photo, for download. */
export const getDownloadUrl = (key: string) => getEndpointUrl(downloadFile, { query: { key } });

export const mediaOptions = (mediaId: string) =>
  queryOptions({ queryKey: mediaKeys.one(mediaId), queryFn: ({ signal }) => call(endpoints.readMedia, { params: { mediaId }, signal }) });

/** Media of every album one sees, by name or caption. */
export const mediaSearchOptions = (scope: OwnerScope, text: string) =>
  queryOptions({
    queryKey: mediaKeys.search(getOwnerKey(scope), text),
    queryFn: ({ signal }) => call(searchMedia, { query: { string: text, ...toOwnerQuery(scope) }, signal }),
    enabled: text !== '',
  });

const MAX_IN_MEMORY_BYTES = 100e6;
const FILE_EXTENSIONS: Record<string, string> = {
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'image/heic': 'heic',
  'image/tiff': 'tif',
  ...RAW_EXTENSIONS,
};

/** A rotated photo is a JPEG, regardless of the type of its original. */
const getFileName = ({ name, rotation, mediaFile }: Media) =>
  `${name}.${rotation === 0 ? (FILE_EXTENSIONS[mediaFile.mimetype] ?? 'jpg') : 'jpg'}`;

/**
 * Downloads a media file, and the video of a live photo if it is a separate file. Photos are saved as `{name}.jpg`; large files and videos are downloaded
 * by the browser itself under their original name.
 */
export function downloadOriginal(media: Media, getUrl: (key: string) => string = getDownloadUrl): void {
  const address = getUrl(media.mediaFile.key);
  if (media.livePhoto?.videoKey) saveUrl(getUrl(media.livePhoto.videoKey), '');
  if (media.kind === 'video' || media.mediaFile.size > MAX_IN_MEMORY_BYTES) return saveUrl(address, '');
  download(address, getFileName(media)).catch((error: unknown) => toast.error(getErrorMessage(error)));
}

/** The same size for all, so that a neighbour fetched ahead is the very picture shown next. */
export function getPreviewPictureUrl(key: string, door = ''): string {
  const density = Math.min(2, window.devicePixelRatio);
  return getPictureUrl(key, { width: window.innerWidth, height: window.innerHeight, fit: 'inside' }, density, door);
}
