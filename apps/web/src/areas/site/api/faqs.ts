import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { FAQ_LIMITS } from '@vitrine/contract/faq-limits';
import * as endpoints from '@vitrine/contract/faqs.endpoints';
import { call } from '../../../lib/api-client.ts';

export const faqKeys = {
  all: ['faqs'] as const,
  read: (filter: object) => ['faqs', 'read', filter] as const,
  kept: (filter: object) => ['faqs', 'kept', filter] as const,
  catagories: ['faqs', 'catagories'] as const,
};

/** Place where questions are shown: on the public site, or in the app. */
export type FaqPlace = 'faq' | 'help';

interface FaqFilter {
  visibality: FaqPlace;
  string?: string | undefined;
  catagoryId?: string | undefined;
}

const PAGE_SIZE = FAQ_LIMITS.perPage;
const getNextPage = (page: readonly unknown[], _pages: unknown, number: number) => (page.length < PAGE_SIZE ? undefined : number + 1);

/** Questions by category and text. Previous results stay until the next ones arrive. */
export const faqsOptions = (filter: FaqFilter) =>
  infiniteQueryOptions({
    queryKey: faqKeys.read(filter),
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.searchUserFaqs, { query: { ...filter, page: pageParam, dataPerPage: PAGE_SIZE }, signal }),
    initialPageParam: 1,
    getNextPageParam: getNextPage,
    placeholderData: keepPreviousData,
  });

export const faqCategoriesOptions = queryOptions({
  queryKey: faqKeys.catagories,
  queryFn: async ({ signal }) => (await call(endpoints.listCategories, { signal })).catagories,
});
