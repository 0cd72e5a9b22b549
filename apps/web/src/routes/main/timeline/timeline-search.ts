import type { SearchSchemaInput } from '@tanstack/react-router';
import { readCount } from '../../../lib/search-values.ts';

interface TimelineSearch {
  /** The one in the preview, by its place among all. */
  mediaIndex?: number;
}

export const timelineSearch = (raw: TimelineSearch & SearchSchemaInput): TimelineSearch => ({ mediaIndex: readCount(raw.mediaIndex) });
