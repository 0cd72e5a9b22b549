import { z } from 'zod';
import { id, pageQuery } from './envelope.ts';
import { LIMITS } from './limits.ts';
import { mediaKey } from './media-key.ts';
import { MEDIA_KINDS } from './media-kinds.ts';
import { mediaDuration, mediaValidity } from './media-validity.ts';
import { MESSAGES } from './messages.ts';
import { text } from './text.ts';
import { framingState } from './web-pages.ts';

/** Processing codes of the specification (2 §4); 9 is ours. Images end at 6 as well, once the wall's copy is made. */
export const MEDIA_STATUS = { placeholder: 0, uploaded: 1, processing: 2, playable: 5, complete: 6, failed: 9 } as const;

export const mediaFile = z.object({
  key: z.string(),
  name: z.string(),
  mimetype: z.string(),
  location: z.string(),
  size: z.number(),
  /** Seconds. */
  duration: z.number(),
  fileName: z.string(),
});

export const media = z
  .object({
    _id: z.string(),
    albumId: z.string(),
    kind: z.enum(MEDIA_KINDS),
    mediaFile,
    name: z.string(),
    caption: z.string(),
    sequence: z.number(),
    /** Clockwise degrees it is shown turned by, already part of `mediaFile.key`; width and height are as shown. */
    rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
    status: z.number(),
    /** Why processing failed, as a message, when status is 9. */
    failureReason: z.string().nullable(),
    /** HLS playlist, a path under /api/, once there. */
    main: z.string().nullable(),
    /** Key of the poster frame, for GET /uploads. */
    videoThumbnail: z.string().nullable(),
    /** Keys of the MP4 renditions by height, for GET /streams/{key}: 720 for each video that plays, and 1080 once there is one. */
    keys: z.record(z.string(), z.string()),
    /** The short video of a live photo, an iPhone's or Android's. Null for photos without one, and other kinds. */
    livePhoto: z
      .object({
        /** Key of its MP4, for GET /streams/{key}; null until it is made. */
        key: z.string().nullable(),
        /** Key of the video's original, for GET /uploads/media/download. Null when the photo's original contains the video. */
        videoKey: z.string().nullable(),
      })
      .nullable(),
    /** Pixels, upright; null until known. */
    width: z.number().nullable(),
    height: z.number().nullable(),
    /** Number of pages of a document, null until known. Null for other kinds. */
    pageCount: z.number().nullable(),
    /** Pages of a document that are shown, in order, counted from 1. Null when all are shown in the order of the file. */
    pageOrder: z.array(z.number()).nullable(),
    /** Seconds it stays on screens; null when the playlist decides. Null for videos. */
    duration: z.number().nullable(),
    /** When screens show it; null is always. */
    valid: mediaValidity.nullable(),
    /** Whether the site of a web page allows screens to show it. Null for other kinds. */
    framing: framingState.nullable(),
    /** Base64 of a ThumbHash, shown until the image is loaded. */
    thumbhash: z.string().nullable(),
    /** Local date and time of capture, ISO 8601, with its offset if the file has it. Null when unknown. */
    takenAt: z.string().nullable(),
    /** True when a user entered `takenAt`. */
    isTakenAtEdited: z.boolean(),
    camera: z.string().nullable(),
    lens: z.string().nullable(),
    /** City, region and country; null as well for those it is shared with who may not know. */
    place: z.string().nullable(),
    uploadedBy: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Media' });
export type Media = z.infer<typeof media>;

/** `favourite`: marked by the caller. */
const mediaFilter = z.enum(['image', 'video', 'document', 'favourite', 'all']).default('all');
/** Order of media. `takenasc` and `takendesc` sort by capture date; media without one are sorted by the date they were added. */
const mediaSort = z.enum(['az', 'za', 'lastmodified', 'takenasc', 'takendesc']);
export type MediaSort = z.infer<typeof mediaSort>;

export const mediaListQuery = pageQuery.extend({
  filter: mediaFilter,
  sort: mediaSort.optional(),
  /** The page that follows this media in the order asked for, instead of `page`: as fast at the end as at the start. */
  after: id.optional(),
});

/** GET /medias/{albumId}/layout: the shape of a whole album, small enough to lay out 100,000 tiles before any of them is known. */
export const mediaLayoutQuery = z.object({ filter: mediaFilter, sort: mediaSort.optional() });
export const mediaLayout = z.object({
  count: z.number(),
  /** base64 of one little-endian Uint16 per media in order: 1000 * width / height as shown, 0 while unknown. */
  ratios: z.string(),
});
export type MediaLayout = z.infer<typeof mediaLayout>;
/** GET /medias/{albumId}/ids, in the order asked for: what 'select all' means. */
export const mediaIds = z.array(z.string());

/** Kinds of files that depend on programs of the server. `office`: presentations, texts and spreadsheets, which are shown as documents. */
export const acceptedFiles = z.object({ office: z.boolean() });
export type AcceptedFiles = z.infer<typeof acceptedFiles>;

/** POST /uploads answers one of these for each file. */
export const uploadedFile = z.object({
  key: z.string(),
  originalname: z.string(),
  mimetype: z.string(),
  location: z.string(),
  size: z.number(),
  filename: z.string(),
  metadata: z.object({ mimetype: z.string(), fileName: z.string() }),
});
export type UploadedFile = z.infer<typeof uploadedFile>;

export const uploadQuery = z.object({ fileType: z.enum(['image', 'video', 'convert']).optional(), token: z.string().max(200).optional() });

/** POST /medias: files uploaded before become media of an album. Only `key` is trusted; the rest is looked up. */
export const createMediaBody = z.strictObject({
  albumId: id,
  mediaFile: z
    .array(z.looseObject({ key: id }))
    .min(1)
    .max(LIMITS.filesPerUpload, 'You can upload up to 30 files at a time.'),
  caption: z.string().max(LIMITS.captionMax).optional(),
  userId: id.optional(),
});

const mediaName = text({ max: LIMITS.detailNameMax, required: MESSAGES.nameRequired, long: MESSAGES.mediaNameLong });
const mediaCaption = z.string().max(LIMITS.captionMax, MESSAGES.captionLong);

/** Form of the detail panel. A name from the original file may be longer and stays until it is changed. */
export const mediaDetailsForm = (present: string) =>
  z.object({
    name: z
      .string()
      .refine((name) => name.trim() !== '', MESSAGES.nameRequired)
      .refine((name) => name === present || name.trim().length <= LIMITS.detailNameMax, MESSAGES.mediaNameLong),
    caption: mediaCaption,
  });
const TAKEN_AT_MESSAGE = 'Enter a date and a time.';

/** When and how long screens show media. Null removes the setting. */
const screenTimes = {
  /** Seconds; not for videos. Null shows it as long as the playlist says. */
  duration: mediaDuration.nullable().optional(),
  valid: mediaValidity.nullable().optional(),
};

export const editMediaBody = z.strictObject({
  name: mediaName.optional(),
  caption: mediaCaption.optional(),
  /** Capture time as shown by a local clock, such as 2024-07-31T18:30. Null restores the time that the file contains. */
  takenAt: z.iso
    .datetime({ local: true, error: TAKEN_AT_MESSAGE })
    .refine((text) => !text.endsWith('Z'), TAKEN_AT_MESSAGE)
    .nullable()
    .optional(),
  /** Pages of a document to show, in order, each once. Null shows all pages in the order of the file. */
  pageOrder: z
    .array(z.number().int().min(1).max(LIMITS.documentPages))
    .min(1, 'Show at least one page.')
    .max(LIMITS.documentPages)
    .refine((pages) => new Set(pages).size === pages.length, 'Show each page only once.')
    .nullable()
    .optional(),
  ...screenTimes,
  /** Its new place, counted from 1. */
  sequence: z.number().int().min(1).optional(),
  /** Another file in its place: one this person uploaded, of the same kind. */
  mediaFile: z.looseObject({ key: mediaKey }).optional(),
  userId: id.optional(),
});

const manyMedia = z.array(id).min(1).max(LIMITS.mediaPerCall);
/** PUT /medias/screentimes: media of any albums. Videos keep their length. */
export const setScreenTimesBody = z
  .strictObject({ mediaIdArr: manyMedia, ...screenTimes })
  .refine(({ duration, valid }) => duration !== undefined || valid !== undefined, 'Specify a duration or a period.');
export const deleteMediaBody = z.strictObject({ mediaIdArr: manyMedia, userId: id.optional() });
/** DELETE /medias: media of any albums. */
export const deleteSelectedMediaBody = z.strictObject({ mediaIdArr: manyMedia });
/** PUT /medias/{albumId}/move and /copy: from the album in the address to the one in the body. `incomplete` is the message when that one is missing. */
const transferMediaBody = (incomplete: string) =>
  z.strictObject(
    { albumId: z.uuid({ error: incomplete }), mediaIdArr: manyMedia, userId: id.optional() },
    { error: ({ code }) => (code === 'invalid_type' ? incomplete : undefined) },
  );
export const copyMediaBody = transferMediaBody(MESSAGES.copyIncomplete);
/**
 * Optional positions, one for each media: the id of the media before which it is placed, or null for the end. An id that no longer exists counts as the end.
 */
export const moveMediaBody = transferMediaBody(MESSAGES.moveIncomplete)
  .extend({ beforeIdArr: z.array(id.nullable()).max(LIMITS.mediaPerCall).optional() })
  .refine(({ mediaIdArr, beforeIdArr }) => beforeIdArr === undefined || beforeIdArr.length === mediaIdArr.length, {
    path: ['beforeIdArr'],
    message: 'Specify one position for each item.',
  });
/** PUT /medias/{albumId}/order: these, in this order, before that one; null puts them at the end. */
export const orderMediaBody = z.strictObject({ mediaIdArr: manyMedia, beforeId: id.nullable() });
/** POST /uploads/media/rotate/{mediaId}: clockwise, on top of how it is turned already. */
export const rotateMediaBody = z.strictObject({
  rotateAngle: z
    .number()
    .int()
    .min(-270)
    .max(270)
    .refine((angle) => angle % 90 === 0, 'The rotation angle must be a multiple of 90 degrees.'),
});

/**
 * POST /medias/{albumId}/known: returns which of these files the album already contains, before any upload. Without a checksum the response only indicates
 * whether a file might exist, so that the client can compute the checksum.
 */
export const duplicateFilesBody = z.strictObject({
  files: z
    .array(
      z.strictObject({
        size: z.number().int().min(1),
        sha256: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .optional(),
      }),
    )
    .min(1)
    .max(LIMITS.filesWaiting),
});
/** Indexes of the files in the request, from 0. */
export const duplicateFiles = z.object({
  known: z.array(z.object({ index: z.number(), mediaId: z.string() })),
  possible: z.array(z.number()),
});
export type DuplicateFiles = z.infer<typeof duplicateFiles>;

/** PUT /medias/media/{mediaId}/favourite: for the caller only. */
export const favouriteBody = z.strictObject({ isFavourite: z.boolean() });
/** PUT /medias/favourites: for the caller only. */
export const favouritesBody = z.strictObject({ mediaIdArr: manyMedia, isFavourite: z.boolean() });

/** POST /uploads/zip answers where to fetch it: GET /uploads/zip/{key}. */
/** Without an album, the media may be of several albums. */
export const zipBody = z
  .strictObject({ albumId: id.optional(), mediaIdArr: manyMedia.optional() })
  .refine(({ albumId, mediaIdArr }) => albumId !== undefined || mediaIdArr !== undefined, {
    path: ['albumId'],
    message: 'Choose an album, or photos and videos to download.',
  });
export const zipDownloadToken = z.object({
  key: z.string(),
  name: z.string(),
  count: z.number(),
  /** Bytes of the files in it. */ size: z.number(),
});

export type ZipDownloadToken = z.infer<typeof zipDownloadToken>;

/** GET /medias/search. */
export const mediaSearchQuery = z.object({ string: z.string().max(200), userId: id.optional(), orgId: id.optional() });

export const renditionQuery = z.object({
  key: mediaKey,
  width: z.coerce.number<number>().int().min(1).max(3840).optional(),
  height: z.coerce.number<number>().int().min(1).max(3840).optional(),
  /** cover crops to the box, contain and inside keep the whole picture within it. */
  fit: z.enum(['cover', 'contain', 'inside']).default('cover'),
  /** Ignored. Another value is another address, at which a browser requests a redrawn picture again. */
  version: z.string().max(100).optional(),
  token: z.string().max(200).optional(),
});

/** Metadata a resumable (tus) upload sends when it is created. */
export interface TusMetadata {
  filename: string;
  albumId: string;
  /** Microseconds since 1970. Uploads of one user appear in this order in the album, whichever arrives first. */
  chosenAt?: string;
}
/** Endpoint of resumable uploads. The response to a completed one has `x-media-id` or `x-duplicate-of`. */
export const TUS_PATH = '/api/uploads/tus';
