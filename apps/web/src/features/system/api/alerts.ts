import { queryOptions } from '@tanstack/react-query';
import type { AlertSettingsBody } from '@vitrine/contract/alerts';
import * as endpoints from '@vitrine/contract/alerts.endpoints';
import { call, send } from '../../../lib/api-client.ts';
import { type After, useChange } from '../../../lib/use-change.ts';

const REFRESH_MS = 30_000;
const all = ['alerts'] as const;

export const alertsOptions = queryOptions({
  queryKey: all,
  queryFn: ({ signal }) => call(endpoints.readAlerts, { signal }),
  refetchInterval: REFRESH_MS,
});

const editAlerts = (body: AlertSettingsBody) => send(endpoints.editAlerts, { body });

export const useEditAlerts = (after: After<AlertSettingsBody, { message?: string }>) =>
  useChange({ change: editAlerts, stale: [all], isStaleOnError: true }, after);
