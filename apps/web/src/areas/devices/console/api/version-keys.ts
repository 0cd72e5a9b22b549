import { deviceKeys } from '../../../../lib/query-keys.ts';

export const versionKeys = {
  /** Of owners of devices, and of the console. */
  all: deviceKeys.versions,
  kept: [...deviceKeys.versions, 'kept'] as const,
  rollouts: ['rollouts'] as const,
};
