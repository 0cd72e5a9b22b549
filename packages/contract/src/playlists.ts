import { z } from 'zod';
import { sortOrder } from './albums.ts';
import { id, pageQuery } from './envelope.ts';
import { LIMITS } from './limits.ts';
import { MESSAGES } from './messages.ts';
import { text } from './text.ts';

export const playlistName = text({
  min: LIMITS.nameMin,
  max: LIMITS.nameMax,
  required: MESSAGES.nameRequired,
  short: MESSAGES.tooShort,
  long: MESSAGES.playlistNameLong,
});

/** Nothing at all, or 2 to 250 characters. */
export const playlistCaption = z
  .string()
  .trim()
  .max(LIMITS.captionMax, MESSAGES.captionLong)
  .refine((value) => value === '' || value.length >= LIMITS.captionMin, MESSAGES.tooShort);

export const playlistForm = z.object({ name: playlistName, caption: playlistCaption });
export const createPlaylistBody = z.strictObject({
  name: playlistName,
  caption: playlistCaption.default(''),
  userId: id.optional(),
  orgId: id.optional(),
});
export const editPlaylistBody = z.strictObject({
  name: playlistName.optional(),
  caption: playlistCaption.optional(),
  /** With `duration`: seconds each image of this album stays; 0 means the default of 5. */
  albumId: id.optional(),
  duration: z.number().int().min(0).max(3600).optional(),
});
export const addAlbumsBody = z.strictObject({
  albumArr: z
    .array(
      z.strictObject({ albumId: id, duration: z.number().int().min(0).max(3600).default(0), sequence: z.number().int().min(1).optional() }),
    )
    .min(1)
    .max(100),
});
export const removeAlbumBody = z.strictObject({ albumId: id });
export const playlistListQuery = pageQuery.extend({ sort: sortOrder.optional(), orgId: id.optional() });

export const playlistAlbum = z.object({
  albumId: z.object({ _id: z.string(), name: z.string(), thumbnail: z.object({ key: z.string() }).nullable() }),
  duration: z.number(),
  sequence: z.number(),
  itemCount: z.number(),
  sizeBytes: z.number(),
});

export const playlist = z
  .object({
    _id: z.string(),
    name: z.string(),
    caption: z.string(),
    thumbnail: z.object({ key: z.string() }).nullable(),
    userId: z.string(),
    orgId: z.string().nullable(),
    albumArr: z.array(playlistAlbum),
    itemCount: z.number(),
    sizeBytes: z.number(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Playlist' });
export type Playlist = z.infer<typeof playlist>;

/** What the preview's stage plays: the same items, in the same order, as a screen would. */
export const playlistItem = z.object({
  id: z.string(),
  mediaId: z.string(),
  albumId: z.string(),
  kind: z.enum(['image', 'video']),
  name: z.string(),
  /** Path under the origin; the media cookie opens it. */
  url: z.string(),
  /** Milliseconds an image stays, or a video lasts. */
  durationMs: z.number(),
});
export type PlaylistItem = z.infer<typeof playlistItem>;
