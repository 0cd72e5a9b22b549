import { queryOptions } from '@tanstack/react-query';
import type { WaitingPublish } from '@vitrine/contract/waiting-publishes';
import * as endpoints from '@vitrine/contract/waiting-publishes.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { publishKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import type { PublishRequest } from './publishes.ts';

/** A playlist or a device. */
export type WaitingPublishScope = { playlistId: string } | { deviceId: string };

/** Publishes that wait for screens to be back. */
export const waitingPublishesOptions = (scope: WaitingPublishScope) =>
  queryOptions({
    queryKey: publishKeys.waiting(scope),
    queryFn: ({ signal }) => call(endpoints.listWaitingPublishes, { query: scope, signal }),
  });

/** Publishes to an offline device when it is back. The input is the id of the device. */
export const usePublishWhenBack = (request: PublishRequest, after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation(
    {
      mutate: (deviceId) => send(endpoints.createWaitingPublish, { body: { ...request, deviceId: [deviceId] } }),
      invalidates: [publishKeys.all],
    },
    after,
  );

/** Also refetches after an error, because the publish may have been carried out in the meantime. */
export const useCancelWaitingPublish = (after: MutationCallbacks<WaitingPublish, MessageResponse>) =>
  useApiMutation(
    {
      mutate: ({ _id }) => send(endpoints.cancelWaitingPublish, { params: { id: _id } }),
      invalidates: [publishKeys.all],
      invalidatesOnError: true,
    },
    after,
  );
