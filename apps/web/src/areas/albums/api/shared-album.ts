import { queryOptions } from '@tanstack/react-query';
import type { SharedMedia } from '@vitrine/contract/album-links';
import type { Media } from '@vitrine/contract/media';
import * as endpoints from '@vitrine/contract/shared-albums.endpoints';
import { call, getEndpointUrl } from '../../../lib/api-client.ts';
import { sealPassword } from '../../../lib/sealed-password.ts';
import { useApiMutation } from '../../../lib/use-api-mutation.ts';
import { PAGE_CACHE_MS, PAGE_SIZE } from '../../media/api/media.ts';
import { decodeAspectRatios } from '../../media/media-sizes.ts';
import type { MediaSource } from '../../media/use-album-media.ts';

/** Visitors have no live updates, so the page polls while it is visible. */
const REFRESH_MS = 60_000;

const sharedAlbumKeys = {
  album: (token: string) => ['shared', token, 'album'] as const,
  media: (token: string) => ['shared', token, 'media'] as const,
};

/** Album that a link opens without an account. */
export const sharedAlbumOptions = (token: string) =>
  queryOptions({
    queryKey: sharedAlbumKeys.album(token),
    queryFn: ({ signal }) => call(endpoints.readSharedAlbum, { params: { token }, signal }),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  });

export const createSharedMediaSource = (token: string): MediaSource => ({
  key: sharedAlbumKeys.media(token),
  layout: {
    queryKey: [...sharedAlbumKeys.media(token), 'layout'],
    queryFn: async ({ signal }) => decodeAspectRatios((await call(endpoints.readSharedLayout, { params: { token }, signal })).ratios),
    structuralSharing: false,
    refetchInterval: REFRESH_MS,
  },
  page: (page) => ({
    queryKey: [...sharedAlbumKeys.media(token), 'page', page],
    queryFn: async ({ signal }) =>
      (await call(endpoints.listSharedMedia, { params: { token }, query: { page, dataPerPage: PAGE_SIZE }, signal })).map(toMedia),
    refetchInterval: REFRESH_MS,
    gcTime: PAGE_CACHE_MS,
  }),
});

/** Visitors do not learn the owner. */
const toMedia = (media: SharedMedia): Media => ({
  ...media,
  albumId: '',
  uploadedBy: '',
  isTakenAtEdited: false,
  duration: null,
  valid: null,
});

/** The same address as for those who are signed in, below the link's. */
export const getSharedMediaRoute = (token: string): string => `/shared/${encodeURIComponent(token)}`;

export const getSharedDownloadUrl = (token: string, key: string) =>
  getEndpointUrl(endpoints.downloadSharedFile, { params: { token }, query: { key } });
export const getSharedZipUrl = (token: string) => getEndpointUrl(endpoints.readSharedZip, { params: { token } });

export const recordVisit = (token: string) => call(endpoints.countSharedVisit, { params: { token } });

export const useUnlockSharedAlbum = (token: string) =>
  useApiMutation({
    mutate: async (password: string) =>
      call(endpoints.unlockSharedAlbum, { params: { token }, body: { password: await sealPassword(password) } }),
    invalidates: [sharedAlbumKeys.album(token)],
  });
