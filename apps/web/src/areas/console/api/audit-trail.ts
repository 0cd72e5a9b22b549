import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AuditFilter } from '@vitrine/contract/audit';
import * as endpoints from '@vitrine/contract/audit.endpoints';
import { call, getEndpointUrl } from '../../../lib/api-client.ts';
import { download } from '../../../lib/downloads.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';

const PAGE_SIZE = 20;
const AUDIT_KEY = ['audit-trail'] as const;

export const auditEntriesOptions = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...AUDIT_KEY, 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.listAudit, { query: { ...filter, dataPerPage: PAGE_SIZE, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?._id),
    // Every change in the console adds an entry.
    staleTime: 0,
  });

/** An entry never changes. */
export const auditEntryOptions = (id: string) =>
  queryOptions({
    queryKey: [...AUDIT_KEY, 'entry', id],
    queryFn: ({ signal }) => call(endpoints.readAuditEntry, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const auditFilterChoicesOptions = queryOptions({
  queryKey: [...AUDIT_KEY, 'choices'],
  queryFn: ({ signal }) => call(endpoints.listAuditChoices, { signal }),
  staleTime: 0,
});

const exportAudit = (filter: AuditFilter) => download(getEndpointUrl(endpoints.exportAudit, { query: filter }), 'audit-trail.csv');

export const useExportAudit = (after: MutationCallbacks<AuditFilter, void>) =>
  useApiMutation({ mutate: exportAudit, invalidates: [] }, after);
