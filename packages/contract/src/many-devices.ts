/** Changes to many devices in one call. Each device is changed whole or not at all, and has its own outcome. */
import { z } from 'zod';
import { DEVICE_LIMITS } from './device-limits.ts';
import { tagName } from './device-tags.ts';
import { id } from './envelope.ts';

const deviceId = z.array(id).min(1).max(DEVICE_LIMITS.devicesPerCall);
const tags = z.array(tagName).max(DEVICE_LIMITS.tagsPerDevice).default([]);

export const manyDevicesBody = z.strictObject({ deviceId });
export const tagDevicesBody = z
  .strictObject({ deviceId, add: tags, remove: tags })
  .refine(({ add, remove }) => add.length + remove.length > 0, 'Specify which tags to add or remove');
/** To the family of this id, or without one to the account itself. */
export const moveDevicesBody = z.strictObject({ deviceId, orgId: id.nullable(), userId: id.optional() });

export const deviceOutcome = z.object({
  deviceId: z.string(),
  /**
   * done; gone: there is no such device, or it is another's; offline, busy: its screen cannot be asked now; tagLimit: it has as many tags as it can, or
   * there are as many as there can be; deviceLimit, planEnded: the plan behind the place it was to move to has no room for it; there: it is there already.
   */
  outcome: z.enum(['done', 'gone', 'offline', 'busy', 'tagLimit', 'deviceLimit', 'planEnded', 'there']),
});
export type DeviceOutcome = z.infer<typeof deviceOutcome>;
export const deviceOutcomes = z.array(deviceOutcome).meta({ id: 'DeviceOutcomes' });

/** What a move would do; nothing is changed. */
export const moveForecast = z
  .object({
    /** How many would move; the others are there already, or gone. */
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
export type MoveForecast = z.infer<typeof moveForecast>;
