import { infiniteQueryOptions } from '@tanstack/react-query';
import * as endpoints from '@vitrine/contract/bin.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { albumKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { getOwnerKey, getRestoreAccountId, type OwnerScope } from '../../accounts/owner-scope.ts';
import { CONTENT_KEYS } from './albums.ts';

const PAGE_SIZE = 60;

export interface BinItem {
  mediaIdArr?: readonly string[];
  albumIdArr?: readonly string[];
  playlistIdArr?: readonly string[];
}

export const binOptions = ({ userId, orgId }: OwnerScope) =>
  infiniteQueryOptions({
    queryKey: albumKeys.bin(getOwnerKey({ userId, orgId })),
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.readBin, { params: { userId }, query: { page: pageParam, dataPerPage: PAGE_SIZE, orgId }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ medias }, _pages, number) => (medias.length < PAGE_SIZE ? undefined : number + 1),
  });

const restoreFromBin = (ownerId: string, things: BinItem) =>
  send(endpoints.restoreBinned, { params: { userId: getRestoreAccountId(ownerId) }, body: things });
/** Everything that the bin of this mode lists. */
const restoreAllFromBin = ({ userId, orgId }: OwnerScope) =>
  send(endpoints.restoreBinned, { params: { userId }, body: { all: true, orgId } });
/** Deletes permanently; with `all`, everything that the bin lists in this mode. */
const purgeFromBin = ({ userId, orgId }: OwnerScope, things: BinItem & { all?: boolean }) =>
  send(endpoints.purgeBinned, { params: { userId }, body: { ...things, orgId } });

/** Restores from the owner's bin; also used by Undo, when the dialog no longer has the deleted object. */
export const useRestoreFromBin = (after: MutationCallbacks<BinItem & { ownerId: string }, MessageResponse>) =>
  useApiMutation({ mutate: ({ ownerId, ...binned }) => restoreFromBin(ownerId, binned), invalidates: CONTENT_KEYS }, after);

export const useRestoreAllFromBin = (scope: OwnerScope, after: MutationCallbacks<void, MessageResponse>) =>
  useApiMutation({ mutate: () => restoreAllFromBin(scope), invalidates: CONTENT_KEYS }, after);

/** Deletes permanently. */
export const usePurgeFromBin = (scope: OwnerScope, after: MutationCallbacks<BinItem & { all?: boolean }, MessageResponse>) =>
  useApiMutation({ mutate: (binned) => purgeFromBin(scope, binned), invalidates: CONTENT_KEYS }, after);
