import type { SearchSchemaInput } from '@tanstack/react-router';
import { countOf, isTrue } from '../../search-values.ts';

interface SharedSearch {
  /** The one in the preview. */
  mediaIndex?: number;
  slideshow?: boolean;
}

export const sharedSearch = (raw: SharedSearch & SearchSchemaInput): SharedSearch => ({
  mediaIndex: countOf(raw.mediaIndex),
  slideshow: isTrue(raw.slideshow) || undefined,
});
