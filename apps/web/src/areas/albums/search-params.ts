import type { SearchSchemaInput } from '@tanstack/react-router';
import { type RawSearch, readCount, readFlag, readOneOf, readText } from '../../lib/search-params.ts';

const MEDIA_FILTERS = ['all', 'image', 'video', 'document', 'favourite'] as const;

export type MediaFilter = (typeof MEDIA_FILTERS)[number];

interface MediaSearch {
  albumId: string;
  filter?: MediaFilter;
  sort?: MediaSort;
  mediaIndex?: number;
  /** Opens the preview as a slideshow. */
  slideshow?: boolean;
  /** True for an album shared by another account. */
  shared?: boolean;
  /** Subject of the detail drawer: `album`, or a media item's position in the list. */
  details?: string;
}

export const mediaSearch = (raw: MediaSearch & { from?: string } & SearchSchemaInput): MediaSearch => {
  const search: RawSearch = { ...raw };
  return {
    albumId: readText(raw.albumId) ?? '',
    filter: readOneOf(raw.filter, MEDIA_FILTERS),
    sort: readOneOf(raw.sort, MEDIA_SORTS),
    mediaIndex: readCount(raw.mediaIndex),
    slideshow: readFlag(search.slideshow) || undefined,
    shared: readFlag(search.shared) || raw.from === 'shared' || undefined,
    details: readText(raw.details),
  };
};

interface MediaPreviewSearch {
  albumId: string;
  mediaId?: string;
  mediaIndex?: number;
}

export const mediaPreviewSearch = (raw: MediaPreviewSearch & SearchSchemaInput): MediaPreviewSearch => ({
  albumId: readText(raw.albumId) ?? '',
  mediaId: readText(raw.mediaId),
  mediaIndex: readCount(raw.mediaIndex),
});

interface AlbumsSearch {
  sort?: AlbumSort;
  /** Selects the tab with albums shared by others. */
  shared?: boolean;
  /** Album shown in the detail panel. */
  details?: string;
}

export const albumsSearch = (raw: AlbumsSearch & SearchSchemaInput): AlbumsSearch => ({
  sort: readOneOf(raw.sort, ALBUM_SORTS),
  shared: readFlag(raw.shared) || undefined,
  details: readText(raw.details),
});

export const ALBUM_SORTS = ['az', 'za', 'lastmodified', 'createdAt', 'sizeasc', 'sizedesc'] as const;

const NAME_SORTS = ['az', 'za', 'lastmodified'] as const;

const MEDIA_SORTS = [...NAME_SORTS, 'takendesc', 'takenasc'] as const;

export type AlbumSort = (typeof ALBUM_SORTS)[number];

export type NameSort = (typeof NAME_SORTS)[number];

export type MediaSort = (typeof MEDIA_SORTS)[number];

interface SharedSearch {
  /** Media item shown in the preview. */
  mediaIndex?: number;
  slideshow?: boolean;
}

export const sharedSearch = (raw: SharedSearch & SearchSchemaInput): SharedSearch => ({
  mediaIndex: readCount(raw.mediaIndex),
  slideshow: readFlag(raw.slideshow) || undefined,
});
