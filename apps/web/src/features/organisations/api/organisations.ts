import { queryOptions } from '@tanstack/react-query';
import type { Organisation } from '@vitrine/contract/organisations';
import { api } from '../../../lib/api-client.ts';

export const organisationOptions = (orgId: string) =>
  queryOptions({
    queryKey: ['organisation', orgId],
    queryFn: ({ signal }) => api.get<Organisation>(`/organizations/details/${orgId}`, { signal }),
    staleTime: 300_000,
  });
