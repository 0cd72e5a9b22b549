import { useQueries } from '@tanstack/react-query';
import type { Device } from '@vitrine/contract/devices';
import { LIMITS } from '@vitrine/contract/limits';
import { useCallback, useState } from 'react';
import { useDebounced } from '../../lib/typed-search.ts';
import type { OwnerScope } from '../accounts/owner-scope.ts';
import { publishTargetsOptions, TARGETS_PAGE_SIZE } from './api/publish-targets.ts';

interface SeenPages {
  text: string;
  /** Pages in sight. */
  first: number;
  last: number;
  count?: number;
}

/** Maximum length of a search text, longer than any name. */
const TEXT_MAX = 100;

const getPageNumber = (index: number) => Math.floor(index / TARGETS_PAGE_SIZE) + 1;

/** Any number of devices with a search, of which only visible pages are requested, and none while `isActive` is false. */
export function usePublishTargets(scope: OwnerScope, isActive: boolean) {
  const [wanted, search] = useState('');
  const text = useDebounced(wanted.trim().slice(0, TEXT_MAX), LIMITS.searchDebounceMs);
  const [before, setSeen] = useState<SeenPages>({ text, first: 1, last: 1 });
  const seen = before.text === text ? before : { text, first: 1, last: 1 };
  const { first, last } = seen;
  const pages = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  const found = useQueries({ queries: pages.map((page) => ({ ...publishTargetsOptions(scope, text, page), enabled: isActive })) });
  const counted = found.find((page) => page.data)?.data?.devicesCount;
  // While a page far away is on its way the list keeps its length.
  if (counted !== undefined && counted !== seen.count) setSeen({ ...seen, count: counted });
  const show = useCallback(
    (from: number, to: number) =>
      setSeen((now) => {
        const next = { first: getPageNumber(from), last: getPageNumber(Math.max(from, to - 1)) };
        if (now.text !== text) return { text, ...next };
        return now.first === next.first && now.last === next.last ? now : { ...now, ...next };
      }),
    [text],
  );
  const loaded = found.flatMap((page) => page.data?.devices ?? []);
  return {
    wanted,
    search,
    isSettled: wanted.trim().slice(0, TEXT_MAX) === text,
    /** Search text after a pause in typing. */
    text,
    /** Undefined before anything is known. */
    count: counted ?? seen.count,
    at: (index: number): Device | undefined => found[getPageNumber(index) - first]?.data?.devices[index % TARGETS_PAGE_SIZE],
    /** Reports the visible rows, half-open. */
    show,
    /** Rows on the visible pages. */
    loaded,
    error: found.find((page) => page.isLoadingError)?.error ?? null,
    refetch: () => {
      for (const page of found) if (page.isLoadingError) void page.refetch();
    },
  };
}

export type PublishTargets = ReturnType<typeof usePublishTargets>;
