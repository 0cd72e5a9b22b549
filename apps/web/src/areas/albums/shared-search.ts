import type { SearchSchemaInput } from '@tanstack/react-router';
import { readCount, readFlag } from '../../lib/search-params.ts';

interface SharedSearch {
  /** The one in the preview. */
  mediaIndex?: number;
  slideshow?: boolean;
}

export const sharedSearch = (raw: SharedSearch & SearchSchemaInput): SharedSearch => ({
  mediaIndex: readCount(raw.mediaIndex),
  slideshow: readFlag(raw.slideshow) || undefined,
});
