import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { DeviceCommandName, DeviceSettings } from '@vitrine/contract/devices';
import * as endpoints from '@vitrine/contract/devices.endpoints';
import type { DeviceVersion } from '@vitrine/contract/versions';
import * as versions from '@vitrine/contract/versions.endpoints';
import { ownerOfNew } from '../../../entities/accounts/owner-of-new.ts';
import type { OwnerScope } from '../../../entities/accounts/owner-scope.ts';
import { deviceKeys } from '../../../entities/devices/device-keys.ts';
import { call, send } from '../../../lib/api-client.ts';

/** Live events come first; this is for the day they do not. */
const REFRESH_MS = 30_000;

const PAGE_SIZE = 50;

/** The list of devices in batches, each with how many there are and may be. */
export const devicePagesOptions = ({ userId, orgId }: OwnerScope, status?: 'online' | 'offline') =>
  infiniteQueryOptions({
    queryKey: deviceKeys.pages(orgId ?? userId, status),
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.listDevices, { params: { userId }, query: { status, orgId, page: pageParam, dataPerPage: PAGE_SIZE }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ devices }, _pages, number) => (devices.length < PAGE_SIZE ? undefined : number + 1),
    refetchInterval: REFRESH_MS,
  });

export const deviceSearchOptions = (scope: OwnerScope, text: string) =>
  infiniteQueryOptions({
    queryKey: deviceKeys.pages(scope.orgId ?? scope.userId, 'search', text),
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.searchDevices, {
        params: { text },
        query: { userId: scope.userId, orgId: scope.orgId, page: pageParam, dataPerPage: PAGE_SIZE },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ devices }, _pages, number) => (devices.length < PAGE_SIZE ? undefined : number + 1),
    enabled: text !== '',
  });

export const versionsOptions = queryOptions({
  queryKey: deviceKeys.versions,
  queryFn: ({ signal }) => call(versions.listVersions, { signal }),
});

/** The page of the screen starts anew, with the version given. */
export const updateVersion = (id: string, { url, version, versionCode }: DeviceVersion) =>
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

export const addDevice = (form: DeviceForm) => send(endpoints.createDevice, { body: { ...form, ...ownerOfNew() } });
export const editDevice = (id: string, form: Pick<DeviceForm, 'name' | 'timeZone'>) =>
  send(endpoints.editDevice, { params: { id }, body: form });
export const deleteDevice = (id: string) => send(endpoints.deleteDevice, { params: { id } });
export const showDeviceInfo = (id: string, isShown: boolean) =>
  send(endpoints.setDeviceInfo, { params: { deviceId: id }, body: { showInfo: isShown ? 1 : 0 } });

export const setDevice = (id: string, settings: DeviceSettings) =>
  send(endpoints.setDeviceSettings, { params: { deviceId: id }, body: settings });

/** Sends a command to the screen. Its outcome is part of the device (`action`). */
export const controlDevice = (id: string, command: DeviceCommandName) =>
  send(endpoints.commandDevice, { params: { deviceId: id }, body: { action: command } });
