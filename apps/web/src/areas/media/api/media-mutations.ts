import { restoreBinned } from '@vitrine/contract/bin.endpoints';
import { createZip, readZip, uploadFiles } from '@vitrine/contract/files.endpoints';
import { LIMITS } from '@vitrine/contract/limits';
import type { Media } from '@vitrine/contract/media';
import * as endpoints from '@vitrine/contract/media.endpoints';
import { call, getEndpointUrl, type MessageResponse, send } from '../../../lib/api-client.ts';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { saveUrl } from '../../../lib/downloads.ts';
import { albumKeys, mediaKeys, playlistKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { toast } from '../../../ui/toast-store.ts';
import { accountKeys } from '../../accounts/api/accounts.ts';
import { getNewItemOwner, getRestoreAccountId } from '../../accounts/owner-scope.ts';
import { getPreviewPictureUrl } from './media.ts';

/** Keys to invalidate when media of these albums were added, removed or moved. */
const getAlbumContentKeys = (...albumIds: string[]) => [
  ...albumIds.map(mediaKeys.ofAlbum),
  mediaKeys.timelines,
  albumKeys.all,
  playlistKeys.all,
  accountKeys.storages,
];

/** Keys to invalidate when media of unknown albums changed. */
const ALL_CONTENT_KEYS = [mediaKeys.all, albumKeys.all, playlistKeys.all, accountKeys.storages];
const getContentKeys = (albumId: string | undefined) => (albumId === undefined ? ALL_CONTENT_KEYS : getAlbumContentKeys(albumId));

/** Without an album, the media may be in several albums. */
export const useDeleteMedia = (albumId: string | undefined, after: MutationCallbacks<readonly string[], string | undefined>) =>
  useApiMutation(
    {
      mutate: (ids) => {
        recordLocalRemoval(ids);
        return albumId === undefined ? deleteSelectedMedia(ids) : deleteMedia(albumId, ids);
      },
      invalidates: getContentKeys(albumId),
      invalidatesOnError: true,
    },
    after,
  );

interface RestoredMedia {
  /** Undefined for media of several albums. */
  albumId: string | undefined;
  ownerId: string;
  ids: readonly string[];
}

/** Out of the bin of the album's owner. */
export const useRestoreMedia = (after: MutationCallbacks<RestoredMedia, string | undefined>) =>
  useApiMutation(
    {
      mutate: ({ ownerId, ids }) => {
        clearLocalRemoval(ids);
        return restoreMedia(ownerId, ids);
      },
      invalidates: ({ albumId }) => getContentKeys(albumId),
      invalidatesOnError: true,
    },
    after,
  );

interface MediaTransfer {
  how: TransferKind;
  from: string;
  to: string;
  ids: readonly string[];
}

export const useTransferMedia = () =>
  useApiMutation({
    mutate: ({ how, from, to, ids }: MediaTransfer) => transferMedia(how, from, to, ids),
    invalidates: ({ from, to }) => getAlbumContentKeys(from, to),
    invalidatesOnError: true,
  });

/** Copies media of any albums to one. */
export const useCopySelectedMedia = (after?: MutationCallbacks<{ to: string; ids: readonly string[] }, string | undefined>) =>
  useApiMutation(
    {
      mutate: ({ to, ids }) =>
        sendInBatches(ids, (mediaIdArr) => send(endpoints.copySelectedMedia, { body: { albumId: to, mediaIdArr, ...getActingOwner() } })),
      invalidates: ({ to }) => getAlbumContentKeys(to),
      invalidatesOnError: true,
    },
    after,
  );

interface MediaPositions {
  from: string;
  to: string;
  /** Each before another, or at the end. */
  places: ReadonlyMap<string, string | null>;
}

export const useMoveMediaBefore = () =>
  useApiMutation({
    mutate: ({ from, to, places }: MediaPositions) => moveMediaBefore(from, to, places),
    invalidates: ({ from, to }) => getAlbumContentKeys(from, to),
    invalidatesOnError: true,
  });

export const useReorderMedia = (albumId: string) =>
  useApiMutation({
    mutate: ({ ids, beforeId }: { ids: readonly string[]; beforeId: string | null }) => reorderMedia(albumId, ids, beforeId),
    invalidates: getAlbumContentKeys(albumId),
    invalidatesOnError: true,
  });

interface MediaEdit {
  name?: string;
  caption?: string;
  /** Null restores the time that the file contains. */
  takenAt?: string | null;
  /** Pages of a document to show, in order. Null shows all pages in the order of the file. */
  pageOrder?: number[] | null;
}

export const useEditMedia = (media: Pick<Media, '_id' | 'albumId'>, after: MutationCallbacks<MediaEdit, MessageResponse>) =>
  useApiMutation(
    {
      mutate: (edit) => editMedia(media._id, edit),
      invalidates: (edit) => [
        mediaKeys.ofAlbum(media.albumId),
        mediaKeys.one(media._id),
        mediaKeys.timelines,
        ...(edit.pageOrder === undefined ? [] : [albumKeys.all, playlistKeys.all]),
      ],
    },
    after,
  );

interface FavouriteChange {
  mediaId: string;
  isFavourite: boolean;
}

export const useSetFavourite = (albumId: string, after: MutationCallbacks<FavouriteChange, MessageResponse>) =>
  useApiMutation(
    {
      mutate: ({ mediaId, isFavourite }) => setFavourite(mediaId, isFavourite),
      invalidates: [mediaKeys.favourites(albumId), ...mediaKeys.filtered(albumId, 'favourite')],
      serialKey: 'favourites',
      invalidatesOnError: true,
    },
    after,
  );

/** Marks media of any albums. The caller invalidates the queries, see `isFavouritesQuery`. */
export const useSetFavourites = (after: MutationCallbacks<{ ids: readonly string[]; isFavourite: boolean }, string | undefined>) =>
  useApiMutation(
    {
      mutate: ({ ids, isFavourite }) => setFavourites(ids, isFavourite),
      invalidates: [],
      serialKey: 'favourites',
    },
    after,
  );

/** Resolves once the rotated photo is loaded, so that it replaces the one rotated by CSS without a gap. */
export const useRotateMedia = (
  albumId: string,
  after: MutationCallbacks<{ mediaId: string; key: string; angle: number }, MessageResponse>,
) =>
  useApiMutation(
    {
      mutate: async ({ mediaId, angle }) => {
        const answer = await rotateMedia(mediaId, angle);
        await preloadPicture(getPreviewPictureUrl(answer.result.mediaFile.key));
        return answer;
      },
      invalidates: getAlbumContentKeys(albumId),
    },
    after,
  );

function preloadPicture(url: string): Promise<void> {
  const picture = new Image();
  picture.src = url;
  return picture.decode().catch(() => undefined);
}

const TRANSFER_ENDPOINTS = { move: endpoints.moveMedia, copy: endpoints.copyMedia } as const;
export type TransferKind = keyof typeof TRANSFER_ENDPOINTS;

/** Splits ids into batches of the server's maximum, sent one after the other. Returns the last message. */
export async function sendInBatches(
  ids: readonly string[],
  sendPortion: (portion: string[]) => Promise<MessageResponse>,
): Promise<string | undefined> {
  let message: string | undefined;
  for (let start = 0; start < ids.length; start += LIMITS.mediaPerCall) {
    message = (await sendPortion(ids.slice(start, start + LIMITS.mediaPerCall))).message;
  }
  return ids.length > LIMITS.mediaPerCall ? undefined : message;
}

const getActingOwner = () => ({ userId: getNewItemOwner().userId });

const deleteMedia = (albumId: string, ids: readonly string[]) =>
  sendInBatches(ids, (mediaIdArr) => send(endpoints.deleteMedia, { params: { albumId }, body: { mediaIdArr, ...getActingOwner() } }));

const deleteSelectedMedia = (ids: readonly string[]) =>
  sendInBatches(ids, (mediaIdArr) => send(endpoints.deleteSelectedMedia, { body: { mediaIdArr } }));

/** Marks media as favorites, or removes the marks, in batches. */
const setFavourites = (ids: readonly string[], isFavourite: boolean) =>
  sendInBatches(ids, (mediaIdArr) => send(endpoints.markFavourites, { body: { mediaIdArr, isFavourite } }));

const restoreMedia = (ownerId: string, ids: readonly string[]) =>
  sendInBatches(ids, (mediaIdArr) => send(restoreBinned, { params: { userId: getRestoreAccountId(ownerId) }, body: { mediaIdArr } }));

const transferMedia = (how: TransferKind, from: string, to: string, ids: readonly string[]) =>
  sendInBatches(ids, (mediaIdArr) =>
    send(TRANSFER_ENDPOINTS[how], { params: { albumId: from }, body: { albumId: to, mediaIdArr, ...getActingOwner() } }),
  );

/** Moves each media before another one of the target album, or to its end. */
const moveMediaBefore = (from: string, to: string, places: ReadonlyMap<string, string | null>) =>
  sendInBatches([...places.keys()], (mediaIdArr) => {
    const beforeIdArr = mediaIdArr.map((id) => places.get(id) ?? null);
    return send(endpoints.moveMedia, { params: { albumId: from }, body: { albumId: to, mediaIdArr, beforeIdArr, ...getActingOwner() } });
  });

/** Before the media `beforeId`, or to the end. */
const reorderMedia = (albumId: string, ids: readonly string[], beforeId: string | null) =>
  send(endpoints.orderMedia, { params: { albumId }, body: { mediaIdArr: ids, beforeId } });

const setFavourite = (mediaId: string, isFavourite: boolean) =>
  send(endpoints.markFavourite, { params: { mediaId }, body: { isFavourite } });

const editMedia = (mediaId: string, change: MediaEdit) => send(endpoints.editMedia, { params: { mediaId }, body: change });

/** Uploads a file and shows it in place of the present one. */
export const useReplaceFile = (media: Pick<Media, '_id' | 'albumId'>, after: MutationCallbacks<File, MessageResponse>) =>
  useApiMutation(
    {
      mutate: async (file) => {
        const form = new FormData();
        form.set('file', file);
        const [uploaded] = await call(uploadFiles, { query: {}, body: form });
        return send(endpoints.editMedia, { params: { mediaId: media._id }, body: { mediaFile: { key: uploaded?.key ?? '' } } });
      },
      invalidates: [...getAlbumContentKeys(media.albumId), mediaKeys.one(media._id)],
    },
    after,
  );

/** Processes a failed photo or video again. */
export const useRetryMedia = (albumId: string, after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation(
    {
      mutate: (mediaId) => send(endpoints.retryMedia, { params: { mediaId } }),
      invalidates: getAlbumContentKeys(albumId),
      invalidatesOnError: true,
    },
    after,
  );

/** Clockwise degrees, on top of how it is turned already; the original stays as it is. */
const rotateMedia = (mediaId: string, rotateAngle: number) => send(endpoints.rotateMedia, { params: { mediaId }, body: { rotateAngle } });

/** Requests a zip of an album, some of its media, or media of several albums; it is streamed from the returned path. */
async function requestZip(albumId: string | undefined, ids?: readonly string[]): Promise<{ path: string; name: string }> {
  const { key, name } = await call(createZip, { body: { albumId, mediaIdArr: ids && [...ids] } });
  return { path: getEndpointUrl(readZip, { params: { key } }), name };
}

/** Enough for an hour of deletions. Everything is forgotten at once, which costs at most an unnecessary message. */
const LOCAL_REMOVALS_MAX = 50_000;
const localRemovals = new Set<string>();

/** Records deletions by this page, which need no message. */
function recordLocalRemoval(ids: readonly string[]): void {
  if (localRemovals.size + ids.length > LOCAL_REMOVALS_MAX) localRemovals.clear();
  for (const id of ids) localRemovals.add(id);
}

/** They are back. */
function clearLocalRemoval(ids: readonly string[]): void {
  for (const id of ids) localRemovals.delete(id);
}

export const isLocalRemoval = (id: string): boolean => localRemovals.has(id);

/** Downloads the selected media, or without ids the whole album, as one zip. */
export function useZipDownload(albumId: string | undefined) {
  return async (ids?: readonly string[]): Promise<void> => {
    try {
      const { path, name } = await requestZip(albumId, ids);
      saveUrl(path, name);
    } catch (error) {
      toast.error(getErrorMessage(error));
    }
  };
}
