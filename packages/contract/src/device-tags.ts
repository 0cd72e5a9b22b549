/** Words that people sort their devices by. A tag belongs to an account or a family, as devices do. */
import { z } from 'zod';
import { DEVICE_LIMITS } from './device-limits.ts';
import { text } from './text.ts';

const SEPARATOR = ',';

/** Lists of tags stand in addresses with commas between them, so that no tag has one. */
export const tagName = text({ max: DEVICE_LIMITS.tagNameMax, required: 'Enter a tag', long: 'Should not exceed 30 characters' })
  .refine((name) => !name.includes(SEPARATOR), 'A tag can’t contain a comma')
  .transform((name) => name.normalize('NFC'));

/** Returns the normalized name of a tag. Tags with the same normalized name are equal. */
export const normalizeTag = (name: string): string => name.normalize('NFC').trim().toLowerCase();

/** Tags as an address has them. */
export const joinTags = (names: readonly string[]): string => names.join(SEPARATOR);

/** The opposite of `joinTags`: each tag once, folded. */
export const splitTags = (list: string | undefined): string[] => [
  ...new Set(
    (list ?? '')
      .split(SEPARATOR)
      .map(normalizeTag)
      .filter((name) => name !== ''),
  ),
];

/** No device can have more tags than this. */
export const tagFilter = z
  .string()
  .max((DEVICE_LIMITS.tagNameMax + 1) * DEVICE_LIMITS.tagsPerDevice)
  .refine((list) => splitTags(list).length <= DEVICE_LIMITS.tagsPerDevice, 'A device can’t have this many tags');

export const deviceTag = z
  .object({
    _id: z.string(),
    name: z.string(),
    /** Null: of the account itself. */
    orgId: z.string().nullable(),
    /** How many have it. */
    devices: z.number(),
  })
  .meta({ id: 'DeviceTag' });
export type DeviceTag = z.infer<typeof deviceTag>;

export const renameTagBody = z.strictObject({ name: tagName });
