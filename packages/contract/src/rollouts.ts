/** Staged updates: a version on its way to a share of a platform's screens. */
import { z } from 'zod';
import { environment, platformTag } from './console-devices.ts';
import { id } from './envelope.ts';

export const rolloutPercent = z.union([z.literal(1), z.literal(10), z.literal(50), z.literal(100)]);

/** POST /rollouts: VERSION_REFUSED for a version without files, and while another is under way for the same platform and environment. */
export const rolloutBody = z.strictObject({ versionId: id, environment, percent: rolloutPercent });

/** PUT /rollouts/{id}: to a larger share, on hold, on again, or over. `updatedAt` is what was read. */
export const rolloutChangeBody = z.strictObject({
  percent: rolloutPercent.optional(),
  state: z.enum(['running', 'paused', 'ended']).optional(),
  updatedAt: z.iso.datetime(),
});
export type RolloutChange = z.infer<typeof rolloutChangeBody>;

/** GET /rollouts: those under way before those that ended, each with the newest first. */
export const rolloutsQuery = z.object({
  page: z.coerce.number<number>().int().min(1).max(100_000).default(1),
  dataPerPage: z.coerce.number<number>().int().min(1).max(100).default(25),
});

export const rollout = z
  .object({
    _id: z.string(),
    versionId: z.string(),
    versionName: z.string(),
    versionCode: z.string(),
    platform: platformTag,
    environment,
    percent: rolloutPercent,
    /** stopped: automatically, for `reason`. */
    state: z.enum(['running', 'paused', 'stopped', 'ended']),
    reason: z.string().nullable(),
    startedBy: z.string().nullable(),
    /** Screens of the share, as of when all were looked through last; null before that. */
    reachable: z.number().nullable(),
    /** Screens that received the instruction to load it. */
    told: z.number(),
    /** Screens among `told` that play it, returned to the previous version, were not seen again, or could not load it. The others load it. */
    running: z.number(),
    fallenBack: z.number(),
    silent: z.number(),
    refused: z.number(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Rollout' });
export type Rollout = z.infer<typeof rollout>;
