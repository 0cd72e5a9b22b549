import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AuditFilter } from '@vitrine/contract/audit';
import * as endpoints from '@vitrine/contract/audit.endpoints';
import { addressOf, call } from '../../../lib/api-client.ts';
import { download } from '../../../lib/downloads.ts';
import { type After, useChange } from '../../../lib/use-change.ts';

const PAGE_SIZE = 20;
const all = ['audit-trail'] as const;

export const auditOptions = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...all, 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.listAudit, { query: { ...filter, dataPerPage: PAGE_SIZE, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?._id),
    // What is done anywhere in the console adds to it.
    staleTime: 0,
  });

/** An entry never changes. */
export const auditEntryOptions = (id: string) =>
  queryOptions({
    queryKey: [...all, 'entry', id],
    queryFn: ({ signal }) => call(endpoints.readAuditEntry, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const auditChoicesOptions = queryOptions({
  queryKey: [...all, 'choices'],
  queryFn: ({ signal }) => call(endpoints.listAuditChoices, { signal }),
  staleTime: 0,
});

const exportAudit = (filter: AuditFilter) => download(addressOf(endpoints.exportAudit, { query: filter }), 'audit-trail.csv');

export const useExportAudit = (after: After<AuditFilter, void>) => useChange({ change: exportAudit, stale: [] }, after);
