import { queryOptions } from '@tanstack/react-query';
import type { SubscriptionSummary } from '@vitrine/contract/subscriptions';
import { api } from '../../../lib/api-client.ts';

export const subscriptionOptions = (userId: string) =>
  queryOptions({
    queryKey: ['subscription', userId],
    queryFn: ({ signal }) => api.get<SubscriptionSummary | null>(`/subscriptions/${userId}`, { signal }),
  });
