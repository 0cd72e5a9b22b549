import { queryOptions } from '@tanstack/react-query';
import type { PublishOutcomes, PublishRemoval } from '@vitrine/contract/bulk-publishes';
import * as endpoints from '@vitrine/contract/bulk-publishes.endpoints';
import type { ScheduleRequest } from '@vitrine/contract/schedule-windows';
import { call } from '../../../lib/api-client.ts';
import { deviceKeys, publishKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';

/** Playlists of these devices, with the number of devices that a change would affect. */
export const devicesPlaylistsOptions = (deviceIds: readonly string[]) =>
  queryOptions({
    queryKey: publishKeys.ofDevices(deviceIds),
    queryFn: ({ signal }) => call(endpoints.listDevicesPlaylists, { body: { deviceId: deviceIds }, signal }),
  });

const changesPublishes = { invalidates: [deviceKeys.all, publishKeys.all], invalidatesOnError: true };

export const useRemovePublishes = (deviceIds: readonly string[], after: MutationCallbacks<string, PublishRemoval>) =>
  useApiMutation(
    { mutate: (playlistId) => call(endpoints.removePublishes, { body: { playlistId, deviceId: deviceIds } }), ...changesPublishes },
    after,
  );

/** Restores what `useRemovePublishes` has removed. */
export const useRestorePublishes = (after: MutationCallbacks<string, { restored: number }>) =>
  useApiMutation({ mutate: (removalId) => call(endpoints.restorePublishes, { body: { removalId } }), ...changesPublishes }, after);

interface PlaylistSchedule extends ScheduleRequest {
  playlistId: string;
}

export const useSchedulePublishes = (deviceIds: readonly string[], after: MutationCallbacks<PlaylistSchedule, PublishOutcomes>) =>
  useApiMutation(
    { mutate: (change) => call(endpoints.schedulePublishes, { body: { ...change, deviceId: deviceIds } }), ...changesPublishes },
    after,
  );
