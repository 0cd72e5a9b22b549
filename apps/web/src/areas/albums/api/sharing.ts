import { queryOptions } from '@tanstack/react-query';
import type { Permission } from '@vitrine/contract/albums';
import { LIMITS } from '@vitrine/contract/limits';
import * as endpoints from '@vitrine/contract/sharing.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { albumKeys, deviceKeys, playlistKeys, publishKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { getNewItemOwner } from '../../accounts/owner-scope.ts';
import type { AlbumResponse } from './albums.ts';

export interface AlbumShare {
  email: string;
  permission: Permission;
}

/** Finds known people whose address begins with the text, and any account with exactly this address. */
export const emailSearchOptions = (text: string) =>
  queryOptions({
    queryKey: ['emails', text],
    queryFn: ({ signal }) => call(endpoints.searchEmails, { params: { text }, signal }),
    enabled: text.length >= LIMITS.emailSearchMin,
    retry: false,
  });

/** Saves new and changed shares. `userRemoveId` lists removed members by id, or by address for people without an account. */
const shareAlbum = (albumId: string, emailArr: readonly AlbumShare[], userRemoveId: readonly string[]) =>
  send(endpoints.shareAlbum, { params: { albumId }, body: { emailArr, userRemoveId, userId: getNewItemOwner().userId } });

const leaveAlbum = (albumId: string, userId: string) =>
  send(endpoints.unshareAlbum, { params: { albumId }, body: { userRemoveId: [userId] } });

export const useShareAlbum = (
  albumId: string,
  after: MutationCallbacks<{ shares: readonly AlbumShare[]; removed: readonly string[] }, AlbumResponse>,
) => useApiMutation({ mutate: ({ shares, removed }) => shareAlbum(albumId, shares, removed), invalidates: [albumKeys.all] }, after);

interface FamilyShare {
  orgId: string;
  albumIds: readonly string[];
}

/** Shares private albums with all members of a family. Screens and publishes show them more of these albums afterwards. */
export const useShareWithFamily = (after: MutationCallbacks<FamilyShare, MessageResponse>) =>
  useApiMutation(
    {
      mutate: ({ orgId, albumIds }) => send(endpoints.shareAlbumsWithFamily, { params: { orgId }, body: { albumId: albumIds } }),
      invalidates: [albumKeys.all, publishKeys.all, deviceKeys.all],
    },
    after,
  );

export const useLeaveAlbum = (userId: string, after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ mutate: (albumId) => leaveAlbum(albumId, userId), invalidates: [albumKeys.all, playlistKeys.all] }, after);
