import { restoreBinned } from '@vitrine/contract/bin.endpoints';
import { LIMITS } from '@vitrine/contract/limits';
import * as endpoints from '@vitrine/contract/media.endpoints';
import { type MessageResponse, send } from '../../../lib/api-client.ts';
import { getNewItemOwner, getRestoreAccountId } from '../../accounts/owner-scope.ts';

const TRANSFER_ENDPOINTS = { move: endpoints.moveMedia, copy: endpoints.copyMedia } as const;
export type TransferKind = keyof typeof TRANSFER_ENDPOINTS;

/** The server takes so many at a time; more go in several calls, one after the other. Answers the last message. */
async function sendInBatches(
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

export const deleteMedia = (albumId: string, ids: readonly string[]) =>
  sendInBatches(ids, (mediaIdArr) => send(endpoints.deleteMedia, { params: { albumId }, body: { mediaIdArr, ...getActingOwner() } }));

export const restoreMedia = (ownerId: string, ids: readonly string[]) =>
  sendInBatches(ids, (mediaIdArr) => send(restoreBinned, { params: { userId: getRestoreAccountId(ownerId) }, body: { mediaIdArr } }));

export const transferMedia = (how: TransferKind, from: string, to: string, ids: readonly string[]) =>
  sendInBatches(ids, (mediaIdArr) =>
    send(TRANSFER_ENDPOINTS[how], { params: { albumId: from }, body: { albumId: to, mediaIdArr, ...getActingOwner() } }),
  );

/** Each to before another of the album it comes to, or to its end. */
export const moveMediaBefore = (from: string, to: string, places: ReadonlyMap<string, string | null>) =>
  sendInBatches([...places.keys()], (mediaIdArr) => {
    const beforeIdArr = mediaIdArr.map((id) => places.get(id) ?? null);
    return send(endpoints.moveMedia, { params: { albumId: from }, body: { albumId: to, mediaIdArr, beforeIdArr, ...getActingOwner() } });
  });

/** Before the media `beforeId`, or to the end. */
export const reorderMedia = (albumId: string, ids: readonly string[], beforeId: string | null) =>
  send(endpoints.orderMedia, { params: { albumId }, body: { mediaIdArr: ids, beforeId } });

export const setFavourite = (mediaId: string, isFavourite: boolean) =>
  send(endpoints.markFavourite, { params: { mediaId }, body: { isFavourite } });

export const editMedia = (mediaId: string, change: { name?: string; caption?: string; sequence?: number }) =>
  send(endpoints.editMedia, { params: { mediaId }, body: change });

/** Clockwise degrees, on top of how it is turned already; the original stays as it is. */
export const rotateMedia = (mediaId: string, rotateAngle: number) =>
  send(endpoints.rotateMedia, { params: { mediaId }, body: { rotateAngle } });
