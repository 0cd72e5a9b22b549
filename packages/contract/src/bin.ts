import { z } from 'zod';
import { id, pageQuery } from './envelope.ts';
import { LIMITS } from './limits.ts';
import { media } from './media.ts';

/** Deleted media, albums and playlists that can be restored, newest first. Media count against the storage quota until they are deleted permanently. */
export const binnedAlbum = z.object({
  _id: z.string(),
  name: z.string(),
  /** Number of media that would be restored with it. */
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

export const binnedPlaylist = z.object({
  _id: z.string(),
  name: z.string(),
  /** Number of albums that would be restored with it. */
  albumCount: z.number(),
  thumbnail: z.object({ key: z.string(), thumbhash: z.string().nullable() }).nullable(),
  deletedAt: z.string(),
});
export type BinnedPlaylist = z.infer<typeof binnedPlaylist>;

/** GET /bin/{userId}: albums and playlists are on the first page. `orgId` adds the deleted objects of an organisation. */
export const binQuery = pageQuery.extend({ orgId: id.optional() });
export const bin = z.object({ albums: z.array(binnedAlbum), playlists: z.array(binnedPlaylist), medias: z.array(binnedMedia) });

const ids = z.array(id).max(LIMITS.mediaPerCall).default([]);
const things = { mediaIdArr: ids, albumIdArr: ids, playlistIdArr: ids, all: z.boolean().default(false), orgId: id.optional() };
/** PUT /bin/{userId}/restore: these, or with `all` everything that the list with this `orgId` has. */
export const restoreBody = z.strictObject(things);
/** DELETE /bin/{userId}: deletes the same objects permanently. */
export const purgeBody = z.strictObject(things);
