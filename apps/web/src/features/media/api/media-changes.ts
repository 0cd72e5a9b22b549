import { LIMITS } from '@vitrine/contract/limits';
import type { Media } from '@vitrine/contract/media';
import { ownerOfNew } from '../../../entities/accounts/owner-of-new.ts';
import { api } from '../../../lib/api-client.ts';

export type Transfer = 'move' | 'copy';

/** The server takes so many at a time; more go in several calls, one after the other. Answers the last message. */
async function inPortions(ids: readonly string[], send: (portion: string[]) => Promise<{ message?: string }>): Promise<string | undefined> {
  let message: string | undefined;
  for (let start = 0; start < ids.length; start += LIMITS.mediaPerCall) {
    message = (await send(ids.slice(start, start + LIMITS.mediaPerCall))).message;
  }
  return ids.length > LIMITS.mediaPerCall ? undefined : message;
}

const actingFor = () => ({ userId: ownerOfNew().userId });

export const deleteMedia = (albumId: string, ids: readonly string[]) =>
  inPortions(ids, (mediaIdArr) => api.delete(`/medias/${albumId}`, { body: { mediaIdArr, ...actingFor() } }));

export const restoreMedia = (userId: string, ids: readonly string[]) =>
  inPortions(ids, (mediaIdArr) => api.put(`/bin/${userId}/restore`, { mediaIdArr }));

export const transferMedia = (how: Transfer, from: string, to: string, ids: readonly string[]) =>
  inPortions(ids, (mediaIdArr) => api.put(`/medias/${from}/${how}`, { albumId: to, mediaIdArr, ...actingFor() }));

/** Each to before another of the album it comes to, or to its end. */
export const moveMediaBefore = (from: string, to: string, places: ReadonlyMap<string, string | null>) =>
  inPortions([...places.keys()], (mediaIdArr) => {
    const beforeIdArr = mediaIdArr.map((id) => places.get(id) ?? null);
    return api.put(`/medias/${from}/move`, { albumId: to, mediaIdArr, beforeIdArr, ...actingFor() });
  });

/** Before the media `beforeId`, or to the end. */
export const orderMedia = (albumId: string, ids: readonly string[], beforeId: string | null) =>
  api.put(`/medias/${albumId}/order`, { mediaIdArr: ids, beforeId });

export const editMedia = (mediaId: string, change: { name?: string; caption?: string; sequence?: number }) =>
  api.put<Media>(`/medias/${mediaId}`, change);

/** Clockwise degrees, on top of how it is turned already; the original stays as it is. */
export const rotateMedia = (mediaId: string, rotateAngle: number) => api.post<Media>(`/uploads/media/rotate/${mediaId}`, { rotateAngle });
