import { queryOptions } from '@tanstack/react-query';
import type { Device, DeviceAction, DeviceActionName } from '@vitrine/contract/devices';
import { ownerOfNew } from '../../../lib/account-in-view.ts';
import { api } from '../../../lib/api-client.ts';
import { keys } from '../../../lib/query-keys.ts';

/** Live events come first; this is for the day they do not. */
const REFRESH_MS = 30_000;

export interface DeviceListAnswer {
  devices: Device[];
  devicesCount: number;
}

/** With orgId, the organisation's (specification 1 §6). */
export const deviceListOptions = (userId: string, status?: 'online' | 'offline', orgId?: string) =>
  queryOptions({
    queryKey: keys.deviceList(orgId ?? userId, status),
    queryFn: ({ signal }) => api.get<DeviceListAnswer>(`/devices/users/${userId}`, { query: { status, orgId, dataPerPage: 300 }, signal }),
    refetchInterval: REFRESH_MS,
  });

export const deviceOptions = (deviceId: string) =>
  queryOptions({
    queryKey: keys.device(deviceId),
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
