import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { JobState, RetryJobs } from '@vitrine/contract/system';
import * as endpoints from '@vitrine/contract/system.endpoints';
import { call, send } from '../../../lib/api-client.ts';
import { type After, useChange } from '../../../lib/use-change.ts';

const PAGE_SIZE = 20;
const REFRESH_MS = 10_000;
const all = ['system'] as const;

export const systemOptions = queryOptions({
  queryKey: [...all, 'state'],
  queryFn: ({ signal }) => call(endpoints.readSystem, { signal }),
  refetchInterval: REFRESH_MS,
});

export const jobsOptions = (state: JobState, kind: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...all, 'jobs', state, kind],
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.listJobs, { query: { state, kind, after: pageParam, dataPerPage: PAGE_SIZE }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?._id),
  });

const retryJobs = (which: RetryJobs) => send(endpoints.retryJobs, { body: which });

export const useRetryJobs = (after: After<RetryJobs, { message?: string }>) =>
  useChange({ change: retryJobs, stale: [all], isStaleOnError: true }, after);
