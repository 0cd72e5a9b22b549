import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ConsoleDevicesQuery, DeviceLine } from '@vitrine/contract/console-devices';
import type { DeviceCommandName } from '@vitrine/contract/devices';
import { commandDevice, deleteDevice, searchDeviceData } from '@vitrine/contract/devices.endpoints';
import * as endpoints from '@vitrine/contract/register.endpoints';
import { call, getEndpointUrl, type MessageResponse, send } from '../../../../lib/api-client.ts';
import { AppError } from '../../../../lib/app-error.ts';
import { download } from '../../../../lib/downloads.ts';
import { queryClient } from '../../../../lib/query-client.ts';
import { LIST_REFRESH_OPTIONS, removeRow, replaceRow } from '../../../console/list-cache.ts';
import { isPendingCommand } from '../../remote-words.ts';
import { consoleDeviceKeys } from './console-device-keys.ts';

/** Source: specification 3 §9. */
const PAGE_SIZE = 10;
/** While a screen has a command it has not answered, and otherwise. */
const PENDING_REFRESH_MS = 2000;
const IDLE_REFRESH_MS = 10_000;

export type DeviceFilters = Partial<Pick<ConsoleDevicesQuery, 'sort' | 'filter' | 'string' | 'startDate' | 'endDate'>>;

export const consoleDevicesOptions = (filters: DeviceFilters) =>
  infiniteQueryOptions({
    queryKey: consoleDeviceKeys.list(filters),
    // The address is also everybody's search of their own, which answers otherwise.
    queryFn: async ({ pageParam, signal }) =>
      (await call(searchDeviceData, {
        query: { ...filters, role: 'admin', dataPerPage: PAGE_SIZE, after: pageParam },
        signal,
      })) as DeviceLine[],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?._id),
    ...LIST_REFRESH_OPTIONS,
  });

/** Deleted, or its screen was reset; to whoever may not see it, too. */
export const isDeviceGone = (error: unknown): boolean => error instanceof AppError && error.status === 404;

/** The side panel. What it reads anew the lists have as well. */
export const deviceDetailsOptions = (deviceId: string) =>
  queryOptions({
    queryKey: consoleDeviceKeys.one(deviceId),
    queryFn: async ({ signal }) => {
      try {
        const now = await call(endpoints.readDeviceDetails, { params: { deviceId }, signal });
        updateDeviceLists((list) => replaceRow(list, now));
        return now;
      } catch (error) {
        if (isDeviceGone(error)) updateDeviceLists((list) => removeRow(list, deviceId));
        throw error;
      }
    },
    refetchInterval: ({ state }) => (isPendingCommand(state.data?.action ?? null) ? PENDING_REFRESH_MS : IDLE_REFRESH_MS),
  });

export const exportDevices = (filters: DeviceFilters) =>
  download(getEndpointUrl(endpoints.exportDevices, { query: filters }), 'devices.csv');

const updateDeviceLists = (become: (list: InfiniteData<DeviceLine[]>) => InfiniteData<DeviceLine[]>) =>
  queryClient.setQueriesData<InfiniteData<DeviceLine[]>>({ queryKey: consoleDeviceKeys.lists }, (list) => list && become(list));

/** What an administrator does to somebody's device. */
export type ConsoleDeviceAction = Extract<DeviceCommandName, 'reboot' | 'poweroff' | 'factory_reset'> | 'delete';

/** Afterwards the one row is read again where it stands, or is gone from all lists. */
export async function runDeviceAction({ deviceId, act }: { deviceId: string; act: ConsoleDeviceAction }): Promise<MessageResponse> {
  try {
    const params = { id: deviceId, deviceId };
    return await (act === 'delete' ? send(deleteDevice, { params }) : send(commandDevice, { params, body: { action: act } }));
  } finally {
    await queryClient.fetchQuery({ ...deviceDetailsOptions(deviceId), staleTime: 0, retry: false }).catch(() => undefined);
  }
}
