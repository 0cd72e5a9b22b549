import { queryOptions } from '@tanstack/react-query';
import { readStorage } from '@vitrine/contract/albums.endpoints';
import { FAMILY_PLAN, type SubscriptionSummary } from '@vitrine/contract/subscriptions';
import * as endpoints from '@vitrine/contract/subscriptions.endpoints';
import { call } from '../../../lib/api-client.ts';
import { billingKeys } from '../../../lib/query-keys.ts';
import { accountKeys } from './accounts.ts';

/** Loads the account's usage. For an organisation: usage of its albums and playlists, and of its owner's plan. */
export const storageOptions = (userId: string, orgId?: string) =>
  queryOptions({
    queryKey: accountKeys.storage(userId, orgId),
    queryFn: ({ signal }) => call(readStorage, { params: { userId }, query: { orgId }, signal }),
    retry: false,
  });

/** Whether this plan lets one create a family now: the Family Plan while it runs (specification 3 §2). */
export const hasActiveFamilyPlan = (plan: SubscriptionSummary | null | undefined): boolean =>
  plan?.planName === FAMILY_PLAN && plan.status === 'active';

/** Limits of an account's plan and their usage. */
export const planAllowancesOptions = (userId: string) =>
  queryOptions({
    queryKey: billingKeys.plan(userId),
    queryFn: ({ signal }) => call(endpoints.readSubscription, { params: { userId }, signal }),
  });
