import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Device, DeviceAction, DeviceActionName, DeviceLimit } from '@vitrine/contract/devices';
import type { DeviceVersion } from '@vitrine/contract/versions';
import { ownerOfNew } from '../../../entities/accounts/owner-of-new.ts';
import type { OwnerScope } from '../../../entities/accounts/owner-scope.ts';
import { deviceKeys } from '../../../entities/devices/device-keys.ts';
import { api } from '../../../lib/api-client.ts';

/** Live events come first; this is for the day they do not. */
const REFRESH_MS = 30_000;

const PAGE_SIZE = 50;

interface DevicePage {
  devices: Device[];
  devicesCount: number;
}

export interface DeviceListAnswer extends DevicePage {
  limit: DeviceLimit;
}

const listPath = ({ userId }: OwnerScope) => `/devices/users/${userId}`;

/** The list of devices in batches, each with how many there are and may be. */
export const devicePagesOptions = (scope: OwnerScope, status?: 'online' | 'offline') =>
  infiniteQueryOptions({
    queryKey: deviceKeys.pages(scope.orgId ?? scope.userId, status),
    queryFn: ({ pageParam, signal }) =>
      api.get<DeviceListAnswer>(listPath(scope), {
        query: { status, orgId: scope.orgId, page: pageParam, dataPerPage: PAGE_SIZE },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ devices }, _pages, number) => (devices.length < PAGE_SIZE ? undefined : number + 1),
    refetchInterval: REFRESH_MS,
  });

export const deviceSearchOptions = (scope: OwnerScope, text: string) =>
  infiniteQueryOptions({
    queryKey: deviceKeys.pages(scope.orgId ?? scope.userId, 'search', text),
    queryFn: ({ pageParam, signal }) =>
      api.get<DevicePage>(`/devices/search/${encodeURIComponent(text)}`, {
        query: { userId: scope.userId, orgId: scope.orgId, page: pageParam, dataPerPage: PAGE_SIZE },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ devices }, _pages, number) => (devices.length < PAGE_SIZE ? undefined : number + 1),
    enabled: text !== '',
  });

export const versionsOptions = queryOptions({
  queryKey: deviceKeys.versions,
  queryFn: ({ signal }) => api.get<DeviceVersion[]>('/versions', { signal }),
});

/** The page of the screen starts anew, with the version given. */
export const updateVersion = (id: string, { url, version, versionCode }: DeviceVersion) =>
  api.put<DeviceAction>(`/devices/version/update/${id}`, { url, version, versionCode });

export const deviceOptions = (deviceId: string) =>
  queryOptions({
    queryKey: deviceKeys.one(deviceId),
    queryFn: ({ signal }) => api.get<Device>(`/devices/${deviceId}`, { signal }),
    refetchInterval: REFRESH_MS,
  });

export interface DeviceForm {
  name: string;
  deviceId: string;
  timeZone: string;
}

export const addDevice = (form: DeviceForm) => api.post<Device>('/devices', { ...form, ...ownerOfNew() });
export const editDevice = (id: string, form: Pick<DeviceForm, 'name' | 'timeZone'>) => api.put<Device>(`/devices/${id}`, form);
export const deleteDevice = (id: string) => api.delete<undefined>(`/devices/${id}`);
export const showDeviceInfo = (id: string, isShown: boolean) => api.put<undefined>(`/devices/info/${id}`, { showInfo: isShown ? 1 : 0 });

/** Sends an order to the screen; what comes of it stands in the device. */
export const controlDevice = (id: string, action: DeviceActionName) => api.put<DeviceAction>(`/devices/actions/${id}`, { action });
