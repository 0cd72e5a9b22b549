import { useSearch } from '@tanstack/react-router';
import type { MainSearch } from './main-search.ts';

/**
 * What every address inside carries, under /main and /admin alike: both routes validate it by `mainSearch`. Nothing else of the
 * address, so that whoever goes from picture to picture draws no more than the picture again.
 */
export const useMainSearch = (): MainSearch =>
  useSearch({
    strict: false,
    select: (search) => {
      const { userId, open, dialog, target } = search as MainSearch;
      return { userId, open, dialog, target };
    },
    structuralSharing: true,
  });
