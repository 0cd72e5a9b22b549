import { orderMedia } from '@vitrine/contract/media.endpoints';
import { send } from '../../../lib/api-client.ts';

/** Puts one media of an album before another. */
export const orderUploaded = (albumId: string, mediaId: string, beforeId: string) =>
  send(orderMedia, { params: { albumId }, body: { mediaIdArr: [mediaId], beforeId } });
