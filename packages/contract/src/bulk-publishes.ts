/** Changes to the publishes of one playlist on many devices. */
import { z } from 'zod';
import { id } from './envelope.ts';
import { LIMITS } from './limits.ts';
import { schedule } from './schedule.ts';
import { checkScheduleRequest, scheduleRequest } from './schedule-windows.ts';

const deviceId = z.array(id).min(1).max(LIMITS.publishDevices);

export const devicesPlaylistsBody = z.strictObject({ deviceId });
export const removePublishesBody = z.strictObject({ playlistId: id, deviceId });
export const restorePublishesBody = z.strictObject({ removalId: id });
/** A null `schedule` removes the schedule, so that the playlist is shown at any time again. */
export const schedulePublishesBody = z
  .strictObject({ playlistId: id, deviceId, ...scheduleRequest, schedule: schedule.nullable().optional() })
  .superRefine(({ schedule: single, ...request }, context) => checkScheduleRequest({ ...request, schedule: single ?? undefined }, context))
  .refine((body) => body.schedule !== undefined || body.windows !== undefined || body.priority !== undefined, {
    path: ['schedule'],
    message: 'Send a schedule or windows',
  })
  .refine((body) => body.schedule !== null || body.windows === undefined, {
    path: ['windows'],
    message: 'Send either a schedule or windows',
  });

/** A playlist of many devices, with the number of devices that a bulk change would affect. */
export const devicesPlaylist = z
  .object({
    _id: z.string(),
    name: z.string(),
    /** Number of devices that have the playlist. */
    devices: z.number(),
    /** Number of these devices that have the playlist because of a tag. It can't be removed from them. */
    byTag: z.number(),
    /** Number of these devices on which the playlist has a schedule. */
    scheduled: z.number(),
  })
  .meta({ id: 'DevicesPlaylist' });
export type DevicesPlaylist = z.infer<typeof devicesPlaylist>;
export const devicesPlaylists = z.array(devicesPlaylist);

/** Number of devices by outcome. */
export const publishOutcomes = z
  .object({
    done: z.number(),
    /** Devices that do not have the playlist. */
    absent: z.number(),
    /** Devices that have the playlist because of a tag and keep it. */
    byTag: z.number(),
    /** Devices that do not exist or belong to another account. */
    gone: z.number(),
  })
  .meta({ id: 'PublishOutcomes' });
export type PublishOutcomes = z.infer<typeof publishOutcomes>;
/** `removalId` restores the publishes for a day; null when none was removed. */
export const publishRemoval = publishOutcomes.extend({ removalId: z.string().nullable() }).meta({ id: 'PublishRemoval' });
export type PublishRemoval = z.infer<typeof publishRemoval>;
export const publishRestoration = z.object({ restored: z.number() });
