import { useQueryClient } from '@tanstack/react-query';
import type { DeviceProgress } from '@vitrine/contract/devices';
import type { Publish } from '@vitrine/contract/publishing';
import type { Schedule } from '@vitrine/contract/schedule';
import type { MessageResponse } from '../../../lib/api-client.ts';
import { deviceKeys, publishKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import type { OwnerScope } from '../../accounts/owner-scope.ts';
import type { DeviceSelection } from '../device-selection.ts';
import { listOnlineDevices, publishProgressOptions, startingDownloadsOptions } from './publish-targets.ts';
import { type PublishRequest, publishPlaylist, saveSchedule } from './publishes.ts';

export const usePublishPlaylist = (what: PublishRequest, after: MutationCallbacks<string[], MessageResponse & { result: Publish[] }>) =>
  useApiMutation(
    { change: (deviceIds) => publishPlaylist(what, deviceIds), stale: [deviceKeys.all, publishKeys.all, publishKeys.targets] },
    after,
  );

export const useSaveSchedule = (publish: Publish, after: MutationCallbacks<Schedule, MessageResponse>) =>
  useApiMutation({ change: (schedule) => saveSchedule(publish, schedule), stale: [deviceKeys.all, publishKeys.all] }, after);

/** Any one change to a publish: what to do with it is the input. */
export const useChangePublish = (
  publish: Publish,
  after: MutationCallbacks<(publish: Publish) => Promise<MessageResponse>, MessageResponse>,
) => useApiMutation({ change: (command) => command(publish), stale: [deviceKeys.all, publishKeys.all] }, after);

/** The ids of all that are online; asked when somebody wants them, so no query. */
export const useListOnlineDevices = (scope: OwnerScope, text: string, after: MutationCallbacks<void, string[]>) =>
  useApiMutation({ change: () => listOnlineDevices(scope, text), stale: [] }, after);

/** Looks once more at what was chosen, perhaps a while ago, before anything is done to it. */
export function useVerifySelection(
  scope: OwnerScope,
  choice: DeviceSelection,
  after: MutationCallbacks<void, DeviceProgress & { starting: string | null }>,
) {
  const client = useQueryClient();
  const check = async () => {
    const [progress, { name }] = await Promise.all([
      client.fetchQuery(publishProgressOptions(choice)),
      client.fetchQuery(startingDownloadsOptions(scope)),
    ]);
    return { ...progress, starting: name };
  };
  return useApiMutation({ change: check, stale: [] }, after);
}
