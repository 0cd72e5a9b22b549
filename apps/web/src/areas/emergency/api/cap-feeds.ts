import { queryOptions } from '@tanstack/react-query';
import type { CapFeed, EditCapFeed } from '@vitrine/contract/cap-feeds';
import * as endpoints from '@vitrine/contract/cap-feeds.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { emergencyKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { getNewItemOwner, getOwnerKey, type OwnerScope, toOwnerQuery } from '../../accounts/owner-scope.ts';

/** CAP feeds, and the keys that sign posted alerts. */
export const capFeedsOptions = (scope: OwnerScope) =>
  queryOptions({
    queryKey: emergencyKeys.feeds(getOwnerKey(scope)),
    queryFn: ({ signal }) => call(endpoints.listCapFeeds, { query: toOwnerQuery(scope), signal }),
  });

const INVALIDATES = [emergencyKeys.all];

export interface SavedFeed {
  /** Undefined for a new feed, which needs an address. */
  feedId: string | undefined;
  content: EditCapFeed;
}

export const useSaveFeed = (after?: MutationCallbacks<SavedFeed, CapFeed>) =>
  useApiMutation(
    {
      mutate: ({ feedId, content }) =>
        feedId === undefined
          ? call(endpoints.createCapFeed, { body: { ...content, address: content.address ?? '', ...getNewItemOwner() } })
          : call(endpoints.editCapFeed, { params: { feedId }, body: content }),
      invalidates: INVALIDATES,
    },
    after,
  );

export const useDeleteFeed = (after?: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation(
    {
      mutate: (feedId) => send(endpoints.deleteCapFeed, { params: { feedId } }),
      invalidates: INVALIDATES,
      invalidatesOnError: true,
    },
    after,
  );

export const useSavePostingKeys = (after?: MutationCallbacks<string | null, MessageResponse>) =>
  useApiMutation(
    {
      mutate: (trustedKeys) => send(endpoints.editPostingKeys, { body: { trustedKeys, ...getNewItemOwner() } }),
      invalidates: INVALIDATES,
    },
    after,
  );
