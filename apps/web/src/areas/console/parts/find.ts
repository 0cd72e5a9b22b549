import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { FIND_MIN } from '@vitrine/contract/find';
import { findAnything } from '@vitrine/contract/overview.endpoints';
import { call } from '../../../lib/api-client.ts';

/** What goes by these words. While more are written, what the words before found stays. */
export const consoleSearchOptions = (words: string) =>
  queryOptions({
    queryKey: ['find', words],
    queryFn: ({ signal }) => call(findAnything, { query: { q: words }, signal }),
    enabled: words.length >= FIND_MIN,
    placeholderData: keepPreviousData,
  });
