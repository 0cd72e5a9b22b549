import { queryOptions } from '@tanstack/react-query';
import { readSubscription } from '@vitrine/contract/subscriptions.endpoints';
import { call } from '../../../lib/api-client.ts';

export const subscriptionOptions = (userId: string) =>
  queryOptions({
    queryKey: ['subscription', userId],
    queryFn: ({ signal }) => call(readSubscription, { params: { userId }, signal }),
  });
