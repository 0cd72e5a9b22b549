import { queryOptions } from '@tanstack/react-query';
import * as endpoints from '@vitrine/contract/subscriptions.endpoints';
import { call } from '../../../lib/api-client.ts';
import { billingKeys } from '../../../lib/query-keys.ts';

/** The credit of an account, as the bank says, and the charges to come. */
export const creditOptions = (userId: string) =>
  queryOptions({
    queryKey: billingKeys.credit(userId),
    queryFn: ({ signal }) => call(endpoints.readCredit, { params: { userId }, signal }),
  });
