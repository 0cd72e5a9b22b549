/** Separator of tags in URLs. Tags cannot contain it. */
import { z } from 'zod';
import { DEVICE_LIMITS } from './device-limits.ts';
import { brightnessPlan, operatingHours, operatingSettings } from './operating-hours.ts';
import { text } from './text.ts';

const SEPARATOR = ',';

/** Name of a device tag. Tags belong to an account or a family, as devices do. */
export const tagName = text({ max: DEVICE_LIMITS.tagNameMax, required: 'Enter a tag', long: 'Should not exceed 30 characters' })
  .refine((name) => !name.includes(SEPARATOR), 'A tag can’t contain a comma')
  .transform((name) => name.normalize('NFC'));

/** Returns the normalized name of a tag. Tags with the same normalized name are equal. */
export const normalizeTag = (name: string): string => name.normalize('NFC').trim().toLowerCase();

/** Joins tags to a URL parameter. */
export const joinTags = (names: readonly string[]): string => names.join(SEPARATOR);

/** Splits a URL parameter into unique normalized tags. */
export const splitTags = (list: string | undefined): string[] => [
  ...new Set(
    (list ?? '')
      .split(SEPARATOR)
      .map(normalizeTag)
      .filter((name) => name !== ''),
  ),
];

/** Filter by tags, limited to the number of tags that one device can have. */
export const tagFilter = z
  .string()
  .max((DEVICE_LIMITS.tagNameMax + 1) * DEVICE_LIMITS.tagsPerDevice)
  .refine((list) => splitTags(list).length <= DEVICE_LIMITS.tagsPerDevice, 'A device can’t have this many tags');

export const deviceTag = z
  .object({
    _id: z.string(),
    name: z.string(),
    /** Null for a tag of the account itself. */
    orgId: z.string().nullable(),
    /** Number of devices with the tag. */
    devices: z.number(),
    /** Left out when the tag has none. */
    operatingHours: operatingHours.optional(),
    brightness: brightnessPlan.optional(),
  })
  .meta({ id: 'DeviceTag' });
export type DeviceTag = z.infer<typeof deviceTag>;

export const renameTagBody = z.strictObject({ name: tagName });

/** PUT /devices/tags/{id}/settings: for devices with the tag that lack their own settings. */
export const tagSettingsBody = z
  .strictObject(operatingSettings)
  .refine((settings) => Object.values(settings).some((value) => value !== undefined), 'Specify the operating hours or the brightness');
