import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { LayoutZone } from '@vitrine/contract/layouts';
import type { PlaysGroup, ReportEmails } from '@vitrine/contract/reports';
import * as endpoints from '@vitrine/contract/reports.endpoints';
import { call, getEndpointUrl } from '../../../lib/api-client.ts';
import { download, saveUrl } from '../../../lib/downloads.ts';
import { reportKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { getNewItemOwner, getOwnerKey, type OwnerScope, toOwnerQuery } from '../../accounts/owner-scope.ts';
import type { Period, ReportFilters } from '../report-query.ts';

/** Reports change with each delivery of plays. A recent one is shown again without a request. */
const STALE_MS = 60_000;

export interface PlaysQuery extends Period, ReportFilters {
  groupBy: PlaysGroup;
}
export type ScreensQuery = Period & Pick<ReportFilters, 'deviceId' | 'tagId'>;

/** The address has any text as the zone; the server refuses unknown ones. */
const toQuery = (scope: OwnerScope, { zone, ...query }: PlaysQuery) => ({
  ...toOwnerQuery(scope),
  ...query,
  zone: zone as LayoutZone | undefined,
});

export const playsReportOptions = (scope: OwnerScope, query: PlaysQuery) =>
  infiniteQueryOptions({
    queryKey: reportKeys.plays(getOwnerKey(scope), query),
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.readPlaysReport, { query: { ...toQuery(scope, query), after: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });

export const screensReportOptions = (scope: OwnerScope, query: ScreensQuery) =>
  infiniteQueryOptions({
    queryKey: reportKeys.screens(getOwnerKey(scope), query),
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.readScreensReport, { query: { ...toOwnerQuery(scope), ...query, after: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });

export const reportEmailsOptions = (scope: OwnerScope) =>
  queryOptions({
    queryKey: reportKeys.emails(getOwnerKey(scope)),
    queryFn: ({ signal }) => call(endpoints.readReportEmails, { query: toOwnerQuery(scope), signal }),
  });

export const useEditReportEmails = (scope: OwnerScope, after?: MutationCallbacks<Pick<ReportEmails, 'weekly' | 'monthly'>, ReportEmails>) =>
  useApiMutation(
    {
      mutate: (settings) => call(endpoints.editReportEmails, { body: { ...getNewItemOwner(), ...settings } }),
      invalidates: [reportKeys.emails(getOwnerKey(scope))],
    },
    after,
  );

/** Downloads the rows of the table. */
const downloadPlays = (scope: OwnerScope, query: PlaysQuery) =>
  download(
    getEndpointUrl(endpoints.exportPlaysReport, { query: toQuery(scope, query) }),
    `plays by ${query.groupBy} ${query.from} to ${query.to}.csv`,
  );

export const useDownloadPlays = (scope: OwnerScope, after?: MutationCallbacks<PlaysQuery, void>) =>
  useApiMutation({ mutate: (query: PlaysQuery) => downloadPlays(scope, query), invalidates: [] }, after);

/** Lets the browser download all plays of a period. The file may be larger than the memory. */
export const downloadAllPlays = (scope: OwnerScope, query: PlaysQuery): void =>
  saveUrl(
    getEndpointUrl(endpoints.exportPlaysReport, { query: { ...toQuery(scope, query), groupBy: 'all' } }),
    `plays ${query.from} to ${query.to}.csv`,
  );

export const useDownloadScreens = (scope: OwnerScope, after?: MutationCallbacks<ScreensQuery, void>) =>
  useApiMutation(
    {
      mutate: (query: ScreensQuery) =>
        download(
          getEndpointUrl(endpoints.exportScreensReport, { query: { ...toOwnerQuery(scope), ...query } }),
          `screens ${query.from} to ${query.to}.csv`,
        ),
      invalidates: [],
    },
    after,
  );
