import { z } from 'zod';
import { DEVICE_LIMITS } from './device-limits.ts';
import { id, pageQuery } from './envelope.ts';
import { LIMITS } from './limits.ts';
import { mediaValidity } from './media-validity.ts';
import { checkScheduleRequest, publishSchedule, scheduleRequest } from './schedule-windows.ts';
import { utcOffsets } from './utc-offsets.ts';

export const publishStatus = z.enum(['active', 'onqueue']);

/** Without a schedule or windows, an existing schedule stays. */
const publishBody = z.strictObject({
  playlistId: id,
  /** One device id or several (`_id`, not the code on the screen). */
  deviceId: z.union([id, z.array(id).min(1).max(LIMITS.publishDevices)]),
  ...scheduleRequest,
});
export const createPublishBody = publishBody.superRefine(checkScheduleRequest);
/** Smaller than the limit for publishing, because forecasts are requested while the user chooses. */
const FORECAST_DEVICES = 500;
export const forecastBody = publishBody
  .extend({ deviceId: z.union([id, z.array(id).min(1).max(FORECAST_DEVICES)]) })
  .superRefine(checkScheduleRequest);
export const editPublishBody = z.strictObject({
  playlistId: id.optional(),
  deviceId: z.union([id, z.array(id).min(1).max(LIMITS.publishDevices)]).optional(),
  status: z.literal('active').optional(),
  mainPlaylist: z.boolean().optional(),
});
export const scheduleBody = z
  .strictObject(scheduleRequest)
  .superRefine(checkScheduleRequest)
  .refine(({ schedule, windows, priority }) => schedule !== undefined || windows !== undefined || priority !== undefined, {
    path: ['schedule'],
    message: 'Send a schedule or windows',
  });
/** Allows as many devices as one move to a family. */
export const privateAlbumsBody = z.strictObject({ orgId: id, deviceId: z.array(id).min(1).max(DEVICE_LIMITS.devicesPerCall) });
/** A private album of the caller that a family's screen shows. */
export const privateAlbum = z.object({ _id: z.string(), name: z.string() }).meta({ id: 'PrivateAlbum' });
export type PrivateAlbum = z.infer<typeof privateAlbum>;
export const publishListQuery = pageQuery.extend({ playlistId: id.optional(), deviceId: id.optional() });
export const publishCountQuery = z.object({ playlistId: id });
/** Number of devices on which a playlist is published, and of those that play it now by their schedules. */
export const publishCount = z.object({ published: z.number(), playing: z.number() });
export type PublishCount = z.infer<typeof publishCount>;
export const deletePublishQuery = z.object({ deviceId: id, playlistId: id });
export const publishUserQuery = z.object({ userId: id.optional() });

export const publish = z
  .object({
    _id: z.string(),
    publish_Id: z.string(),
    device_Id: z.string(),
    playlistId: z.object({
      _id: z.string(),
      name: z.string(),
      thumbnail: z.object({ key: z.string() }).nullable(),
      /** Name of the owner, when the caller cannot open the playlist because another member of the family keeps it private. */
      ownerName: z.string().optional(),
    }),
    deviceId: z.object({
      _id: z.string(),
      name: z.string(),
      deviceId: z.string(),
      timeZone: z.string(),
      utcOffsets: utcOffsets.optional(),
      status: z.union([z.literal(0), z.literal(1)]),
    }),
    /** `active` is what the screen shows now, `onqueue` is published and waiting. */
    status: publishStatus,
    mainPlaylist: z.boolean(),
    ...publishSchedule.shape,
    /** When a user last activated it; null when never. */
    activatedAt: z.string().nullable(),
    /** False while it has nothing to show: it is passed over then. */
    isPlayable: z.boolean(),
    /** Periods in which it has something to show. Outside of them it is passed over. Null when it always has. */
    periods: z.array(mediaValidity).nullable(),
    /** Names of the tags because of which the device has the playlist; none when it was published to the device itself. */
    fromTags: z.array(z.string()).optional(),
    /** Albums of the playlist that are no longer shared with its owner, and so shown nowhere. */
    revokedAlbums: z.number(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Publish' });
export type Publish = z.infer<typeof publish>;
