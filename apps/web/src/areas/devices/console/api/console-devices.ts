import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ConsoleDevice, ConsoleDevicesQuery, Environment, RegistryEntry, RegistryQuery } from '@vitrine/contract/console-devices';
import type { DeviceCommandName } from '@vitrine/contract/devices';
import { commandDevice, deleteDevice, searchDeviceData } from '@vitrine/contract/devices.endpoints';
import * as endpoints from '@vitrine/contract/screen-registry.endpoints';
import { call, getEndpointUrl, type MessageResponse, send } from '../../../../lib/api-client.ts';
import { AppError } from '../../../../lib/app-error.ts';
import { download } from '../../../../lib/downloads.ts';
import { queryClient } from '../../../../lib/query-client.ts';
import { type MutationCallbacks, useApiMutation } from '../../../../lib/use-api-mutation.ts';
import { LIST_REFRESH_OPTIONS, removeRow, replaceRow } from '../../../console/list-cache.ts';
import { isPendingCommand } from '../../device-labels.ts';

/** Separate from the user's own devices, which live events refetch: these are the devices of all accounts. */
const consoleDeviceKeys = {
  lists: ['console-devices', 'list'] as const,
  list: (query: Record<string, string | number | undefined>) => ['console-devices', 'list', query] as const,
  one: (deviceId: string) => ['console-devices', 'one', deviceId] as const,
  registers: ['console-register'] as const,
  register: (query: Record<string, string | number | undefined>) => ['console-register', query] as const,
};

/** Source: specification 3 §9. */
const PAGE_SIZE = 10;
/** While a screen has a command it has not answered, and otherwise. */
const PENDING_REFRESH_MS = 2000;
const IDLE_REFRESH_MS = 10_000;

export type DeviceFilters = Partial<Pick<ConsoleDevicesQuery, 'sort' | 'filter' | 'string' | 'startDate' | 'endDate'>>;

export const consoleDevicesOptions = (filters: DeviceFilters) =>
  infiniteQueryOptions({
    queryKey: consoleDeviceKeys.list(filters),
    // The same address without the role searches the user's own devices, with a different response.
    queryFn: async ({ pageParam, signal }) =>
      (await call(searchDeviceData, {
        query: { ...filters, role: 'admin', dataPerPage: PAGE_SIZE, after: pageParam },
        signal,
      })) as ConsoleDevice[],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?._id),
    ...LIST_REFRESH_OPTIONS,
  });

/** Returns true for a deleted device or a reset screen, also for users who may not see it. */
export const isDeviceGone = (error: unknown): boolean => error instanceof AppError && error.status === 404;

/** Side panel. Refetched data is written to the lists as well. */
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

const exportDevices = (filters: DeviceFilters) => download(getEndpointUrl(endpoints.exportDevices, { query: filters }), 'devices.csv');

const updateDeviceLists = (become: (list: InfiniteData<ConsoleDevice[]>) => InfiniteData<ConsoleDevice[]>) =>
  queryClient.setQueriesData<InfiniteData<ConsoleDevice[]>>({ queryKey: consoleDeviceKeys.lists }, (list) => list && become(list));

/** Actions of an administrator on another account's device. */
export type ConsoleDeviceAction = Extract<DeviceCommandName, 'reboot' | 'poweroff' | 'factory_reset'> | 'delete';

/** Afterwards the row is refetched in place, or removed from all lists. */
async function runDeviceAction({ deviceId, act }: { deviceId: string; act: ConsoleDeviceAction }): Promise<MessageResponse> {
  try {
    const params = { id: deviceId, deviceId };
    return await (act === 'delete' ? send(deleteDevice, { params }) : send(commandDevice, { params, body: { action: act } }));
  } finally {
    await queryClient.fetchQuery({ ...deviceDetailsOptions(deviceId), staleTime: 0, retry: false }).catch(() => undefined);
  }
}

/** Rows bring themselves up to date. */
export const useDeviceAction = (after: MutationCallbacks<Parameters<typeof runDeviceAction>[0], MessageResponse>) =>
  useApiMutation({ mutate: runDeviceAction, invalidates: [] }, after);
export const useSetEnvironment = (
  after: MutationCallbacks<Parameters<typeof setEnvironment>[0], MessageResponse & { result: RegistryEntry }>,
) => useApiMutation({ mutate: setEnvironment, invalidates: [] }, after);

export const useExportDevices = (after: MutationCallbacks<DeviceFilters, void>) =>
  useApiMutation({ mutate: exportDevices, invalidates: [] }, after);
export const useExportRegister = (after: MutationCallbacks<RegisterFilters, void>) =>
  useApiMutation({ mutate: exportRegister, invalidates: [] }, after);

/** Source: specification 3 §9. */
const REGISTER_PAGE_SIZE = 10;

export type RegisterFilters = Partial<Pick<RegistryQuery, 'sort' | 'filter' | 'string' | 'startDate' | 'endDate'>>;

export const registerOptions = (filters: RegisterFilters) =>
  infiniteQueryOptions({
    queryKey: consoleDeviceKeys.register(filters),
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.searchScreenRegistry, { query: { ...filters, dataPerPage: REGISTER_PAGE_SIZE, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < REGISTER_PAGE_SIZE ? undefined : page.at(-1)?._id),
    ...LIST_REFRESH_OPTIONS,
  });

const exportRegister = (filters: RegisterFilters) =>
  download(getEndpointUrl(endpoints.exportScreenRegistry, { query: filters }), 'screens.csv');

/** Refused when the screen has been put elsewhere since it was read; then the row is read again. */
async function setEnvironment({ entry, to }: { entry: RegistryEntry; to: Environment }) {
  try {
    const answer = await send(endpoints.setEnvironment, { params: { id: entry._id }, body: { environment: to, from: entry.environment } });
    updateRegisterRow(answer.result);
    return answer;
  } catch (error) {
    const found = await call(endpoints.searchScreenRegistry, { query: { string: entry.deviceId } }).catch(() => []);
    for (const now of found) if (now._id === entry._id) updateRegisterRow(now);
    throw error;
  }
}

const updateRegisterRow = (now: RegistryEntry) =>
  queryClient.setQueriesData<InfiniteData<RegistryEntry[]>>(
    { queryKey: consoleDeviceKeys.registers },
    (list) => list && replaceRow(list, now),
  );
