import { z } from 'zod';
import { layoutPreset, sideZone } from './layouts.ts';
import { mediaValidity } from './media-validity.ts';
import { manifestOperation } from './operating-hours.ts';
import { type PublishSchedule, publishSchedule } from './schedule-windows.ts';
import { screenShell, screenText } from './screen-shell.ts';
import type { SourceDocument } from './sources.ts';
import { utcOffsets } from './utc-offsets.ts';

/** How a picture of another shape than the wall fills it: whole on a blurred copy of itself, whole on black, or all of the wall, cropped. */
export const pictureFit = z.enum(['backdrop', 'fit', 'fill']);
export type PictureFit = z.infer<typeof pictureFit>;
/** Degrees, clockwise. */
export const rotation = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]);

/** POST /register/device: registers a screen and returns its id and, once, its secret. */
export const registerBody = z.strictObject({
  versionCode: z.string().max(32).optional(),
  /** Serial number of the machine if a companion program reports it. */
  serialNumber: screenText(64).optional(),
  /** Previous id and secret of the screen, which it keeps. */
  deviceId: z.string().max(16).optional(),
  secret: z.string().max(128).optional(),
  /** Resets the screen: it gets a new id and secret and belongs to no account. */
  reset: z.boolean().optional(),
});
export const registered = z.object({ deviceId: z.string(), secret: z.string() });

/** Lower-case hex over all bytes. */
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** GET /screens/files/{sha256}: the bytes of a file of the manifest. */
export const fileParams = z.object({ sha256 });
const sizeBytes = z.number().int().positive();
export const manifestFile = z.object({
  sha256,
  sizeBytes,
  mimetype: z.string(),
  /**
   * The HD copy of a photo, at most 1920 x 1080 and of the same type. A screen without more pixels plays it instead. Left out of files that have none (yet), and by servers
   * before version 0.2.
   */
  hd: z.object({ sha256, sizeBytes }).optional(),
  /** The 1080p copy of a video, of the same type. A screen with more pixels than 720p plays it instead. Left out of files that have none (yet). */
  fullHd: z.object({ sha256, sizeBytes }).optional(),
});
export type ManifestFile = z.infer<typeof manifestFile>;

export const manifestItem = z.object({
  /** Id of the media item. The item of a document's page adds the page: `<mediaId>.7`. */
  id: z.string(),
  mediaId: z.string(),
  /** Screens skip items of kinds that they do not know. */
  kind: z.enum(['image', 'video', 'widget', 'web', 'live']),
  sha256: z.string(),
  /** How long an image or widget stays, how long a video lasts. */
  durationMs: z.number().int().positive(),
  /** When it is shown. Missing when it always is. Screens of version 0.2 ignore it. */
  valid: mediaValidity.optional(),
});
export type ManifestItem = z.infer<typeof manifestItem>;

/** Layout of a publish, with the items of its side zones. */
export const manifestLayout = z.object({
  preset: layoutPreset,
  /** Percent of the stage that the main zone has. */
  divider: z.number().int(),
  /** Side zones that have items, in the order of their preset. The items of a zone repeat, aligned to the clock (`placeAt`). */
  zones: z.array(z.object({ zone: sideZone, items: z.array(manifestItem) })),
});
export type ManifestLayout = z.infer<typeof manifestLayout>;

export const manifestPublish = z.object({
  /** Id of its playlist. A screen has a playlist only once, and with this id the same text can be sent to thousands of screens. */
  publishId: z.string(),
  playlistId: z.string(),
  name: z.string(),
  main: z.boolean(),
  /** When a user last activated it; null when never. */
  activatedAt: z.string().nullable(),
  updatedAt: z.string(),
  /** Screens of earlier versions follow `schedule` and ignore windows and priority. */
  ...publishSchedule.shape,
  /** The digest of what the playlist shows. Left out of manifests that screens still hold from a server that did not name it. */
  contents: sha256.optional(),
  items: z.array(manifestItem),
  /** Missing when `items` fill the screen. Screens of earlier versions ignore it. */
  layout: manifestLayout.optional(),
  /** Items of the main zone repeat, aligned to the clock (`placeAt`), as those of side zones do. Missing otherwise. Screens of earlier versions ignore it. */
  synchronized: z.literal(true).optional(),
});
export type ManifestPublish = z.infer<typeof manifestPublish>;

const manifestDevice = z.object({
  id: z.string(),
  name: z.string(),
  timeZone: z.string(),
  // Left out of manifests that screens still hold from a server that sent no offsets.
  utcOffsets: utcOffsets.optional(),
  showInfo: z.boolean(),
  // Left out of manifests that screens still hold from a server without these settings.
  fit: pictureFit.optional(),
  /** Null or missing when only the screen's own setting applies (`?rotate=`). */
  rotation: rotation.nullable().optional(),
  /** Percent. */
  volume: z.number().int().min(0).max(100).optional(),
  ...manifestOperation,
});

/** Data that widgets of the manifest draw. */
export const manifestSource = z.object({
  /** Id that the settings of the widgets name. */
  id: z.string(),
  /** Digest of the document, as GET /screens/sources/{sha256} returns it. */
  sha256,
  changedAt: z.string(),
  /** Since when newer data could not be fetched; null while the document is current. */
  failingSince: z.string().nullable(),
});
export type ManifestSource = z.infer<typeof manifestSource>;

/** All that a screen needs to play. Immutable; a change makes a new one with the next revision. */
export const manifest = z
  .object({
    revision: z.number().int(),
    /** Null until the screen is added as a device. */
    device: manifestDevice.nullable(),
    /** Sorted by the ids of their playlists. */
    publishes: z.array(manifestPublish),
    /** Each once, in the order in which the publishes first name them. */
    files: z.array(manifestFile),
    /** Sorted by id. Manifests without sources, and of servers before version 0.3, leave this out. */
    sources: z.array(manifestSource).optional(),
  })
  .meta({ id: 'Manifest' });
export type Manifest = z.infer<typeof manifest>;

/** Contents of a playlist. A digest always stands for the same contents, so they may be cached forever. */
export const playlistContents = z.object({
  digest: sha256,
  items: z.array(manifestItem),
  layout: manifestLayout.optional(),
  synchronized: z.literal(true).optional(),
  /** Files of the items in all zones. */
  files: z.array(manifestFile),
});
export type PlaylistContents = z.infer<typeof playlistContents>;
/**
 * Compact form of the contents for messages to thousands of screens, less than half as long: each file once, and items refer to files by index. The
 * id of the media is the part of an item's id before a dot.
 */
export interface PackedContents {
  digest: string;
  files: PackedFile[];
  items: [id: string, kind: ManifestItem['kind'], file: number, durationMs: number][];
}
/**
 * A file, its HD copy and its 1080p copy, if it has them; an empty string and 0 stand for a missing copy before another one. Screens that do not know a copy
 * read the elements before it.
 */
export type PackedFile = [
  sha256: string,
  sizeBytes: number,
  mimetype: string,
  hdSha256InBase64?: string,
  hdSizeBytes?: number,
  fullHdSha256InBase64?: string,
  fullHdSizeBytes?: number,
];
/** GET /screens/contents/{digest}: of a playlist that the screen's device has. */
export const contentsParams = z.object({ digest: sha256 });
/** GET /screens/sources/{sha256}: the document of a source that the manifest names. */
export const sourceParams = z.object({ sha256 });

/** How what a playlist shows differs from what it showed, with the same layout and synchronization: `drop` items from place `at` gave way to these. */
export interface ContentsSplice {
  /** The digest of what it showed. */
  of: string;
  at: number;
  drop: number;
  items: ManifestItem[];
  /** Files of those items. */
  files: ManifestFile[];
}

/** A playlist that came, is called otherwise or shows something else. `contents` is a digest; the splice makes it of what a screen shows by now. */
export interface PlaylistChange {
  playlistId: string;
  name: string;
  contents: string;
  splice?: ContentsSplice;
}

/** Difference between two manifests of a screen, carried by `sync` to save a request. A screen with another manifest requests the new one. */
export interface ManifestChange {
  /** The revision it changes. */
  from: number;
  /** When the device is called or set otherwise. */
  device?: Manifest['device'];
  playlists: PlaylistChange[];
  /** How they are published: those that came or changed. */
  publishes: Pick<ManifestPublish, 'playlistId' | 'main' | 'activatedAt' | 'updatedAt' | keyof PublishSchedule>[];
  /** Playlists that are no longer published. */
  removed: string[];
  /** All sources of the next manifest, when they may differ. */
  sources?: SentSource[];
}

/** A source with its document, when that is new and short. Null or left out when the screen has to request a document that it does not have. */
export interface SentSource extends ManifestSource {
  document?: SourceDocument | null;
}

/** How a screen is doing, as far as its browser lets it know. */
export const screenHealth = z.object({
  /** Bytes its browser gives it for files, and bytes taken of them. */
  storageQuotaBytes: z.number().int().min(0).nullable(),
  storageUsedBytes: z.number().int().min(0).nullable(),
  memoryUsedBytes: z.number().int().min(0).nullable(),
  /** Value that the screen adds to its own clock to get the server's. */
  clockSkewMs: z.number().int(),
  /** Since it last painted a frame. */
  frameAgeMs: z.number().int().min(0).nullable(),
  /** How often its watchdog had to start the page again. */
  heals: z.number().int().min(0),
  /** Pixels of the picture, as the wall shows it: taller than wide when it hangs upright. */
  width: z.number().int().min(0),
  height: z.number().int().min(0),
});
export type ScreenHealth = z.infer<typeof screenHealth>;

/** Without defaults: what is left out of `reportChanges` is as it was before. */
const reported = z.object({
  revision: z.number().int().min(0),
  /** Files of the newest manifest that are whole and verified. */
  downloaded: z.number().int().min(0),
  total: z.number().int().min(0),
  publishId: screenText(64).nullable(),
  itemId: screenText(128).nullable(),
  mediaId: screenText(64).nullable(),
  /** Items that could not be shown, by media id, and problems of the screen (`SCREEN_PROBLEMS`). */
  failed: z.array(z.object({ mediaId: screenText(64), reason: screenText(200) })).max(50),
  paused: z.boolean(),
  /** The screen is black, because it is outside its operating hours. */
  off: z.boolean(),
  muted: z.boolean(),
  /** Reported by the browser's companion program, if there is one. */
  temperature: z.number().min(-100).max(200).nullable(),
  underVoltage: z.boolean().nullable(),
  /** Abilities that need a companion program. */
  canReboot: z.boolean(),
  canPowerOff: z.boolean(),
  health: screenHealth.nullable(),
  /** Null where nothing keeps versions: without a service worker. */
  shell: screenShell.nullable(),
});
const { paused, off, muted, temperature, underVoltage, canReboot, canPowerOff, health, shell } = reported.shape;

/** Status report of a screen over the live link. */
export const screenReport = reported.extend({
  paused: paused.default(false),
  off: off.default(false),
  muted: muted.default(true),
  temperature: temperature.default(null),
  underVoltage: underVoltage.default(null),
  canReboot: canReboot.default(false),
  canPowerOff: canPowerOff.default(false),
  health: health.default(null),
  shell: shell.default(null),
});
export type ScreenReport = z.infer<typeof screenReport>;

/** Fields that differ from the previous report on the same link. */
export const reportChanges = reported.partial();
export type ReportChanges = z.infer<typeof reportChanges>;

/** A screen's response to a command: that it was received, then its result. */
export const commandReceipt = z.object({
  id: z.uuid(),
  state: z.enum(['delivered', 'done', 'failed']),
  reason: screenText(200).optional(),
});
export type CommandReceipt = z.infer<typeof commandReceipt>;
