import { queryOptions } from '@tanstack/react-query';
import type { AlertSettingsBody } from '@vitrine/contract/alerts';
import * as endpoints from '@vitrine/contract/alerts.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';

const ALERTS_REFRESH_MS = 30_000;
const ALERTS_KEY = ['alerts'] as const;

export const alertsOptions = queryOptions({
  queryKey: ALERTS_KEY,
  queryFn: ({ signal }) => call(endpoints.readAlerts, { signal }),
  refetchInterval: ALERTS_REFRESH_MS,
});

const editAlerts = (body: AlertSettingsBody) => send(endpoints.editAlerts, { body });

export const useEditAlerts = (after: MutationCallbacks<AlertSettingsBody, MessageResponse>) =>
  useApiMutation({ change: editAlerts, stale: [ALERTS_KEY], isStaleOnError: true }, after);
