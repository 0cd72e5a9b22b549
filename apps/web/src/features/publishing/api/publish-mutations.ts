import { useQueryClient } from '@tanstack/react-query';
import type { DeviceProgress } from '@vitrine/contract/devices';
import type { Publish } from '@vitrine/contract/publishing';
import type { Schedule } from '@vitrine/contract/schedule';
import type { OwnerScope } from '../../../entities/accounts/owner-scope.ts';
import { deviceKeys } from '../../../entities/devices/device-keys.ts';
import { publishKeys } from '../../../entities/publishes/publish-keys.ts';
import { type After, useChange } from '../../../lib/use-change.ts';
import type { Choice } from '../choice.ts';
import { publishPlaylist, saveSchedule, type WhatToPublish } from './publishes.ts';
import { listOnline, progressOptions, startingOptions } from './targets.ts';

interface Said {
  message?: string;
}

export const usePublishPlaylist = (what: WhatToPublish, after: After<string[], Said & { result: Publish[] }>) =>
  useChange(
    { change: (deviceIds) => publishPlaylist(what, deviceIds), stale: [deviceKeys.all, publishKeys.all, publishKeys.targets] },
    after,
  );

export const useSaveSchedule = (publish: Publish, after: After<Schedule, Said>) =>
  useChange({ change: (schedule) => saveSchedule(publish, schedule), stale: [deviceKeys.all, publishKeys.all] }, after);

/** Any one change to a publish: what to do with it is the input. */
export const useChangePublish = (publish: Publish, after: After<(publish: Publish) => Promise<Said>, Said>) =>
  useChange({ change: (command) => command(publish), stale: [deviceKeys.all, publishKeys.all] }, after);

/** The ids of all that are online; asked when somebody wants them, so no query. */
export const useListOnline = (scope: OwnerScope, text: string, after: After<void, string[]>) =>
  useChange({ change: () => listOnline(scope, text), stale: [] }, after);

/** Looks once more at what was chosen, perhaps a while ago, before anything is done to it. */
export function useCheckChoice(scope: OwnerScope, choice: Choice, after: After<void, DeviceProgress & { starting: string | null }>) {
  const client = useQueryClient();
  const check = async () => {
    const [progress, { name }] = await Promise.all([client.fetchQuery(progressOptions(choice)), client.fetchQuery(startingOptions(scope))]);
    return { ...progress, starting: name };
  };
  return useChange({ change: check, stale: [] }, after);
}
