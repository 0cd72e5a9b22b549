import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AlertSettingsBody } from '@vitrine/contract/alerts';
import * as alertsEndpoints from '@vitrine/contract/alerts.endpoints';
import type { JobState, RetryJobs } from '@vitrine/contract/system';
import * as endpoints from '@vitrine/contract/system.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';

const PAGE_SIZE = 20;
const REFRESH_MS = 10_000;
const SYSTEM_KEY = ['system'] as const;

export const systemOptions = queryOptions({
  queryKey: [...SYSTEM_KEY, 'state'],
  queryFn: ({ signal }) => call(endpoints.readSystem, { signal }),
  refetchInterval: REFRESH_MS,
});

export const jobsOptions = (state: JobState, kind: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...SYSTEM_KEY, 'jobs', state, kind],
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.listJobs, { query: { state, kind, after: pageParam, dataPerPage: PAGE_SIZE }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?._id),
  });

const retryJobs = (which: RetryJobs) => send(endpoints.retryJobs, { body: which });

export const useRetryJobs = (after: MutationCallbacks<RetryJobs, MessageResponse>) =>
  useApiMutation({ mutate: retryJobs, invalidates: [SYSTEM_KEY], invalidatesOnError: true }, after);

const ALERTS_REFRESH_MS = 30_000;
const ALERTS_KEY = ['alerts'] as const;

export const alertsOptions = queryOptions({
  queryKey: ALERTS_KEY,
  queryFn: ({ signal }) => call(alertsEndpoints.readAlerts, { signal }),
  refetchInterval: ALERTS_REFRESH_MS,
});

const editAlerts = (body: AlertSettingsBody) => send(alertsEndpoints.editAlerts, { body });

export const useEditAlerts = (after: MutationCallbacks<AlertSettingsBody, MessageResponse>) =>
  useApiMutation({ mutate: editAlerts, invalidates: [ALERTS_KEY], invalidatesOnError: true }, after);
