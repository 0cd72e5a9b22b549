/** Changes to many devices in one call. Each device is changed whole or not at all, and has its own outcome. */
import { z } from 'zod';
import { DEVICE_LIMITS } from './device-limits.ts';
import { tagName } from './device-tags.ts';
import { id } from './envelope.ts';

const deviceId = z.array(id).min(1).max(DEVICE_LIMITS.devicesPerCall);
const tags = z.array(tagName).max(DEVICE_LIMITS.tagsPerDevice).default([]);

export const bulkDevicesBody = z.strictObject({ deviceId });
export const tagDevicesBody = z
  .strictObject({ deviceId, add: tags, remove: tags })
  .refine(({ add, remove }) => add.length + remove.length > 0, 'Specify which tags to add or remove');
/** To the family of this id, or without one to the account itself. */
export const transferDevicesBody = z.strictObject({ deviceId, orgId: id.nullable(), userId: id.optional() });

export const deviceOutcome = z.object({
  deviceId: z.string(),
  /**
   * done; gone: the device does not exist or belongs to another account; offline, busy: its screen cannot receive the command now; tagLimit: the device or
   * the account has the maximum number of tags; deviceLimit, planEnded: the plan of the destination has no capacity; there: it is already at the destination.
   */
  outcome: z.enum(['done', 'gone', 'offline', 'busy', 'tagLimit', 'deviceLimit', 'planEnded', 'there']),
});
export type DeviceOutcome = z.infer<typeof deviceOutcome>;
export const deviceOutcomes = z.array(deviceOutcome).meta({ id: 'DeviceOutcomes' });

/** Effect of a move, without executing it. */
export const transferForecast = z
  .object({
    /** Number of devices that would move; the others are already there or gone. */
    moving: z.number(),
    /** How many more the plan there allows; null where they count to the same plan as before. */
    room: z.number().nullable(),
    hasEnded: z.boolean(),
    /** Playlists that would end, and on how many of the devices; those on most of them first. */
    ends: z.array(z.object({ name: z.string(), devices: z.number() })),
    /** How many more would end. */
    more: z.number(),
  })
  .meta({ id: 'MoveForecast' });
export type TransferForecast = z.infer<typeof transferForecast>;
