import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { BulkSettings, BulkSettingsOutcome, DeviceOutcome, TransferForecast } from '@vitrine/contract/bulk-devices';
import * as endpoints from '@vitrine/contract/bulk-devices.endpoints';
import { DEVICE_LIMITS } from '@vitrine/contract/device-limits';
import type { OperatingSettings } from '@vitrine/contract/operating-hours';
import type { PrivateAlbum } from '@vitrine/contract/publishing';
import { listPrivateAlbums } from '@vitrine/contract/publishing.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { AppError } from '../../../lib/app-error.ts';
import { deviceKeys, publishKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import type { OwnerScope } from '../../accounts/owner-scope.ts';
import { mergeForecasts, splitIntoBatches } from '../batching.ts';

/** All tags of those whose devices are listed. */
export const deviceTagsOptions = ({ userId, orgId }: OwnerScope) =>
  queryOptions({
    queryKey: deviceKeys.tags(orgId ?? userId),
    queryFn: ({ signal }) => call(endpoints.listDeviceTags, { params: { userId }, query: { orgId }, signal }),
  });

const BATCH_SIZE = DEVICE_LIMITS.devicesPerCall;

/** Splits the ids into several calls, sent in sequence, when they exceed the limit of one call. When a whole part is gone, each of its devices is. */
async function runInBatches(deviceIds: readonly string[], act: (deviceId: string[]) => Promise<DeviceOutcome[]>): Promise<DeviceOutcome[]> {
  const outcomes: DeviceOutcome[] = [];
  for (const part of splitIntoBatches(deviceIds, BATCH_SIZE)) {
    try {
      outcomes.push(...(await act(part)));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
      outcomes.push(...part.map((deviceId) => ({ deviceId, outcome: 'gone' as const })));
    }
  }
  return outcomes;
}

export interface TagChange {
  deviceIds: readonly string[];
  add: readonly string[];
  remove: readonly string[];
}

export interface MoveDestination {
  /** In whose name. */
  userId: string;
  /** Null: to the account itself. */
  orgId: string | null;
}

const DEVICE_KEYS = [deviceKeys.all, publishKeys.all];
const bulkMutation = { invalidates: DEVICE_KEYS, invalidatesOnError: true };

export const useTagDevices = (after: MutationCallbacks<TagChange, DeviceOutcome[]>) =>
  useApiMutation(
    {
      mutate: ({ deviceIds, add, remove }) =>
        runInBatches(deviceIds, (deviceId) => call(endpoints.tagDevices, { body: { deviceId, add, remove } })),
      ...bulkMutation,
    },
    after,
  );

export const useReloadDevices = (after: MutationCallbacks<readonly string[], DeviceOutcome[]>) =>
  useApiMutation(
    {
      mutate: (ids: readonly string[]) => runInBatches(ids, (deviceId) => call(endpoints.reloadDevices, { body: { deviceId } })),
      ...bulkMutation,
    },
    after,
  );

export const useDeleteDevices = (after: MutationCallbacks<readonly string[], DeviceOutcome[]>) =>
  useApiMutation(
    {
      mutate: (ids: readonly string[]) => runInBatches(ids, (deviceId) => call(endpoints.deleteDevices, { body: { deviceId } })),
      ...bulkMutation,
    },
    after,
  );

export const useMoveDevices = (deviceIds: readonly string[], after: MutationCallbacks<MoveDestination, DeviceOutcome[]>) =>
  useApiMutation(
    {
      mutate: (to: MoveDestination) =>
        runInBatches(deviceIds, (deviceId) => call(endpoints.transferDevices, { body: { deviceId, ...to } })),
      ...bulkMutation,
    },
    after,
  );

export interface FamilyDevices {
  orgId: string;
  deviceIds: readonly string[];
}

/** Private albums of the user that these devices of a family show although some of its members cannot see them. */
export const privateAlbumsOptions = ({ orgId, deviceIds }: FamilyDevices) =>
  queryOptions({
    queryKey: publishKeys.privateAlbums(orgId, deviceIds),
    queryFn: async ({ signal }): Promise<PrivateAlbum[]> => {
      const albums = new Map<string, PrivateAlbum>();
      for (const deviceId of splitIntoBatches(deviceIds, BATCH_SIZE))
        for (const album of await call(listPrivateAlbums, { body: { orgId, deviceId }, signal })) albums.set(album._id, album);
      return [...albums.values()].slice(0, DEVICE_LIMITS.privateAlbumsPerCall);
    },
  });

/** Forecast of a move, without changes. */
export const moveForecastOptions = (deviceIds: readonly string[], { userId, orgId }: MoveDestination) =>
  queryOptions({
    queryKey: deviceKeys.move(deviceIds, orgId),
    queryFn: async ({ signal }): Promise<TransferForecast> => {
      const parts: TransferForecast[] = [];
      for (const deviceId of splitIntoBatches(deviceIds, BATCH_SIZE))
        parts.push(await call(endpoints.readDeviceTransferForecast, { body: { deviceId, userId, orgId }, signal }));
      return mergeForecasts(parts);
    },
  });

export const useRenameTag = (after: MutationCallbacks<{ id: string; name: string }, MessageResponse>) =>
  useApiMutation(
    { mutate: ({ id, name }) => send(endpoints.renameDeviceTag, { params: { id }, body: { name } }), invalidates: [deviceKeys.all] },
    after,
  );

export const useDeleteTag = (after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ mutate: (id: string) => send(endpoints.deleteDeviceTag, { params: { id } }), invalidates: [deviceKeys.all] }, after);

export const useSetTagSettings = (id: string, after: MutationCallbacks<OperatingSettings, MessageResponse>) =>
  useApiMutation(
    {
      mutate: (settings: OperatingSettings) => send(endpoints.setTagSettings, { params: { id }, body: settings }),
      invalidates: [deviceKeys.all],
      invalidatesOnError: true,
    },
    after,
  );

/** Effect of a change of settings, without changes. `stamp` is unique for each selection of devices. */
export const settingsPreviewOptions = (deviceIds: readonly string[], stamp: number, settings: BulkSettings) =>
  queryOptions({
    queryKey: deviceKeys.settingsPreview(stamp, settings),
    queryFn: ({ signal }) => call(endpoints.previewManyDeviceSettings, { body: { deviceId: deviceIds, ...settings }, signal }),
    placeholderData: keepPreviousData,
  });

export const useSetManyDeviceSettings = (deviceIds: readonly string[], after: MutationCallbacks<BulkSettings, BulkSettingsOutcome>) =>
  useApiMutation(
    {
      mutate: (settings: BulkSettings) => call(endpoints.setManyDeviceSettings, { body: { deviceId: deviceIds, ...settings } }),
      ...bulkMutation,
    },
    after,
  );

/** Restores the settings that `useSetManyDeviceSettings` has replaced. */
export const useRestoreDeviceSettings = (after: MutationCallbacks<string, { restored: number }>) =>
  useApiMutation({ mutate: (changeId) => call(endpoints.restoreManyDeviceSettings, { body: { changeId } }), ...bulkMutation }, after);
