import { z } from 'zod';
import { id, pageQuery } from './envelope.ts';
import { LIMITS } from './limits.ts';
import { MESSAGES } from './messages.ts';
import { text } from './text.ts';

export const albumName = text({
  min: LIMITS.nameMin,
  max: LIMITS.nameMax,
  required: MESSAGES.nameRequired,
  short: MESSAGES.tooShort,
  long: MESSAGES.albumNameLong,
  word: MESSAGES.validName,
});

export const albumForm = z.object({ name: albumName });
export const createAlbumBody = z.strictObject({ name: albumName, userId: id.optional(), orgId: id.optional() });
export const editAlbumBody = z.strictObject({
  name: albumName.optional(),
  caption: z.string().max(LIMITS.captionMax, MESSAGES.captionLong).optional(),
});

/** az, za by name; the others newest or smallest first unless they say otherwise. */
export const sortOrder = z.enum(['az', 'za', 'lastmodified', 'createdAt', 'sizeasc', 'sizedesc']);
export type SortOrder = z.infer<typeof sortOrder>;
export const albumListQuery = pageQuery.extend({ sort: sortOrder.optional() });

/** What the person asking may do with the object; the browser shows nothing else. */
export const albumAbilities = z.object({ addMedia: z.boolean(), rename: z.boolean(), delete: z.boolean(), share: z.boolean() });

export const album = z
  .object({
    _id: z.string(),
    name: z.string(),
    caption: z.string(),
    albumType: z.enum(['default', 'normal']),
    createdBy: z.string(),
    orgId: z.string().nullable(),
    thumbnail: z.object({ key: z.string(), thumbhash: z.string().nullable() }).nullable(),
    imageCount: z.number(),
    videoCount: z.number(),
    /** Bytes of the originals in the album. */
    albumStorage: z.number(),
    createdAt: z.string(),
    updatedAt: z.string(),
    abilities: albumAbilities,
  })
  .meta({ id: 'Album' });
export type Album = z.infer<typeof album>;
