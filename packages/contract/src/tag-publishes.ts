import { z } from 'zod';
import { id } from './envelope.ts';
import { mediaValidity } from './media-validity.ts';
import { checkScheduleRequest, publishSchedule, scheduleRequest } from './schedule-windows.ts';

export const TAG_PUBLISH_LIMITS = {
  /** Tags in one call. */
  tagsPerCall: 50,
  playlistsPerTag: 100,
} as const;

/** POST /publishes/tags */
export const createTagPublishBody = z
  .strictObject({
    playlistId: id,
    tagId: z.array(id).min(1, 'Choose a tag').max(TAG_PUBLISH_LIMITS.tagsPerCall),
    /** Without a schedule or windows, an existing schedule stays. */
    ...scheduleRequest,
  })
  .superRefine(checkScheduleRequest);
export type CreateTagPublish = z.infer<typeof createTagPublishBody>;

/** GET /publishes/tags: either a playlist, for the tags to which it is published, or a tag, for its playlists. */
export const tagPublishListQuery = z.object({ playlistId: id.optional(), tagId: id.optional() });

/** A playlist that is published to a tag: devices show it for as long as they have the tag. */
export const tagPublish = z
  .object({
    _id: z.string(),
    playlistId: z.string(),
    playlistName: z.string(),
    /** False while the playlist has nothing to show. */
    isPlayable: z.boolean(),
    /** Periods in which the playlist has something to show; null when it always has. */
    periods: z.array(mediaValidity).nullable(),
    /** `devices` is the number of devices that have the tag now. */
    tag: z.object({ _id: z.string(), name: z.string(), devices: z.number() }),
    ...publishSchedule.shape,
    /** ISO time at which it was last published to the tag. */
    activatedAt: z.string(),
  })
  .meta({ id: 'TagPublish' });
export type TagPublish = z.infer<typeof tagPublish>;
