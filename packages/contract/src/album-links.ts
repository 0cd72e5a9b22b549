import { z } from 'zod';
import { id, pageQuery } from './envelope.ts';
import { LIMITS } from './limits.ts';
import { media, renditionQuery } from './media.ts';
import { mediaKey } from './media-key.ts';

const PASSWORD_SHORT = `Use at least ${LIMITS.linkPasswordMin} characters.`;
/** As it is typed. */
export const linkPassword = z
  .string()
  .min(1, 'Enter a password.')
  .min(LIMITS.linkPasswordMin, PASSWORD_SHORT)
  .max(LIMITS.passwordMax, `Use at most ${LIMITS.passwordMax} characters.`);
/** As it travels: plain or sealed, like at sign-in. */
const sentPassword = z.string().min(1, 'Enter a password.').max(2048);

/** Null is never. Must be in the future. */
const expiresAt = z.iso.datetime({ offset: true, error: 'Choose a valid expiration date.' }).nullable();

/** A link to an album, for accounts that may share the album. */
export const albumLink = z
  .object({
    _id: z.string(),
    albumId: z.string(),
    /** The last characters of the address. */
    tokenEnd: z.string(),
    /** False for links of earlier versions, whose address is not stored. */
    canCopy: z.boolean(),
    madeBy: z.object({ userId: z.string(), name: z.string() }),
    hasPassword: z.boolean(),
    allowsDownload: z.boolean(),
    expiresAt: z.string().nullable(),
    hasExpired: z.boolean(),
    openedCount: z.number(),
    lastOpenedAt: z.string().nullable(),
    createdAt: z.string(),
  })
  .meta({ id: 'AlbumLink' });
export type AlbumLink = z.infer<typeof albumLink>;

export const createLinkBody = z.strictObject({
  expiresAt,
  password: sentPassword.nullable().default(null),
  allowsDownload: z.boolean().default(false),
});
/** Missing fields stay as they are; a password of null removes it. */
export const editLinkBody = z.strictObject({
  expiresAt: expiresAt.optional(),
  password: sentPassword.nullable().optional(),
  allowsDownload: z.boolean().optional(),
});
/** `token` is the last part of the link's address, `/shared/{token}`. */
export const linkToken = z.object({ token: z.string() });
export const createdLink = z.object({ link: albumLink, token: z.string() });

/** Any text: one that is no token looks like one that is unknown. */
const token = z.string().max(200);
export const linkParams = z.object({ token });
export const linkKeyParams = z.object({ token, key: id });
export const linkMediaParams = z.object({ token, mediaId: id });
export const linkPartParams = z.object({ token, key: id, part: z.string().regex(/^(main\.m3u8|init\.mp4|seg_\d{1,6}\.m4s)$/) });

export const unlockBody = z.strictObject({ password: sentPassword });

/** The part of the album that a link shows. */
export const sharedAlbum = z
  .object({
    name: z.string(),
    caption: z.string(),
    ownerName: z.string(),
    imageCount: z.number(),
    videoCount: z.number(),
    /** All kinds except images and videos. */
    otherCount: z.number(),
    /** Documents, which are part of `otherCount`. */
    documentCount: z.number(),
    allowsDownload: z.boolean(),
    expiresAt: z.string().nullable(),
    /** Platform of the owner, whose colors the page uses. */
    platform: z.enum(['PP', 'WV']),
  })
  .meta({ id: 'SharedAlbum' });
export type SharedAlbum = z.infer<typeof sharedAlbum>;
/** `album` is null until the password of a protected link was entered. */
export const openedLink = z.object({ isLocked: z.boolean(), album: sharedAlbum.nullable() });

export const sharedMedia = media
  .omit({ albumId: true, uploadedBy: true, isTakenAtEdited: true, duration: true, valid: true })
  .meta({ id: 'SharedMedia' });
export type SharedMedia = z.infer<typeof sharedMedia>;
export const sharedMediaQuery = pageQuery;
export const sharedRenditionQuery = renditionQuery.omit({ token: true });
export const sharedDownloadQuery = z.object({ key: mediaKey });
