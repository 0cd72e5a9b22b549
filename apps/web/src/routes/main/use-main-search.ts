import { useSearch } from '@tanstack/react-router';
import type { MainSearch } from './main-search.ts';

/** What every address inside carries, under /main and /admin alike: both routes validate it by `mainSearch`. */
export const useMainSearch = (): MainSearch => useSearch({ strict: false, select: (search) => search as MainSearch });
