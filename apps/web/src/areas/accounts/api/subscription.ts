import { queryOptions } from '@tanstack/react-query';
import * as endpoints from '@vitrine/contract/subscriptions.endpoints';
import { call } from '../../../lib/api-client.ts';
import { billingKeys } from '../../../lib/query-keys.ts';

/** What the plan of an account allows and what of it is taken. */
export const planAllowancesOptions = (userId: string) =>
  queryOptions({
    queryKey: billingKeys.plan(userId),
    queryFn: ({ signal }) => call(endpoints.readSubscription, { params: { userId }, signal }),
  });
