import { infiniteQueryOptions } from '@tanstack/react-query';
import * as endpoints from '@vitrine/contract/bin.endpoints';
import { call, send } from '../../../lib/api-client.ts';
import { albumKeys } from '../../../lib/query-keys.ts';
import { getOwnerKey, getRestoreAccountId, type OwnerScope } from '../../accounts/owner-scope.ts';

const PAGE_SIZE = 60;

export interface BinItem {
  mediaIdArr?: readonly string[];
  albumIdArr?: readonly string[];
}

export const binOptions = ({ userId, orgId }: OwnerScope) =>
  infiniteQueryOptions({
    queryKey: albumKeys.bin(getOwnerKey({ userId, orgId })),
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.readBin, { params: { userId }, query: { page: pageParam, dataPerPage: PAGE_SIZE, orgId }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ medias }, _pages, number) => (medias.length < PAGE_SIZE ? undefined : number + 1),
  });

export const restoreFromBin = (ownerId: string, things: BinItem) =>
  send(endpoints.restoreBinned, { params: { userId: getRestoreAccountId(ownerId) }, body: things });
/** Everything that the bin of this mode lists. */
export const restoreAllFromBin = ({ userId, orgId }: OwnerScope) =>
  send(endpoints.restoreBinned, { params: { userId }, body: { all: true, orgId } });
/** Deletes permanently; with `all`, everything that the bin lists in this mode. */
export const purgeFromBin = ({ userId, orgId }: OwnerScope, things: BinItem & { all?: boolean }) =>
  send(endpoints.purgeBinned, { params: { userId }, body: { ...things, orgId } });
