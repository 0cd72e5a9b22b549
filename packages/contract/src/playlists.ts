import { z } from 'zod';
import { sortOrder } from './albums.ts';
import { id, pageQuery } from './envelope.ts';
import { LIMITS } from './limits.ts';
import { mediaKey } from './media-key.ts';
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
/** One form or several at once: name and caption; how long one album's images stay; the cover; the order. */
export const editPlaylistBody = z
  .strictObject({
    name: playlistName.optional(),
    caption: playlistCaption.optional(),
    /** Album whose images are shown for `duration` seconds each; 0 means the default of 5. */
    albumId: id.optional(),
    duration: z.number().int().min(0).max(3600).optional(),
    /** The cover; null restores the albums' covers. Only `key` is used. */
    thumbnail: z.looseObject({ key: mediaKey }).nullable().optional(),
    /** Its albums in the new order, renumbered from 1. An album that is not listed stays behind its predecessor; one that no longer exists is ignored. */
    albumArr: z
      .array(z.looseObject({ albumId: id }))
      .max(LIMITS.albumsPerPlaylist)
      .optional(),
    userId: id.optional(),
    orgId: id.optional(),
  })
  .refine(({ albumId, duration }) => (albumId === undefined) === (duration === undefined), 'Specify both albumId and duration.');
export const addAlbumsBody = z.strictObject({
  albumArr: z
    .array(
      z.strictObject({ albumId: id, duration: z.number().int().min(0).max(3600).default(0), sequence: z.number().int().min(1).optional() }),
    )
    .min(1)
    .max(LIMITS.albumsPerPlaylist),
  userId: id.optional(),
});
export const removeAlbumBody = z.strictObject({ albumId: id, userId: id.optional() });
export const playlistListQuery = pageQuery.extend({
  sort: sortOrder.optional(),
  orgId: id.optional(),
  /** The page that follows this playlist in the order asked for, instead of `page`. */
  after: id.optional(),
});
export const playlistCountQuery = z.object({ orgId: id.optional() });
export const playlistSearchParams = z.object({ text: z.string() });
export const playlistSearchQuery = z.object({ userId: id.optional(), orgId: id.optional() });

const cover = z.object({ key: z.string(), thumbhash: z.string().nullable() });

export const playlistAlbum = z.object({
  albumId: z.object({ _id: z.string(), name: z.string(), thumbnail: cover.nullable() }),
  duration: z.number(),
  sequence: z.number(),
  itemCount: z.number(),
  sizeBytes: z.number(),
  /** Milliseconds all of it takes. */
  durationMs: z.number(),
});
export type PlaylistAlbum = z.infer<typeof playlistAlbum>;

/** Actions that the caller may perform on the playlist. The web app shows no other actions. */
export const playlistAbilities = z.object({
  /** Its name, caption and cover, and its albums. */
  edit: z.boolean(),
  delete: z.boolean(),
  /** Publishing to the owner's devices, and scheduling there. */
  publish: z.boolean(),
});

export const playlist = z
  .object({
    _id: z.string(),
    name: z.string(),
    caption: z.string(),
    /** The chosen cover, or the first album's. */
    thumbnail: cover.extend({ isChosen: z.boolean() }).nullable(),
    userId: z.string(),
    ownerName: z.string(),
    orgId: z.string().nullable(),
    albumArr: z.array(playlistAlbum),
    /** How many more it has that are no longer shared with its owner, and so shown nowhere. */
    revokedAlbums: z.number(),
    itemCount: z.number(),
    sizeBytes: z.number(),
    durationMs: z.number(),
    createdAt: z.string(),
    updatedAt: z.string(),
    abilities: playlistAbilities,
  })
  .meta({ id: 'Playlist' });
export type Playlist = z.infer<typeof playlist>;

/** Items of the preview in the order in which a screen plays them. */
export const playlistItem = z.object({
  id: z.string(),
  mediaId: z.string(),
  albumId: z.string(),
  kind: z.enum(['image', 'video']),
  name: z.string(),
  /** Media key of the image or of the video's poster frame. */
  key: z.string(),
  /** Path under the origin; the media cookie opens it. */
  url: z.string(),
  /** Milliseconds an image stays, or a video lasts. */
  durationMs: z.number(),
});
export type PlaylistItem = z.infer<typeof playlistItem>;
