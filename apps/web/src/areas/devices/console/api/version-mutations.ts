import type { DeviceVersion } from '@vitrine/contract/versions';
import type { MessageResponse } from '../../../../lib/api-client.ts';
import { type MutationCallbacks, useApiMutation } from '../../../../lib/use-api-mutation.ts';
import { changeRollout, startRollout } from './rollouts.ts';
import { versionKeys } from './version-keys.ts';
import { deleteVersion, exportVersions, saveVersion, setBaseVersion, setVersionVisible } from './versions.ts';

/** A refusal may mean that somebody else was there first: then what is shown is old, too. */
const versionMutation = { stale: [versionKeys.all], isStaleOnError: true };
const rolloutMutation = { stale: [versionKeys.rollouts], isStaleOnError: true };

export const useSaveVersion = (after: MutationCallbacks<Parameters<typeof saveVersion>[0], MessageResponse & { result: DeviceVersion }>) =>
  useApiMutation({ change: saveVersion, ...versionMutation }, after);
export const useSetVersionVisible = (after: MutationCallbacks<Parameters<typeof setVersionVisible>[0], MessageResponse>) =>
  useApiMutation({ change: setVersionVisible, ...versionMutation }, after);
export const useSetBaseVersion = (after: MutationCallbacks<DeviceVersion, MessageResponse>) =>
  useApiMutation({ change: setBaseVersion, ...versionMutation }, after);
export const useDeleteVersion = (after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ change: deleteVersion, ...versionMutation }, after);

export const useStartRollout = (after: MutationCallbacks<Parameters<typeof startRollout>[0], MessageResponse>) =>
  useApiMutation({ change: startRollout, ...rolloutMutation }, after);
export const useChangeRollout = (after: MutationCallbacks<Parameters<typeof changeRollout>[0], MessageResponse>) =>
  useApiMutation({ change: changeRollout, ...rolloutMutation }, after);

export const useExportVersions = (after: MutationCallbacks<void, void>) => useApiMutation({ change: exportVersions, stale: [] }, after);
