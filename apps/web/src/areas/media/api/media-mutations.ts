import type { Media } from '@vitrine/contract/media';
import type { MessageResponse } from '../../../lib/api-client.ts';
import { albumKeys, mediaKeys, playlistKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { accountKeys } from '../../accounts/api/accounts.ts';
import { getPreviewPictureUrl } from './large-url.ts';
import {
  deleteMedia,
  editMedia,
  moveMediaBefore,
  reorderMedia,
  restoreMedia,
  rotateMedia,
  setFavourite,
  type TransferKind,
  transferMedia,
} from './media-changes.ts';
import { clearLocalRemoval, recordLocalRemoval } from './own-removals.ts';

/** What is old once media of these albums came, went or changed places. */
const getAlbumContentKeys = (...albumIds: string[]) => [
  ...albumIds.map(mediaKeys.ofAlbum),
  mediaKeys.timelines,
  albumKeys.all,
  playlistKeys.all,
  accountKeys.storages,
];

export const useDeleteMedia = (albumId: string, after: MutationCallbacks<readonly string[], string | undefined>) =>
  useApiMutation(
    {
      change: (ids) => {
        recordLocalRemoval(ids);
        return deleteMedia(albumId, ids);
      },
      stale: getAlbumContentKeys(albumId),
      isStaleOnError: true,
    },
    after,
  );

interface RestoredMedia {
  albumId: string;
  ownerId: string;
  ids: readonly string[];
}

/** Out of the bin of the album's owner. */
export const useRestoreMedia = (after: MutationCallbacks<RestoredMedia, string | undefined>) =>
  useApiMutation(
    {
      change: ({ ownerId, ids }) => {
        clearLocalRemoval(ids);
        return restoreMedia(ownerId, ids);
      },
      stale: ({ albumId }) => getAlbumContentKeys(albumId),
      isStaleOnError: true,
    },
    after,
  );

export interface MediaTransfer {
  how: TransferKind;
  from: string;
  to: string;
  ids: readonly string[];
}

export const useTransferMedia = () =>
  useApiMutation({
    change: ({ how, from, to, ids }: MediaTransfer) => transferMedia(how, from, to, ids),
    stale: ({ from, to }) => getAlbumContentKeys(from, to),
    isStaleOnError: true,
  });

interface MediaPositions {
  from: string;
  to: string;
  /** Each before another, or at the end. */
  places: ReadonlyMap<string, string | null>;
}

export const useMoveMediaBefore = () =>
  useApiMutation({
    change: ({ from, to, places }: MediaPositions) => moveMediaBefore(from, to, places),
    stale: ({ from, to }) => getAlbumContentKeys(from, to),
    isStaleOnError: true,
  });

export const useReorderMedia = (albumId: string) =>
  useApiMutation({
    change: ({ ids, beforeId }: { ids: readonly string[]; beforeId: string | null }) => reorderMedia(albumId, ids, beforeId),
    stale: getAlbumContentKeys(albumId),
    isStaleOnError: true,
  });

export const useEditMedia = (media: Media, after: MutationCallbacks<{ name?: string; caption?: string }, MessageResponse>) =>
  useApiMutation({ change: (form) => editMedia(media._id, form), stale: [mediaKeys.ofAlbum(media.albumId), mediaKeys.timelines] }, after);

interface FavouriteChange {
  mediaId: string;
  isFavourite: boolean;
}

export const useSetFavourite = (albumId: string, after: MutationCallbacks<FavouriteChange, MessageResponse>) =>
  useApiMutation(
    {
      change: ({ mediaId, isFavourite }) => setFavourite(mediaId, isFavourite),
      stale: [mediaKeys.favourites(albumId), ...mediaKeys.filtered(albumId, 'favourite')],
      inTurn: 'favourites',
      isStaleOnError: true,
    },
    after,
  );

/** Done once the turned picture is there, so that it takes the place of the one turned on the page without a gap. */
export const useRotateMedia = (
  albumId: string,
  after: MutationCallbacks<{ mediaId: string; key: string; angle: number }, MessageResponse>,
) =>
  useApiMutation(
    {
      change: async ({ mediaId, angle }) => {
        const answer = await rotateMedia(mediaId, angle);
        await preloadPicture(getPreviewPictureUrl(answer.result.mediaFile.key));
        return answer;
      },
      stale: getAlbumContentKeys(albumId),
    },
    after,
  );

function preloadPicture(url: string): Promise<void> {
  const picture = new Image();
  picture.src = url;
  return picture.decode().catch(() => undefined);
}
