import { queryOptions } from '@tanstack/react-query';
import * as endpoints from '@vitrine/contract/screenshots.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { deviceKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';

/** Polling interval while the screen has not sent the screenshot yet. */
const REQUESTED_MS = 3000;

export const screenshotsOptions = (deviceId: string) =>
  queryOptions({
    queryKey: deviceKeys.screenshots(deviceId),
    queryFn: ({ signal }) => call(endpoints.listScreenshots, { params: { id: deviceId }, signal }),
    refetchInterval: ({ state }) => (state.data?.requestedAt ? REQUESTED_MS : false),
  });

/** The picture never changes. */
export const screenshotOptions = (deviceId: string, screenshotId: string) =>
  queryOptions({
    queryKey: [...deviceKeys.screenshots(deviceId), screenshotId],
    queryFn: ({ signal }) => call(endpoints.readScreenshot, { params: { id: deviceId, screenshotId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useRequestScreenshot = (deviceId: string, after?: MutationCallbacks<void, MessageResponse>) =>
  useApiMutation(
    {
      mutate: () => send(endpoints.requestScreenshot, { params: { id: deviceId } }),
      invalidates: [deviceKeys.screenshots(deviceId)],
      invalidatesOnError: true,
    },
    after,
  );

export const useSetHourlyScreenshots = (deviceId: string, after?: MutationCallbacks<boolean, MessageResponse>) =>
  useApiMutation(
    {
      mutate: (isHourly) => send(endpoints.editScreenshotSettings, { params: { id: deviceId }, body: { isHourly } }),
      invalidates: [deviceKeys.screenshots(deviceId)],
    },
    after,
  );
