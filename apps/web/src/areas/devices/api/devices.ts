import { queryOptions } from '@tanstack/react-query';
import type { DeviceCommandName, DeviceOrder, DeviceSettings } from '@vitrine/contract/devices';
import * as endpoints from '@vitrine/contract/devices.endpoints';
import type { DeviceVersion } from '@vitrine/contract/versions';
import * as versions from '@vitrine/contract/versions.endpoints';
import { call, send } from '../../../lib/api-client.ts';
import { deviceKeys } from '../../../lib/query-keys.ts';
import { getNewItemOwner, type OwnerScope } from '../../accounts/owner-scope.ts';

/** Live events come first; this is for the day they do not. */
const REFRESH_MS = 30_000;

/** Which devices a list has, and in what order. */
export interface DeviceListQuery {
  status?: 'online' | 'offline' | undefined;
  /** Part of a name, or the beginning of an id. */
  string?: string | undefined;
  /** With commas between them. */
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

/** Those behind one of a list; without one its first, with how many there are and may be. */
export const deviceListPageOptions = ({ userId, orgId }: OwnerScope, query: DeviceListQuery, after: string | undefined) =>
  queryOptions({
    queryKey: deviceKeys.page(orgId ?? userId, query, after ?? ''),
    queryFn: ({ signal }) =>
      call(endpoints.listDevices, { params: { userId }, query: { ...query, orgId, after, dataPerPage: LIST_PAGE_SIZE }, signal }),
    refetchInterval: REFRESH_MS,
  });

/** Of a machine and its networks: the same until it starts anew. */
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

/** The page of the screen starts anew, with the version given. */
export const updateDeviceVersion = (id: string, { url, version, versionCode }: DeviceVersion) =>
  send(versions.updateVersion, { params: { deviceId: id }, body: { url, version, versionCode } });

export const deviceOptions = (deviceId: string) =>
  queryOptions({
    queryKey: deviceKeys.one(deviceId),
    queryFn: ({ signal }) => call(endpoints.readDevice, { params: { id: deviceId }, signal }),
    refetchInterval: REFRESH_MS,
  });

export interface DeviceForm {
  name: string;
  deviceId: string;
  timeZone: string;
}

export const addDevice = (form: DeviceForm) => send(endpoints.createDevice, { body: { ...form, ...getNewItemOwner() } });
export const editDevice = (id: string, form: Pick<DeviceForm, 'name' | 'timeZone'>) =>
  send(endpoints.editDevice, { params: { id }, body: form });
export const deleteDevice = (id: string) => send(endpoints.deleteDevice, { params: { id } });
export const setDeviceInfoVisible = (id: string, isShown: boolean) =>
  send(endpoints.setDeviceInfo, { params: { deviceId: id }, body: { showInfo: isShown ? 1 : 0 } });

export const updateDeviceSettings = (id: string, settings: DeviceSettings) =>
  send(endpoints.setDeviceSettings, { params: { deviceId: id }, body: settings });

/** Sends a command to the screen. Its outcome is part of the device (`action`). */
export const sendDeviceCommand = (id: string, command: DeviceCommandName) =>
  send(endpoints.commandDevice, { params: { deviceId: id }, body: { action: command } });
