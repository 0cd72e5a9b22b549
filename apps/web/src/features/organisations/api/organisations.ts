import { queryOptions } from '@tanstack/react-query';
import { readOrganisation } from '@vitrine/contract/organisations.endpoints';
import { call } from '../../../lib/api-client.ts';

export const organisationOptions = (orgId: string) =>
  queryOptions({
    queryKey: ['organisation', orgId],
    queryFn: ({ signal }) => call(readOrganisation, { params: { orgId }, signal }),
    staleTime: 300_000,
  });
