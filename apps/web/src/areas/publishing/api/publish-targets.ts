import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { DeviceProgress } from '@vitrine/contract/devices';
import * as endpoints from '@vitrine/contract/devices.endpoints';
import { LIMITS } from '@vitrine/contract/limits';
import { call } from '../../../lib/api-client.ts';
import { publishKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import type { OwnerScope } from '../../accounts/owner-scope.ts';
import type { DeviceSelection } from '../device-selection.ts';

export const TARGETS_PAGE_SIZE = 50;
/** Polling interval for the few visible pages. */
const REFRESH_MS = 5000;
/** A page that is in sight no more is forgotten after this long. */
const PAGE_CACHE_MS = 30_000;
const PROGRESS_REFRESH_MS = 2000;
/** Polling interval for large publishes, for which the server returns only counts. */
const PROGRESS_REFRESH_MANY_MS = 5000;

/** Online devices first; with a text, devices matching a part of the name or the beginning of the id. */
export const publishTargetsOptions = ({ userId, orgId }: OwnerScope, text: string, page: number) =>
  queryOptions({
    queryKey: publishKeys.targetPage(orgId ?? userId, text, page),
    queryFn: ({ signal }) =>
      call(endpoints.listDevices, {
        params: { userId },
        query: { orgId, sort: 'online', string: text || undefined, page, dataPerPage: TARGETS_PAGE_SIZE },
        signal,
      }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    gcTime: PAGE_CACHE_MS,
  });

/** As many as one publish takes. */
const listOnlineDevices = ({ userId, orgId }: OwnerScope, text: string) =>
  call(endpoints.listDeviceIds, { params: { userId }, query: { orgId, status: 'online', string: text || undefined } });

/** The same for an earlier selection: requested once, and cached while the dialog is open. */
export const onlineDevicesOptions = (scope: OwnerScope) =>
  queryOptions({
    queryKey: publishKeys.online(scope.orgId ?? scope.userId),
    queryFn: () => listOnlineDevices(scope, ''),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Which of all of them has just begun a download; live events say when one begins. */
export const startingDownloadsOptions = ({ userId, orgId }: OwnerScope) =>
  queryOptions({
    queryKey: publishKeys.downloadStarting(orgId ?? userId),
    queryFn: ({ signal }) => call(endpoints.readStartingDevice, { params: { userId }, query: { orgId }, signal }),
    refetchInterval: ({ state }) => (state.data?.name ? PROGRESS_REFRESH_MS : REFRESH_MS),
    staleTime: 0,
    gcTime: PAGE_CACHE_MS,
  });

/** How far the chosen ones are; asks, and changes nothing. */
export const publishProgressOptions = ({ ids, stamp }: DeviceSelection) =>
  queryOptions({
    queryKey: publishKeys.progress(stamp),
    queryFn: ({ signal }) => call(endpoints.readDeviceProgress, { body: { deviceId: [...ids] }, signal }),
    refetchInterval: ids.size > LIMITS.followedDevices ? PROGRESS_REFRESH_MANY_MS : PROGRESS_REFRESH_MS,
    staleTime: PROGRESS_REFRESH_MS,
    gcTime: PAGE_CACHE_MS,
  });

/** Ids of all online devices; a mutation, because they are only requested on demand. */
export const useListOnlineDevices = (scope: OwnerScope, text: string, after: MutationCallbacks<void, string[]>) =>
  useApiMutation({ mutate: () => listOnlineDevices(scope, text), invalidates: [] }, after);

/** Checks an earlier selection again before it is used. */
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
  return useApiMutation({ mutate: check, invalidates: [] }, after);
}
