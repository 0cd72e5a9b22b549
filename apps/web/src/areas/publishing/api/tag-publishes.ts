import { queryOptions, useQueries } from '@tanstack/react-query';
import * as deviceEndpoints from '@vitrine/contract/bulk-devices.endpoints';
import type { DeviceTag } from '@vitrine/contract/device-tags';
import { listDeviceIds } from '@vitrine/contract/devices.endpoints';
import type { TagPublish } from '@vitrine/contract/tag-publishes';
import * as endpoints from '@vitrine/contract/tag-publishes.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { deviceKeys, publishKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import type { OwnerScope } from '../../accounts/owner-scope.ts';
import type { PublishRequest } from './publishes.ts';

/** Tags to which the account or the family can publish. */
export const publishTagsOptions = ({ userId, orgId }: OwnerScope) =>
  queryOptions({
    queryKey: deviceKeys.tags(orgId ?? userId),
    queryFn: ({ signal }) => call(deviceEndpoints.listDeviceTags, { params: { userId }, query: { orgId }, signal }),
  });

/** Returns the ids of the devices that have one of the tags; undefined while they are loading. */
export function useTaggedDevices({ userId, orgId }: OwnerScope, tags: readonly DeviceTag[]) {
  return useQueries({
    queries: tags.map(({ _id, name }) =>
      queryOptions({
        queryKey: publishKeys.tagged(orgId ?? userId, _id),
        queryFn: ({ signal }) => call(listDeviceIds, { params: { userId }, query: { orgId, tags: name }, signal }),
      }),
    ),
    combine: (found) => ({
      ids: found.some(({ data }) => data === undefined) ? undefined : [...new Set(found.flatMap(({ data }) => data ?? []))].toSorted(),
      error: found.find(({ isLoadingError }) => isLoadingError)?.error ?? null,
    }),
  });
}

/** Tags to which a playlist is published. */
export const tagPublishesOptions = (playlistId: string) =>
  queryOptions({
    queryKey: publishKeys.tagsOfPlaylist(playlistId),
    queryFn: ({ signal }) => call(endpoints.listTagPublishes, { query: { playlistId }, signal }),
  });

/** Playlists that are published to a tag. */
export const publishesOfTagOptions = (tagId: string) =>
  queryOptions({
    queryKey: publishKeys.ofTag(tagId),
    queryFn: ({ signal }) => call(endpoints.listTagPublishes, { query: { tagId }, signal }),
  });

export const usePublishToTags = (what: PublishRequest, after: MutationCallbacks<string[], MessageResponse>) =>
  useApiMutation(
    {
      mutate: (tagIds) => send(endpoints.createTagPublish, { body: { ...what, tagId: tagIds } }),
      invalidates: [deviceKeys.all, publishKeys.all, publishKeys.targets],
    },
    after,
  );

export const useRemoveFromTag = (after: MutationCallbacks<TagPublish, MessageResponse>) =>
  useApiMutation(
    {
      mutate: ({ _id }) => send(endpoints.deleteTagPublish, { params: { id: _id } }),
      invalidates: [deviceKeys.all, publishKeys.all, publishKeys.targets],
    },
    after,
  );
