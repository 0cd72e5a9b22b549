import { z } from 'zod';
import { id } from './envelope.ts';
import { checkScheduleRequest, publishSchedule, scheduleRequest } from './schedule-windows.ts';

export const WAITING_PUBLISH_LIMITS = {
  devicesPerCall: 100,
  /** Playlists that wait for one device. */
  perDevice: 20,
  /** Publishes that one account has asked for and that still wait. */
  perAccount: 1000,
} as const;

/** POST /publishes/waiting */
export const createWaitingPublishBody = z
  .strictObject({
    playlistId: id,
    deviceId: z.array(id).min(1, 'Choose a device').max(WAITING_PUBLISH_LIMITS.devicesPerCall),
    /** Without a schedule or windows, a schedule that the playlist has on the device stays. */
    ...scheduleRequest,
  })
  .superRefine(checkScheduleRequest);

/** GET /publishes/waiting. At least one of the two is required. */
export const waitingPublishListQuery = z.object({ playlistId: id.optional(), deviceId: id.optional() });

/** A playlist that is published to a device when its screen is back. */
export const waitingPublish = z
  .object({
    _id: z.string(),
    playlist: z.object({ _id: z.string(), name: z.string() }),
    device: z.object({ _id: z.string(), name: z.string() }),
    ...publishSchedule.shape,
    requestedAt: z.string(),
    /** Account that asked for it. */
    requestedBy: z.object({ _id: z.string(), name: z.string() }),
    abilities: z.object({ cancel: z.boolean() }),
  })
  .meta({ id: 'WaitingPublish' });
export type WaitingPublish = z.infer<typeof waitingPublish>;
