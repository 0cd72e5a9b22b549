import type { SearchSchemaInput } from '@tanstack/react-router';
import { type RawSearch, readCount, readFlag, readOneOf, readText } from '../../lib/search-params.ts';
import { MEDIA_SORTS, type MediaSort } from './list-sorts.ts';

export const MEDIA_FILTERS = ['all', 'image', 'video', 'favourite'] as const;

export type MediaFilter = (typeof MEDIA_FILTERS)[number];

interface MediaSearch {
  albumId: string;
  filter?: MediaFilter;
  sort?: MediaSort;
  mediaIndex?: number;
  /** The preview opens as a slideshow. */
  slideshow?: boolean;
  /** The album is one that others share. */
  shared?: boolean;
  /** What the detail drawer is about: `album`, or the place of a media in the list. */
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
