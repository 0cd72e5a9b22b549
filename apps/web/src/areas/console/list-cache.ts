import type { InfiniteData } from '@tanstack/react-query';

/** Replaces a row in a list without refetching its pages or changing its position. */
export const replaceRow = <Row extends { _id: string }>(list: InfiniteData<Row[]>, now: NoInfer<Row>): InfiniteData<Row[]> => ({
  ...list,
  pages: list.pages.map((page) => page.map((row) => (row._id === now._id ? now : row))),
});

/** The same list without this row. */
export const removeRow = <Row extends { _id: string }>(list: InfiniteData<Row[]>, id: string): InfiniteData<Row[]> => ({
  ...list,
  pages: list.pages.map((page) => page.filter((row) => row._id !== id)),
});

/** Lists up to this number of pages are refetched completely; of longer ones only the visible rows. */
const REFRESHED_PAGES = 10;
const REFRESH_MS = 15_000;

interface LoadedList {
  state: { data?: { pages: readonly unknown[] } | undefined };
}
const isShortList = ({ state }: LoadedList): boolean => (state.data?.pages.length ?? 0) <= REFRESHED_PAGES;

/** Refresh of the console's lists, because administrators receive no live events for all screens. */
export const LIST_REFRESH_OPTIONS = {
  refetchInterval: (query: LoadedList) => isShortList(query) && REFRESH_MS,
  refetchOnWindowFocus: isShortList,
  refetchOnReconnect: isShortList,
} as const;
