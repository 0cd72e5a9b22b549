import { z } from 'zod';

/** GET /albums/users/storages/{userId}; all sizes in bytes of originals. */
export const storageDetails = z
  .object({
    /** Used; never more than `quotaBytes` for long. */
    totalStorage: z.number(),
    quotaBytes: z.number(),
    totalAlbumStorage: z.number(),
    totalImageStorage: z.number(),
    totalVideoStorage: z.number(),
    imageCount: z.number(),
    videoCount: z.number(),
    totalAlbumCount: z.number(),
    playlistCount: z.number(),
  })
  .meta({ id: 'StorageDetails' });
export type StorageDetails = z.infer<typeof storageDetails>;
