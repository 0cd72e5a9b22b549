import { z } from 'zod';
import { toAsciiEmail } from './email-address.ts';
import { id, pageQuery } from './envelope.ts';
import { LIMITS } from './limits.ts';
import { mediaKey } from './media-key.ts';
import { MESSAGES } from './messages.ts';
import { text } from './text.ts';

export const albumName = text({
  min: LIMITS.nameMin,
  max: LIMITS.nameMax,
  required: MESSAGES.nameRequired,
  short: MESSAGES.tooShort,
  long: MESSAGES.albumNameLong,
  letterMessage: MESSAGES.validName,
});

const albumCaption = z.string().max(LIMITS.captionMax, MESSAGES.captionLong);

export const albumForm = z.object({ name: albumName });
/** Form of the detail panel. */
export const albumDetailsForm = z.object({ name: albumName, caption: albumCaption });
/** The same rules in the words of the form on the media screen (specification 2 §5). */
export const mediaPageAlbumForm = z.object({
  name: text({
    min: LIMITS.nameMin,
    max: LIMITS.nameMax,
    required: MESSAGES.albumNameRequired,
    short: MESSAGES.tooShort,
    long: MESSAGES.tooLong,
    letterMessage: MESSAGES.validName,
  }),
});
export const createAlbumBody = z.strictObject({ name: albumName, userId: id.optional(), orgId: id.optional() });
export const editAlbumBody = z.strictObject({
  name: albumName.optional(),
  caption: albumCaption.optional(),
  /** The cover; null restores the first photo. Only `key` is used. */
  thumbnail: z.looseObject({ key: mediaKey }).nullable().optional(),
  /** Whether those it is shared with see where its pictures were taken. */
  showPlaces: z.boolean().optional(),
  userId: id.optional(),
});

/** az, za by name; the others newest or smallest first unless they say otherwise. */
export const sortOrder = z.enum(['az', 'za', 'lastmodified', 'createdAt', 'sizeasc', 'sizedesc']);
export type SortOrder = z.infer<typeof sortOrder>;
/** Pages of 25 when sorted and of 50 otherwise, unless the call says (specification 2 §9). */
export const albumListQuery = pageQuery.extend({
  dataPerPage: pageQuery.shape.dataPerPage.unwrap().optional(),
  sort: sortOrder.optional(),
  /** The page that follows this album in the order asked for, instead of `page`: as fast at the end as at the start. */
  after: id.optional(),
});
/** GET /albums: the albums of an organisation or of a user; by default those of the caller. */
export const albumsQuery = albumListQuery.extend({ orgId: id.optional(), userId: id.optional() });
/** GET /albums/count: of the same lists, or of the albums that others share with the account. */
export const albumCountQuery = z.object({ type: z.literal('shared').optional(), userId: id.optional(), orgId: id.optional() });
export const albumSearchQuery = z.object({
  string: z.string().max(200).default(''),
  type: z.literal('shared').optional(),
  userId: id.optional(),
  orgId: id.optional(),
});

/** Actions that the caller may perform on the album. The web app shows no other actions. */
export const albumAbilities = z.object({
  addMedia: z.boolean(),
  rename: z.boolean(),
  delete: z.boolean(),
  share: z.boolean(),
  /** Move, delete and reorder its media, and choose its cover. */
  arrange: z.boolean(),
  /** It is shared with the person, who can remove themselves. */
  leave: z.boolean(),
});

export const permission = z.enum(['read', 'write']);
export type Permission = z.infer<typeof permission>;

/** An account that an album is shared with. */
export const albumMember = z.object({
  userId: z.string(),
  name: z.string(),
  userEmail: z.string(),
  role: z.string(),
  permission,
  profilePicture: z.object({ key: z.string() }).nullable(),
  /** False while the invitation waits for an answer; nothing is open to them until then. */
  accepted: z.boolean(),
});
export type AlbumMember = z.infer<typeof albumMember>;

const sharer = albumMember.pick({ userId: true, name: true, userEmail: true, profilePicture: true });

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
    /** All kinds except images and videos. */
    otherCount: z.number(),
    /** Documents, which are part of `otherCount`. */
    documentCount: z.number(),
    /** Bytes of the originals in the album. */
    albumStorage: z.number(),
    /** Empty for those who are not its owners while they cannot share it: they see `sharedBy`. */
    sharedWith: z.array(albumMember),
    /** Addresses it is shared with that have no account yet. */
    notRegisterUser: z.array(z.object({ email: z.string(), permission })),
    /** Who shared it with the person asking; empty for its owners. */
    sharedBy: z.array(sharer),
    /** Whether those it is shared with see where its pictures were taken, and find it in what they download. */
    showPlaces: z.boolean(),
    createdAt: z.string(),
    updatedAt: z.string(),
    abilities: albumAbilities,
  })
  .meta({ id: 'Album' });
export type Album = z.infer<typeof album>;

const address = z.string().trim().toLowerCase().max(LIMITS.emailMax).transform(toAsciiEmail);
/** PUT /albums/share/{albumId}. An address shared with already gets the new permission. */
export const shareAlbumBody = z.strictObject({
  emailArr: z
    .array(z.strictObject({ email: address, permission }))
    .max(LIMITS.albumMembers)
    .default([]),
  /** Ids of members, or addresses without an account. */
  userRemoveId: z
    .array(z.union([id, address]))
    .max(LIMITS.albumMembers)
    .default([]),
  userId: id.optional(),
});
export const unshareAlbumBody = z.strictObject({
  userRemoveId: z
    .array(z.union([id, address]))
    .min(1)
    .max(LIMITS.albumMembers),
});
export const emailSuggestion = z.object({ _id: z.string(), email: z.string() });
export const invitationActionBody = z.strictObject({ type: z.enum(['accept', 'canceled']), notificationId: id.optional() });
