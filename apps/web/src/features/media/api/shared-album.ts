import { queryOptions } from '@tanstack/react-query';
import type { SharedMedia } from '@vitrine/contract/album-links';
import type { Media } from '@vitrine/contract/media';
import * as endpoints from '@vitrine/contract/shared-albums.endpoints';
import { addressOf, call } from '../../../lib/api-client.ts';
import { sealPassword } from '../../../lib/sealed-password.ts';
import { useChange } from '../../../lib/use-change.ts';
import { decodeRatios } from '../album-shape.ts';
import type { MediaSource } from '../hooks/use-album-media.ts';
import { PAGE_KEPT_MS, PAGE_SIZE } from './media.ts';

/** Nobody tells strangers by a live link what is new: they ask again as long as they look. */
const ASK_AGAIN_MS = 60_000;

const keys = {
  album: (token: string) => ['shared', token, 'album'] as const,
  media: (token: string) => ['shared', token, 'media'] as const,
};

/** What a link opens, without an account. */
export const sharedAlbumOptions = (token: string) =>
  queryOptions({
    queryKey: keys.album(token),
    queryFn: ({ signal }) => call(endpoints.readSharedAlbum, { params: { token }, signal }),
    refetchInterval: ASK_AGAIN_MS,
    staleTime: 0,
  });

export const sharedMediaSource = (token: string): MediaSource => ({
  key: keys.media(token),
  layout: {
    queryKey: [...keys.media(token), 'layout'],
    queryFn: async ({ signal }) => decodeRatios((await call(endpoints.readSharedLayout, { params: { token }, signal })).ratios),
    structuralSharing: false,
    refetchInterval: ASK_AGAIN_MS,
  },
  page: (page) => ({
    queryKey: [...keys.media(token), 'page', page],
    queryFn: async ({ signal }) =>
      (await call(endpoints.listSharedMedia, { params: { token }, query: { page, dataPerPage: PAGE_SIZE }, signal })).map(asMedia),
    refetchInterval: ASK_AGAIN_MS,
    gcTime: PAGE_KEPT_MS,
  }),
});

/** Whose it is stays unsaid. */
const asMedia = (media: SharedMedia): Media => ({ ...media, albumId: '', uploadedBy: '' });

/** The same address as for those who are signed in, below the link's. */
export const doorOf = (token: string): string => `/shared/${encodeURIComponent(token)}`;

export const sharedDownloadAddress = (token: string, key: string) =>
  addressOf(endpoints.downloadSharedFile, { params: { token }, query: { key } });
export const sharedZipAddress = (token: string) => addressOf(endpoints.readSharedZip, { params: { token } });

export const countVisit = (token: string) => call(endpoints.countSharedVisit, { params: { token } });

export const useUnlock = (token: string) =>
  useChange({
    change: async (password: string) =>
      call(endpoints.unlockSharedAlbum, { params: { token }, body: { password: await sealPassword(password) } }),
    stale: [keys.album(token)],
  });
