import { z } from 'zod';
import { id } from './envelope.ts';

/** `orgId` selects the organisation's albums and playlists, and the usage and quota of its owner's plan. */
export const storageQuery = z.object({ orgId: id.optional() });

/** GET /albums/users/storages/{userId}; all sizes in bytes of originals. */
export const storageDetails = z
  .object({
    /** Used; never more than `quotaBytes` for long. */
    totalStorage: z.number(),
    quotaBytes: z.number(),
    /** Part of `totalStorage`: in the bin. */
    binStorage: z.number(),
    /** Part of `totalStorage`: what this person put into albums of others. */
    shareAlbumStorage: z.number(),
    /** Albums shared with this person. */
    shareAlbumCount: z.number(),
    totalAlbumStorage: z.number(),
    totalImageStorage: z.number(),
    totalVideoStorage: z.number(),
    /** Bytes of what `otherCount` counts. */
    totalOtherStorage: z.number(),
    imageCount: z.number(),
    videoCount: z.number(),
    /** All kinds except images and videos. */
    otherCount: z.number(),
    /** Documents, which are part of `otherCount`. */
    documentCount: z.number(),
    totalAlbumCount: z.number(),
    playlistCount: z.number(),
    /** Sum over playlists of what their albums hold. */
    totalPlaylistStorage: z.number(),
  })
  .meta({ id: 'StorageDetails' });
export type StorageDetails = z.infer<typeof storageDetails>;
