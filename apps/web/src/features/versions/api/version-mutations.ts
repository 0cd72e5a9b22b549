import type { DeviceVersion } from '@vitrine/contract/versions';
import { type After, useChange } from '../../../lib/use-change.ts';
import { versionKeys } from '../version-keys.ts';
import { changeRollout, startRollout } from './rollouts.ts';
import { deleteVersion, exportVersions, makeBase, saveVersion, showVersion } from './versions.ts';

interface Said {
  message?: string;
}

/** A refusal may mean that somebody else was there first: then what is shown is old, too. */
const ofVersions = { stale: [versionKeys.all], isStaleOnError: true };
const ofRollouts = { stale: [versionKeys.rollouts], isStaleOnError: true };

export const useSaveVersion = (after: After<Parameters<typeof saveVersion>[0], Said & { result: DeviceVersion }>) =>
  useChange({ change: saveVersion, ...ofVersions }, after);
export const useShowVersion = (after: After<Parameters<typeof showVersion>[0], Said>) =>
  useChange({ change: showVersion, ...ofVersions }, after);
export const useMakeBase = (after: After<DeviceVersion, Said>) => useChange({ change: makeBase, ...ofVersions }, after);
export const useDeleteVersion = (after: After<string, Said>) => useChange({ change: deleteVersion, ...ofVersions }, after);

export const useStartRollout = (after: After<Parameters<typeof startRollout>[0], Said>) =>
  useChange({ change: startRollout, ...ofRollouts }, after);
export const useChangeRollout = (after: After<Parameters<typeof changeRollout>[0], Said>) =>
  useChange({ change: changeRollout, ...ofRollouts }, after);

export const useExportVersions = (after: After<void, void>) => useChange({ change: exportVersions, stale: [] }, after);
