import { z } from 'zod';
import { id, pageQuery } from './envelope.ts';
import { LIMITS } from './limits.ts';
import { text } from './text.ts';

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
    kind: z.enum(['image', 'video']),
    mediaFile,
    name: z.string(),
    caption: z.string(),
    sequence: z.number(),
    status: z.number(),
    /** Why processing failed, in words, when status is 9. */
    failureReason: z.string().nullable(),
    /** HLS playlist, a path under /api/, once there. */
    main: z.string().nullable(),
    /** Key of the poster frame, for GET /uploads. */
    videoThumbnail: z.string().nullable(),
    /** Keys of the MP4 renditions by height, for GET /streams/{key}. */
    keys: z.record(z.string(), z.string()),
    /** Pixels, upright; null until known. */
    width: z.number().nullable(),
    height: z.number().nullable(),
    /** base64 of a ThumbHash, to show before the picture is there. */
    thumbhash: z.string().nullable(),
    uploadedBy: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Media' });
export type Media = z.infer<typeof media>;

export const mediaListQuery = pageQuery.extend({
  filter: z.enum(['image', 'video', 'all']).default('all'),
  sort: z.enum(['az', 'za', 'lastmodified']).optional(),
});

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
    .max(LIMITS.filesPerUpload, 'At most 30 files can be uploaded at a time.'),
  caption: z.string().max(LIMITS.captionMax).optional(),
  userId: id.optional(),
});

export const editMediaBody = z.strictObject({
  name: text({ max: LIMITS.detailNameMax, required: 'Name is required', long: 'Should not exceed 50 characters' }).optional(),
  caption: z.string().max(LIMITS.captionMax).optional(),
});
export const deleteMediaBody = z.strictObject({ mediaIdArr: z.array(id).min(1).max(LIMITS.pageSizeMax) });

export const renditionQuery = z.object({
  key: id,
  width: z.coerce.number().int().min(1).max(3840).optional(),
  height: z.coerce.number().int().min(1).max(3840).optional(),
  /** cover crops to the box, contain and inside keep the whole picture within it. */
  fit: z.enum(['cover', 'contain', 'inside']).default('cover'),
  token: z.string().max(200).optional(),
});

/** Metadata a resumable (tus) upload sends when it is created. */
export interface TusMetadata {
  filename: string;
  albumId: string;
}
/** Where resumable uploads go. A finished one answers `x-media-id`, or `x-duplicate-of`. */
export const TUS_PATH = '/api/uploads/tus';
