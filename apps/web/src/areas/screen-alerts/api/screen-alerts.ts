import { queryOptions } from '@tanstack/react-query';
import type { AlertConditions, AlertSettingsOfOwner, ScreenAlerts } from '@vitrine/contract/screen-alerts';
import * as endpoints from '@vitrine/contract/screen-alerts.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { screenAlertKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { getOwnerKey, type OwnerScope, toOwnerQuery } from '../../accounts/owner-scope.ts';

/** Alerts begin and end at most once a minute. */
const REFRESH_MS = 60_000;

export const screenAlertsOptions = (scope: OwnerScope) =>
  queryOptions({
    queryKey: screenAlertKeys.one(getOwnerKey(scope)),
    queryFn: ({ signal }) => call(endpoints.readScreenAlerts, { query: toOwnerQuery(scope), signal }),
    refetchInterval: REFRESH_MS,
  });

const invalidates = [screenAlertKeys.all];

export const useEditAlertSettings = (
  scope: OwnerScope,
  after?: MutationCallbacks<Omit<AlertSettingsOfOwner, 'userId' | 'orgId'>, MessageResponse>,
) =>
  useApiMutation(
    { mutate: (settings) => send(endpoints.editScreenAlerts, { body: { ...toOwnerQuery(scope), ...settings } }), invalidates },
    after,
  );

export const useEditTagAlerts = (after?: MutationCallbacks<{ tagId: string; conditions: AlertConditions }, MessageResponse>) =>
  useApiMutation(
    { mutate: ({ tagId, conditions }) => send(endpoints.editTagAlerts, { params: { tagId }, body: { conditions } }), invalidates },
    after,
  );

export const useDeleteTagAlerts = (after?: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ mutate: (tagId) => send(endpoints.deleteTagAlerts, { params: { tagId } }), invalidates }, after);

export const useEditSubscription = (scope: OwnerScope, after?: MutationCallbacks<ScreenAlerts['subscription'], MessageResponse>) =>
  useApiMutation(
    {
      mutate: (subscription) => send(endpoints.editAlertSubscription, { body: { ...toOwnerQuery(scope), ...subscription } }),
      invalidates,
      serialKey: 'alert subscription',
    },
    after,
  );
