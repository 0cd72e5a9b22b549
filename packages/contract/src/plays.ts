import { z } from 'zod';
import { sideZone } from './layouts.ts';

/** Whole days of 25 hours, of which a year has one. */
const DAY_MS = 90_000_000;
export const PLAYS_PER_BATCH = 100;
/** Days for which plays are kept, and which a report may span: 13 months. */
export const PLAY_DAYS_MAX = 397;

const MEDIA_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.\d{1,3})?$/i;

/** How often and how long a screen has shown one media in one playlist, for a day or a part of one. */
export const play = z.strictObject({
  /** Numbers what this screen ever told, without a gap that is not counted as lost. Told again, it counts once. */
  sequence: z.number().int().positive(),
  /** Id of the device at the time of the play (`manifest.device.id`). Plays of an earlier owner are not counted. */
  deviceId: z.uuid(),
  playlistId: z.uuid(),
  /** Id of the media item. Screens of version 0.2 add the page of a document: `<mediaId>.7`. */
  mediaId: z.string().regex(MEDIA_ID),
  /** Zone of the layout; left out for the main zone. */
  zone: sideZone.optional(),
  /** When the first of them began, by the server's clock as far as the screen knows it. */
  startedAt: z.iso.datetime(),
  count: z.number().int().min(0).max(1_000_000),
  shownMs: z.number().int().min(0).max(DAY_MS),
});
export type Play = z.infer<typeof play>;

/** POST /screens/plays: a limited number of plays, in the order of their numbers. */
export const playsBody = z.strictObject({
  plays: z.array(play).min(1).max(PLAYS_PER_BATCH),
  /** Number of plays that this screen dropped in total, because it could not report them in time. */
  lost: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
});
/** All plays up to this number are counted and need not be sent again. */
export const acceptedPlays = z.object({ sequence: z.number().int().min(0) });

/** Days of the device's own time zone, both included; today when left out. */
export const playsQuery = z.object({ from: z.iso.date().optional(), to: z.iso.date().optional() });

const counted = { count: z.number(), shownMs: z.number() };
/** GET /devices/{id}/plays: what the device has shown. */
export const devicePlays = z
  .object({
    from: z.string(),
    to: z.string(),
    ...counted,
    /** Plays its screen counted and could not tell in time, ever. */
    lost: z.number(),
    days: z.array(z.object({ day: z.string(), ...counted })),
    /** The most frequent first, at most a hundred. Name and key are null when the media no longer exists or the caller cannot see it. */
    media: z.array(
      z.object({
        mediaId: z.string(),
        name: z.string().nullable(),
        thumbnailKey: z.string().nullable(),
        /** Name of the owner, when the caller cannot see the media because another member of the family keeps it private. */
        ownerName: z.string().optional(),
        ...counted,
      }),
    ),
    playlists: z.array(z.object({ playlistId: z.string(), name: z.string().nullable(), ...counted })),
  })
  .meta({ id: 'DevicePlays' });
export type DevicePlays = z.infer<typeof devicePlays>;
