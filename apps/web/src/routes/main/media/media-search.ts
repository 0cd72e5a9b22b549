import type { SearchSchemaInput } from '@tanstack/react-router';
import { countOf, isTrue, oneOf, type Raw, textOf } from '../../search-values.ts';
import { MEDIA_SORTS, type MediaSort } from '../list-sorts.ts';

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
  const search: Raw = { ...raw };
  return {
    albumId: textOf(raw.albumId) ?? '',
    filter: oneOf(raw.filter, MEDIA_FILTERS),
    sort: oneOf(raw.sort, MEDIA_SORTS),
    mediaIndex: countOf(raw.mediaIndex),
    slideshow: isTrue(search.slideshow) || undefined,
    shared: isTrue(search.shared) || raw.from === 'shared' || undefined,
    details: textOf(raw.details),
  };
};

interface MediaPreviewSearch {
  albumId: string;
  mediaId?: string;
  mediaIndex?: number;
}

export const mediaPreviewSearch = (raw: MediaPreviewSearch & SearchSchemaInput): MediaPreviewSearch => ({
  albumId: textOf(raw.albumId) ?? '',
  mediaId: textOf(raw.mediaId),
  mediaIndex: countOf(raw.mediaIndex),
});
