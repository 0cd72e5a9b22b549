import { z } from 'zod';
import { id } from './envelope.ts';
import { mediaValidity } from './media-validity.ts';
import { publishSchedule } from './schedule-windows.ts';

export const HISTORY_LIMITS = {
  /** Days for which the history of a device can be requested: 13 months. */
  days: 396,
  /** Days for which the reports of screens are kept. */
  reportDays: 92,
  /** Changes before the requested time. */
  changes: 20,
} as const;

/** GET /publishes/history */
export const publishHistoryQuery = z.object({ deviceId: id, at: z.iso.datetime({ offset: true }) });

/** The publish that a device should have shown at an earlier time, and why. */
export const publishHistory = z
  .object({
    deviceId: z.string(),
    timeZone: z.string(),
    at: z.string(),
    /** Since when the publishes of the device are recorded; null when they are not yet. */
    since: z.string().nullable(),
    /** False when the time is before that. Then the other fields say nothing. */
    isKnown: z.boolean(),
    /** Null is the standby image. */
    shows: z.object({ playlistId: z.string(), name: z.string() }).nullable(),
    why: z.enum(['schedule', 'activated', 'main', 'idle']),
    /** Playlists whose schedules were open, but which were not shown. */
    losses: z.array(z.object({ playlistId: z.string(), name: z.string(), why: z.enum(['priority', 'updated', 'items', 'empty']) })),
    /** All publishes of the device at this time. */
    publishes: z.array(
      z.object({
        playlistId: z.string(),
        name: z.string(),
        mainPlaylist: z.boolean(),
        activatedAt: z.string().nullable(),
        updatedAt: z.string(),
        ...publishSchedule.shape,
        isPlayable: z.boolean(),
        periods: z.array(mediaValidity).nullable(),
      }),
    ),
    /** The last report before this time in which the screen began to show a playlist. Null without a report. The standby image is not reported. */
    reported: z.object({ at: z.string(), playlistId: z.string(), name: z.string().nullable() }).nullable(),
    /** The last changes before this time, newest first. The name is null when the playlist no longer exists. */
    changes: z.array(z.object({ at: z.string(), playlistId: z.string(), name: z.string().nullable(), isRemoval: z.boolean() })),
  })
  .meta({ id: 'PublishHistory' });
export type PublishHistory = z.infer<typeof publishHistory>;
