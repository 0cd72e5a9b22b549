import type { Media } from '@vitrine/contract/media';
import { accountKeys } from '../../../entities/accounts/account-keys.ts';
import { albumKeys } from '../../../entities/albums/album-keys.ts';
import { mediaKeys } from '../../../entities/media/media-keys.ts';
import { playlistKeys } from '../../../entities/playlists/playlist-keys.ts';
import { type After, useChange } from '../../../lib/use-change.ts';
import { largeUrl } from '../large-url.ts';
import { forgetOwnRemoval, noteOwnRemoval } from '../own-removals.ts';
import {
  deleteMedia,
  editMedia,
  markFavourite,
  moveMediaBefore,
  orderMedia,
  restoreMedia,
  rotateMedia,
  type Transfer,
  transferMedia,
} from './media-changes.ts';

/** What is old once media of these albums came, went or changed places. */
const changedIn = (...albumIds: string[]) => [
  ...albumIds.map(mediaKeys.ofAlbum),
  mediaKeys.timelines,
  albumKeys.all,
  playlistKeys.all,
  accountKeys.storages,
];

export const useDeleteMedia = (albumId: string, after: After<readonly string[], string | undefined>) =>
  useChange(
    {
      change: (ids) => {
        noteOwnRemoval(ids);
        return deleteMedia(albumId, ids);
      },
      stale: changedIn(albumId),
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
export const useRestoreMedia = (after: After<RestoredMedia, string | undefined>) =>
  useChange(
    {
      change: ({ ownerId, ids }) => {
        forgetOwnRemoval(ids);
        return restoreMedia(ownerId, ids);
      },
      stale: ({ albumId }) => changedIn(albumId),
      isStaleOnError: true,
    },
    after,
  );

export interface MediaTransfer {
  how: Transfer;
  from: string;
  to: string;
  ids: readonly string[];
}

export const useTransferMedia = () =>
  useChange({
    change: ({ how, from, to, ids }: MediaTransfer) => transferMedia(how, from, to, ids),
    stale: ({ from, to }) => changedIn(from, to),
    isStaleOnError: true,
  });

interface MediaPlaces {
  from: string;
  to: string;
  /** Each before another, or at the end. */
  places: ReadonlyMap<string, string | null>;
}

export const useMoveMediaBefore = () =>
  useChange({
    change: ({ from, to, places }: MediaPlaces) => moveMediaBefore(from, to, places),
    stale: ({ from, to }) => changedIn(from, to),
    isStaleOnError: true,
  });

export const useOrderMedia = (albumId: string) =>
  useChange({
    change: ({ ids, beforeId }: { ids: readonly string[]; beforeId: string | null }) => orderMedia(albumId, ids, beforeId),
    stale: changedIn(albumId),
    isStaleOnError: true,
  });

export const useEditMedia = (media: Media, after: After<{ name?: string; caption?: string }, { message?: string }>) =>
  useChange({ change: (form) => editMedia(media._id, form), stale: [mediaKeys.ofAlbum(media.albumId), mediaKeys.timelines] }, after);

interface Favourite {
  mediaId: string;
  isFavourite: boolean;
}

export const useMarkFavourite = (albumId: string, after: After<Favourite, { message?: string }>) =>
  useChange(
    {
      change: ({ mediaId, isFavourite }) => markFavourite(mediaId, isFavourite),
      stale: [mediaKeys.favourites(albumId), ...mediaKeys.filtered(albumId, 'favourite')],
      inTurn: 'favourites',
      isStaleOnError: true,
    },
    after,
  );

/** Done once the turned picture is there, so that it takes the place of the one turned on the page without a gap. */
export const useRotateMedia = (albumId: string, after: After<{ mediaId: string; key: string; angle: number }, { message?: string }>) =>
  useChange(
    {
      change: async ({ mediaId, angle }) => {
        const answer = await rotateMedia(mediaId, angle);
        await loaded(largeUrl(answer.result.mediaFile.key));
        return answer;
      },
      stale: changedIn(albumId),
    },
    after,
  );

function loaded(url: string): Promise<void> {
  const picture = new Image();
  picture.src = url;
  return picture.decode().catch(() => undefined);
}
