import { queryOptions } from '@tanstack/react-query';
import { DEVICE_LIMITS } from '@vitrine/contract/device-limits';
import type { DeviceOutcome, MoveForecast } from '@vitrine/contract/many-devices';
import * as endpoints from '@vitrine/contract/many-devices.endpoints';
import type { OwnerScope } from '../../../entities/accounts/owner-scope.ts';
import { deviceKeys } from '../../../entities/devices/device-keys.ts';
import { publishKeys } from '../../../entities/publishes/publish-keys.ts';
import { call, send } from '../../../lib/api-client.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type After, useChange } from '../../../lib/use-change.ts';
import { addForecasts, inParts } from '../many-parts.ts';

/** All tags of those whose devices are listed. */
export const deviceTagsOptions = ({ userId, orgId }: OwnerScope) =>
  queryOptions({
    queryKey: deviceKeys.tags(orgId ?? userId),
    queryFn: ({ signal }) => call(endpoints.listDeviceTags, { params: { userId }, query: { orgId }, signal }),
  });

const AT_ONCE = DEVICE_LIMITS.devicesPerCall;

/** In several calls, one after the other, where one does not take so many. Of a part that is gone as a whole every device is. */
async function inTurn(deviceIds: readonly string[], act: (deviceId: string[]) => Promise<DeviceOutcome[]>): Promise<DeviceOutcome[]> {
  const outcomes: DeviceOutcome[] = [];
  for (const part of inParts(deviceIds, AT_ONCE)) {
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

export interface Destination {
  /** In whose name. */
  userId: string;
  /** Null: to the account itself. */
  orgId: string | null;
}

const stale = [deviceKeys.all, publishKeys.all];
const many = { stale, isStaleOnError: true };

export const useTagDevices = (after: After<TagChange, DeviceOutcome[]>) =>
  useChange(
    {
      change: ({ deviceIds, add, remove }) =>
        inTurn(deviceIds, (deviceId) => call(endpoints.tagDevices, { body: { deviceId, add, remove } })),
      ...many,
    },
    after,
  );

export const useReloadDevices = (after: After<readonly string[], DeviceOutcome[]>) =>
  useChange(
    { change: (ids: readonly string[]) => inTurn(ids, (deviceId) => call(endpoints.reloadDevices, { body: { deviceId } })), ...many },
    after,
  );

export const useDeleteDevices = (after: After<readonly string[], DeviceOutcome[]>) =>
  useChange(
    { change: (ids: readonly string[]) => inTurn(ids, (deviceId) => call(endpoints.deleteDevices, { body: { deviceId } })), ...many },
    after,
  );

export const useMoveDevices = (deviceIds: readonly string[], after: After<Destination, DeviceOutcome[]>) =>
  useChange(
    {
      change: (to: Destination) => inTurn(deviceIds, (deviceId) => call(endpoints.moveDevices, { body: { deviceId, ...to } })),
      ...many,
    },
    after,
  );

/** What a move would do; asks, and changes nothing. */
export const moveForecastOptions = (deviceIds: readonly string[], { userId, orgId }: Destination) =>
  queryOptions({
    queryKey: deviceKeys.move(deviceIds, orgId),
    queryFn: async ({ signal }): Promise<MoveForecast> => {
      const parts: MoveForecast[] = [];
      for (const deviceId of inParts(deviceIds, AT_ONCE))
        parts.push(await call(endpoints.readMoveForecast, { body: { deviceId, userId, orgId }, signal }));
      return addForecasts(parts);
    },
  });

interface Said {
  message?: string;
}

export const useRenameTag = (after: After<{ id: string; name: string }, Said>) =>
  useChange(
    { change: ({ id, name }) => send(endpoints.renameDeviceTag, { params: { id }, body: { name } }), stale: [deviceKeys.all] },
    after,
  );

export const useDeleteTag = (after: After<string, Said>) =>
  useChange({ change: (id: string) => send(endpoints.deleteDeviceTag, { params: { id } }), stale: [deviceKeys.all] }, after);
