import type { SearchSchemaInput } from '@tanstack/react-router';
import { readFlag, readOneOf, readText } from '../../lib/search-params.ts';
import { ALBUM_SORTS, type AlbumSort } from './list-sorts.ts';

interface AlbumsSearch {
  sort?: AlbumSort;
  /** The tab of what others share. */
  shared?: boolean;
  /** The album the detail panel is about. */
  details?: string;
}

export const albumsSearch = (raw: AlbumsSearch & SearchSchemaInput): AlbumsSearch => ({
  sort: readOneOf(raw.sort, ALBUM_SORTS),
  shared: readFlag(raw.shared) || undefined,
  details: readText(raw.details),
});
