import type { InfiniteData } from '@tanstack/react-query';

/** The same list with this row as it is now. However many pages there are, none is asked for again, and it stays where it stands. */
export const replaceRow = <Row extends { _id: string }>(list: InfiniteData<Row[]>, now: NoInfer<Row>): InfiniteData<Row[]> => ({
  ...list,
  pages: list.pages.map((page) => page.map((row) => (row._id === now._id ? now : row))),
});

/** The same list without this row. */
export const removeRow = <Row extends { _id: string }>(list: InfiniteData<Row[]>, id: string): InfiniteData<Row[]> => ({
  ...list,
  pages: list.pages.map((page) => page.filter((row) => row._id !== id)),
});

/** So many pages are asked for again as a whole; of longer lists only what is looked at. */
const REFRESHED_PAGES = 10;
const REFRESH_MS = 15_000;

interface LoadedList {
  state: { data?: { pages: readonly unknown[] } | undefined };
}
const isShortList = ({ state }: LoadedList): boolean => (state.data?.pages.length ?? 0) <= REFRESHED_PAGES;

/** How a list of everybody's stays true: no live event tells administrators of all screens. */
export const LIST_REFRESH_OPTIONS = {
  refetchInterval: (query: LoadedList) => isShortList(query) && REFRESH_MS,
  refetchOnWindowFocus: isShortList,
  refetchOnReconnect: isShortList,
} as const;
