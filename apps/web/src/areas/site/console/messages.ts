import { infiniteQueryOptions } from '@tanstack/react-query';
import * as endpoints from '@vitrine/contract/contacts.endpoints';
import { call, getEndpointUrl, send } from '../../../lib/api-client.ts';
import { download } from '../../../lib/downloads.ts';
import { messageKeys } from './message-keys.ts';

const PAGE_SIZE = 20;
/** Nothing announces a new one. */
const REFRESH_MS = 60_000;

export const messagePagesOptions = (state: 'new' | 'answered') =>
  infiniteQueryOptions({
    queryKey: messageKeys.pages(state),
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.listContactMessages, { query: { state, page: pageParam, dataPerPage: PAGE_SIZE }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ messages }, _pages, number) => (messages.length < PAGE_SIZE ? undefined : number + 1),
    refetchInterval: REFRESH_MS,
  });

/** By mail; without a text it only counts as answered. */
export const answerMessage = (id: string, replyText?: string) =>
  send(endpoints.answerContactMessage, { params: { id }, body: { replyText } });

export const exportMessages = (state: 'new' | 'answered') =>
  download(getEndpointUrl(endpoints.exportContactMessages, { query: { state } }), 'messages.csv');
