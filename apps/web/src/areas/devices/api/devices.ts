import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Device, DeviceCommand, DeviceCommandName, DeviceOrder, DeviceSettings } from '@vitrine/contract/devices';
import * as endpoints from '@vitrine/contract/devices.endpoints';
import type { OperatingSettings } from '@vitrine/contract/operating-hours';
import { readDevicePlays } from '@vitrine/contract/plays.endpoints';
import type { DeviceVersion } from '@vitrine/contract/versions';
import * as versions from '@vitrine/contract/versions.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { deviceKeys, publishKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { getNewItemOwner, type OwnerScope } from '../../accounts/owner-scope.ts';

/** Polling interval for the case that live events do not arrive. */
const REFRESH_MS = 30_000;

/** Which devices a list has, and in what order. */
export interface DeviceListQuery {
  status?: 'online' | 'offline' | undefined;
  /** Part of a name, or the beginning of an id. */
  string?: string | undefined;
  /** Comma-separated tags. */
  tags?: string | undefined;
  sort?: DeviceOrder | undefined;
}

/** All of a list, in its order. */
export const deviceIdsOptions = ({ userId, orgId }: OwnerScope, query: DeviceListQuery) =>
  queryOptions({
    queryKey: deviceKeys.ids(orgId ?? userId, query),
    queryFn: ({ signal }) => call(endpoints.listDeviceIds, { params: { userId }, query: { ...query, orgId }, signal }),
    structuralSharing: false,
  });

export const LIST_PAGE_SIZE = 50;

/** A page of a list after a device; without one the first page, with the total and the limit. */
export const deviceListPageOptions = ({ userId, orgId }: OwnerScope, query: DeviceListQuery, after: string | undefined) =>
  queryOptions({
    queryKey: deviceKeys.page(orgId ?? userId, query, after ?? ''),
    queryFn: ({ signal }) =>
      call(endpoints.listDevices, { params: { userId }, query: { ...query, orgId, after, dataPerPage: LIST_PAGE_SIZE }, signal }),
    refetchInterval: REFRESH_MS,
  });

/** Addresses of the server's machine, which change only on a restart. */
export const networkOriginsOptions = () =>
  queryOptions({
    queryKey: deviceKeys.network,
    queryFn: ({ signal }) => call(endpoints.listNetworkOrigins, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const versionsOptions = queryOptions({
  queryKey: deviceKeys.versions,
  queryFn: ({ signal }) => call(versions.listVersions, { signal }),
});

/** Reloads the screen's page with the given version. */
const updateDeviceVersion = (id: string, { url, version, versionCode }: DeviceVersion) =>
  send(versions.updateVersion, { params: { deviceId: id }, body: { url, version, versionCode } });

export const deviceOptions = (deviceId: string) =>
  queryOptions({
    queryKey: deviceKeys.one(deviceId),
    queryFn: ({ signal }) => call(endpoints.readDevice, { params: { id: deviceId }, signal }),
    refetchInterval: REFRESH_MS,
  });

interface DeviceForm {
  name: string;
  deviceId: string;
  timeZone: string;
}

const addDevice = (form: DeviceForm) => send(endpoints.createDevice, { body: { ...form, ...getNewItemOwner() } });
const editDevice = (id: string, form: Pick<DeviceForm, 'name' | 'timeZone'>) => send(endpoints.editDevice, { params: { id }, body: form });
const deleteDevice = (id: string) => send(endpoints.deleteDevice, { params: { id } });
const setDeviceInfoVisible = (id: string, isShown: boolean) =>
  send(endpoints.setDeviceInfoVisible, { params: { deviceId: id }, body: { showInfo: isShown ? 1 : 0 } });

const updateDeviceSettings = (id: string, settings: DeviceSettings) =>
  send(endpoints.setDeviceSettings, { params: { deviceId: id }, body: settings });

/** Sends a command to the screen. Its outcome is part of the device (`action`). */
const sendDeviceCommand = (id: string, command: DeviceCommandName) =>
  send(endpoints.commandDevice, { params: { deviceId: id }, body: { action: command } });

/** Without a device, a new one. */
export const useSaveDevice = (device: Device | undefined, after: MutationCallbacks<DeviceForm, MessageResponse>) =>
  useApiMutation(
    {
      mutate: (form) => (device ? editDevice(device._id, { name: form.name, timeZone: form.timeZone }) : addDevice(form)),
      invalidates: [deviceKeys.all],
    },
    after,
  );

/** Replaces the screen with the id `replacedDeviceId`. */
export const useReplaceScreen = (id: string, replacedDeviceId: string, after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation(
    {
      mutate: (deviceId: string) => send(endpoints.replaceScreen, { params: { id }, body: { deviceId, replacedDeviceId } }),
      invalidates: [deviceKeys.all, publishKeys.all],
      invalidatesOnError: true,
    },
    after,
  );

export const useDeleteDevice = (after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ mutate: (id) => deleteDevice(id), invalidates: [deviceKeys.all, publishKeys.all] }, after);

/** Pending until the device was refetched, so that a switch does not jump back in the meantime. */
export const useSetDeviceInfoVisible = (id: string, after: MutationCallbacks<boolean, MessageResponse>) =>
  useApiMutation(
    { mutate: (isShown: boolean) => setDeviceInfoVisible(id, isShown), invalidates: [deviceKeys.all] },
    { ...after, onSuccess: (_answer, _input, refreshed) => refreshed },
  );

export const useUpdateDeviceSettings = (id: string, after: MutationCallbacks<DeviceSettings, MessageResponse>) =>
  useApiMutation(
    { mutate: (settings: DeviceSettings) => updateDeviceSettings(id, settings), invalidates: [deviceKeys.all] },
    { ...after, onSuccess: (_answer, _input, refreshed) => refreshed },
  );

export const useSetDeviceOperation = (id: string, after: MutationCallbacks<OperatingSettings, unknown>) =>
  useApiMutation({ mutate: (settings: OperatingSettings) => updateDeviceSettings(id, settings), invalidates: [deviceKeys.all] }, after);

export const useUpdateDeviceVersion = (id: string, after: MutationCallbacks<DeviceVersion, MessageResponse>) =>
  useApiMutation({ mutate: (version) => updateDeviceVersion(id, version), invalidates: [deviceKeys.all] }, after);

/** A refused command changes what the device shows as its last one, too. */
export const useSendDeviceCommand = (id: string, after: MutationCallbacks<DeviceCommandName, { result: DeviceCommand }>) =>
  useApiMutation({ mutate: (action) => sendDeviceCommand(id, action), invalidates: [deviceKeys.all], invalidatesOnError: true }, after);

/** Reads the devices again. */
export function useRefreshDevices(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: deviceKeys.all });
}

/** Screens tell every minute or two. */
const PLAYS_REFRESH_MS = 60_000;

/** Plays of a device on one day, in its local time. */
export const devicePlaysOnDayOptions = (deviceId: string, day: string) =>
  queryOptions({
    queryKey: deviceKeys.playsOnDay(deviceId, day),
    queryFn: ({ signal }) => call(readDevicePlays, { params: { id: deviceId }, query: { from: day, to: day }, signal }),
  });

/** Plays of a device today, in its local time. */
export const devicePlaysOptions = (deviceId: string) =>
  queryOptions({
    queryKey: deviceKeys.plays(deviceId),
    queryFn: ({ signal }) => call(readDevicePlays, { params: { id: deviceId }, signal }),
    refetchInterval: PLAYS_REFRESH_MS,
  });
