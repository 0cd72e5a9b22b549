import { z } from 'zod';
import { id, pageQuery } from './envelope.ts';
import { LIMITS } from './limits.ts';
import { media } from './media.ts';

/** What was deleted and can still be brought back, newest first. It counts as stored until it is gone for good. */
export const binnedAlbum = z.object({
  _id: z.string(),
  name: z.string(),
  /** Media that would come back with it. */
  mediaCount: z.number(),
  size: z.number(),
  thumbnail: z.object({ key: z.string(), thumbhash: z.string().nullable() }).nullable(),
  deletedAt: z.string(),
});
export type BinnedAlbum = z.infer<typeof binnedAlbum>;
export const binnedMedia = media
  .pick({
    _id: true,
    albumId: true,
    kind: true,
    name: true,
    mediaFile: true,
    width: true,
    height: true,
    thumbhash: true,
    videoThumbnail: true,
  })
  .extend({ albumName: z.string(), deletedAt: z.string() });
export type BinnedMedia = z.infer<typeof binnedMedia>;

/** GET /bin/{userId}: albums come with the first page. With `orgId` what was deleted of an organisation, beside one's own. */
export const binQuery = pageQuery.extend({ orgId: id.optional() });
export const bin = z.object({ albums: z.array(binnedAlbum), medias: z.array(binnedMedia) });

const ids = z.array(id).max(LIMITS.mediaPerCall).default([]);
const things = { mediaIdArr: ids, albumIdArr: ids, all: z.boolean().default(false), orgId: id.optional() };
/** PUT /bin/{userId}/restore: these, or with `all` everything that the list with this `orgId` has. */
export const restoreBody = z.strictObject(things);
/** DELETE /bin/{userId}: the same for good. */
export const purgeBody = z.strictObject(things);
