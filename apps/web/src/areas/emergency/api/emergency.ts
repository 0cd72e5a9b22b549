import { queryOptions } from '@tanstack/react-query';
import { listDevices, readDeviceProgress } from '@vitrine/contract/devices.endpoints';
import type { EditEmergencyMessage, EmergencyAlert, EmergencyMessage, RaiseEmergency } from '@vitrine/contract/emergency';
import * as endpoints from '@vitrine/contract/emergency.endpoints';
import { LIMITS } from '@vitrine/contract/limits';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { deviceKeys, emergencyKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { getNewItemOwner, getOwnerKey, type OwnerScope, toOwnerQuery } from '../../accounts/owner-scope.ts';

/** Polling interval for the case that live events do not arrive. */
const REFRESH_MS = 15_000;

export const emergencyMessagesOptions = (scope: OwnerScope) =>
  queryOptions({
    queryKey: emergencyKeys.messages(getOwnerKey(scope)),
    queryFn: ({ signal }) => call(endpoints.listEmergencyMessages, { query: toOwnerQuery(scope), signal }),
  });

/** All active alerts, and the last finished ones. */
export const emergencyAlertsOptions = (scope: OwnerScope) =>
  queryOptions({
    queryKey: emergencyKeys.alerts(getOwnerKey(scope)),
    queryFn: ({ signal }) => call(endpoints.listEmergencyAlerts, { query: toOwnerQuery(scope), signal }),
    refetchInterval: REFRESH_MS,
  });

/** One alert with the screens that have not confirmed it. */
export const emergencyAlertOptions = (alertId: string) =>
  queryOptions({
    queryKey: emergencyKeys.alert(alertId),
    queryFn: ({ signal }) => call(endpoints.readEmergencyAlert, { params: { alertId }, signal }),
    refetchInterval: REFRESH_MS,
  });

/** The first 50 devices that match a text, to choose from for a message. */
export const emergencyDevicesOptions = ({ userId, orgId }: OwnerScope, text: string) =>
  queryOptions({
    queryKey: deviceKeys.page(orgId ?? userId, { emergency: text }, ''),
    queryFn: ({ signal }) =>
      call(listDevices, { params: { userId }, query: { orgId, ...(text && { string: text }), dataPerPage: 50 }, signal }),
    // The list of a family also contains personal screens of the member, which the family's messages do not reach.
    select: ({ devices }) =>
      devices.filter((device) => orgId === undefined || device.orgId === orgId).map(({ _id, name }) => ({ _id, name })),
  });

/** Names of the existing devices among these. Requested in parts, because a response contains all devices only up to a limit. */
export const deviceNamesOptions = (deviceIds: readonly string[]) =>
  queryOptions({
    queryKey: deviceKeys.names(deviceIds),
    queryFn: async ({ signal }) => {
      const names: { _id: string; name: string }[] = [];
      for (let from = 0; from < deviceIds.length; from += LIMITS.followedDevices) {
        const deviceId = deviceIds.slice(from, from + LIMITS.followedDevices);
        const { devices } = await call(readDeviceProgress, { body: { deviceId }, signal });
        names.push(...devices.map(({ _id, name }) => ({ _id, name })));
      }
      return names;
    },
  });

const INVALIDATES = [emergencyKeys.all];

export interface SavedMessage {
  /** Undefined for a new message. */
  messageId: string | undefined;
  content: EditEmergencyMessage;
}

export const useSaveMessage = (after?: MutationCallbacks<SavedMessage, EmergencyMessage>) =>
  useApiMutation(
    {
      mutate: ({ messageId, content }) =>
        messageId === undefined
          ? call(endpoints.createEmergencyMessage, { body: { ...content, ...getNewItemOwner() } })
          : call(endpoints.editEmergencyMessage, { params: { messageId }, body: content }),
      invalidates: INVALIDATES,
    },
    after,
  );

export const useDeleteMessage = (after?: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation(
    {
      mutate: (messageId) => send(endpoints.deleteEmergencyMessage, { params: { messageId } }),
      invalidates: INVALIDATES,
      invalidatesOnError: true,
    },
    after,
  );

export const useRaiseMessage = (after?: MutationCallbacks<RaiseEmergency & { messageId: string }, EmergencyAlert>) =>
  useApiMutation(
    {
      mutate: ({ messageId, ...body }) => call(endpoints.raiseEmergency, { params: { messageId }, body }),
      invalidates: INVALIDATES,
      // Someone else may have raised or deleted it.
      invalidatesOnError: true,
    },
    after,
  );

export const useExtendAlert = (after?: MutationCallbacks<{ alertId: string; minutes: number }, EmergencyAlert>) =>
  useApiMutation(
    {
      mutate: ({ alertId, minutes }) => call(endpoints.extendEmergency, { params: { alertId }, body: { minutes } }),
      invalidates: INVALIDATES,
      invalidatesOnError: true,
    },
    after,
  );

export const useEndAlert = (after?: MutationCallbacks<string, EmergencyAlert>) =>
  useApiMutation(
    {
      mutate: (alertId) => call(endpoints.endEmergency, { params: { alertId } }),
      invalidates: INVALIDATES,
      invalidatesOnError: true,
    },
    after,
  );
