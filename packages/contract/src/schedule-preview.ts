import { z } from 'zod';
import { id } from './envelope.ts';
import { LIMITS } from './limits.ts';
import { schedule } from './schedule.ts';
import { checkScheduleRequest, scheduleRequest } from './schedule-windows.ts';
import { TAG_PUBLISH_LIMITS } from './tag-publishes.ts';

export const PREVIEW_LIMITS = {
  /** Days in which all changes are listed. When they have none, the first later change within `searchDays` is. */
  days: 14,
  searchDays: 400,
  /** Cases of devices with the same publishes and time zone that are compared. */
  cases: 200,
  /** Schedule windows of one case, and of all compared cases. They bound the time of a step and of a preview. */
  caseWindows: 1000,
  windows: 5000,
  /** Names of devices in a list. */
  names: 20,
  /** Changes and losses of a case. */
  entries: 20,
} as const;

/** POST /publishes/preview: a publish or a schedule that is not saved yet. */
export const schedulePreviewBody = z
  .strictObject({
    /** `publish` publishes the playlist, `schedule` changes its schedule where it is published. */
    action: z.enum(['publish', 'schedule']),
    playlistId: id,
    deviceId: z.array(id).min(1).max(LIMITS.publishDevices).optional(),
    /** All devices that have one of these tags. */
    tagId: z.array(id).min(1).max(TAG_PUBLISH_LIMITS.tagsPerCall).optional(),
    ...scheduleRequest,
    /** Null removes the schedule. Without a schedule or windows, an existing schedule stays. */
    schedule: schedule.nullable().optional(),
  })
  .superRefine(({ schedule: single, ...request }, context) => checkScheduleRequest({ ...request, schedule: single ?? undefined }, context))
  .refine(({ schedule: single, windows }) => single !== null || windows === undefined, {
    path: ['windows'],
    message: 'Send either a schedule or windows',
  })
  .refine(({ action, schedule: single, windows }) => action === 'publish' || single !== undefined || windows !== undefined, {
    path: ['schedule'],
    message: 'Send a schedule or windows',
  })
  .refine(({ deviceId, tagId }) => (deviceId === undefined) !== (tagId === undefined), {
    path: ['deviceId'],
    message: 'Send either devices or tags',
  });
export type SchedulePreviewBody = z.infer<typeof schedulePreviewBody>;

const shown = z.object({ playlistId: z.string(), name: z.string() }).nullable();
const span = { from: z.string(), to: z.string() };
const namedDevices = z.object({
  devices: z.number(),
  /** Names of the first ones. */
  names: z.array(z.string()),
});

/** Devices on which the change has the same effect. */
export const previewCase = namedDevices.extend({
  timeZone: z.string(),
  /** Times in which the screens show something else than without the change. Null is the standby image. */
  changes: z.array(z.object({ ...span, before: shown, after: shown, why: z.enum(['schedule', 'activated', 'main', 'idle']) })),
  moreChanges: z.number(),
  /** Open schedules that are not shown after the change: those of the playlist, and those of others because of it. */
  losses: z.array(z.object({ ...span, playlistId: z.string(), name: z.string(), why: z.enum(['priority', 'updated', 'items', 'empty']) })),
  moreLosses: z.number(),
});
export type PreviewCase = z.infer<typeof previewCase>;

export const schedulePreview = z
  .object({
    ...span,
    /** Number of devices that were compared. */
    devices: z.number(),
    /** Compared devices that show the same with the change. */
    unchanged: z.number(),
    /** Devices that were not compared, because too many cases differ or their publishes have too many windows. */
    notCompared: z.number(),
    cases: z.array(previewCase),
    /** Devices whose screens do not have all files of the playlist, and the bytes that the first of them downloads. */
    downloading: namedDevices.extend({ bytes: z.number() }),
    /** Devices whose screens do not have the space for all files. */
    tooLarge: namedDevices,
  })
  .meta({ id: 'SchedulePreview' });
export type SchedulePreview = z.infer<typeof schedulePreview>;
