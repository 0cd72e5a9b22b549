import { z } from 'zod';
import { sortOrder } from './albums.ts';
import { id, pageQuery } from './envelope.ts';
import { layoutDivider, layoutPreset, layoutZone, sideZone, ZONES_OF_PRESET } from './layouts.ts';
import { LIMITS } from './limits.ts';
import { mediaKey } from './media-key.ts';
import { mediaValidity } from './media-validity.ts';
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
/** One form or several at once: name and caption; how long one album's images stay; the cover; the order; synchronized playback. */
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
    /** Whether all screens show the same item of the main zone at the same time. */
    synchronized: z.boolean().optional(),
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
/** PUT /playlists/layout/{playlistId}: the layout and the albums of its side zones, which replace the previous ones. Null is one zone, the whole screen. */
export const playlistLayoutBody = z.strictObject({
  layout: z
    .strictObject({
      preset: layoutPreset,
      divider: layoutDivider,
      /** A zone that is not listed stays empty. */
      zones: z
        .array(
          z.strictObject({
            zone: sideZone,
            albumId: id,
            /** Seconds each image stays; 0 means the default of 5. */
            duration: z.number().int().min(0).max(3600).default(0),
          }),
        )
        .max(3)
        .refine((zones) => hasNoRepeats(zones.map(({ zone }) => zone)), 'List each zone only once.')
        .refine((zones) => hasNoRepeats(zones.map(({ albumId }) => albumId.toLowerCase())), 'Choose a different album for each zone.'),
    })
    .refine(({ preset, zones }) => zones.every(({ zone }) => ZONES_OF_PRESET[preset].some((known) => known === zone)), {
      path: ['zones'],
      message: 'This layout doesn’t have one of these zones.',
    })
    .nullable(),
});
export type PlaylistLayoutBody = z.infer<typeof playlistLayoutBody>;

const hasNoRepeats = (values: readonly string[]) => new Set(values).size === values.length;

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

export const playlistLayout = z.object({
  preset: layoutPreset,
  divider: layoutDivider,
  /** Side zones with an album that the owner of the playlist can see, in the order of `ZONES_OF_PRESET`. */
  zones: z.array(
    z.object({
      zone: sideZone,
      album: z.object({ _id: z.string(), name: z.string(), thumbnail: cover.nullable() }),
      /** Seconds each image stays; 0 means the default of 5. */
      duration: z.number(),
      itemCount: z.number(),
    }),
  ),
});
export type PlaylistLayout = z.infer<typeof playlistLayout>;

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
    /** Albums of the main zone. Counts, sizes and durations are of these. */
    albumArr: z.array(playlistAlbum),
    /** Null when the playlist fills the whole screen. */
    layout: playlistLayout.nullable(),
    /** True when all screens show the same item of the main zone at the same time. */
    synchronized: z.boolean(),
    /** How many more it has, in all zones, that are no longer shared with its owner, and so shown nowhere. */
    revokedAlbums: z.number(),
    /** How many of its albums, in all zones, its owner has not shared with the caller. Screens show them, but the caller sees none of their items. */
    privateAlbums: z.number(),
    itemCount: z.number(),
    sizeBytes: z.number(),
    durationMs: z.number(),
    createdAt: z.string(),
    updatedAt: z.string(),
    abilities: playlistAbilities,
  })
  .meta({ id: 'Playlist' });
export type Playlist = z.infer<typeof playlist>;

/** Zone whose items are listed; `all` lists them one zone after another. */
export const playlistItemsQuery = z.object({ zone: z.enum([...layoutZone.options, 'all']).default('main') });
export type PlaylistItemsQuery = z.infer<typeof playlistItemsQuery>;

/** Items of the preview in the order in which a screen plays them. */
export const playlistItem = z.object({
  id: z.string(),
  mediaId: z.string(),
  albumId: z.string(),
  zone: layoutZone,
  kind: z.enum(['image', 'video', 'widget', 'web', 'live']),
  name: z.string(),
  /** Media key of the image, of the video's poster frame, or of the widget's still image. */
  key: z.string(),
  /** Path under the origin; the media cookie opens it. */
  url: z.string(),
  /** Milliseconds an image or widget stays, or a video lasts. */
  durationMs: z.number(),
  /** When screens show it, by their local clocks; null is always. */
  valid: mediaValidity.nullable(),
});
export type PlaylistItem = z.infer<typeof playlistItem>;
