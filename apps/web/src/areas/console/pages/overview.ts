import { queryOptions } from '@tanstack/react-query';
import { readOverview } from '@vitrine/contract/overview.endpoints';
import { call } from '../../../lib/api-client.ts';

const REFRESH_MS = 60_000;

export const overviewOptions = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => call(readOverview, { signal }),
  refetchInterval: REFRESH_MS,
});
