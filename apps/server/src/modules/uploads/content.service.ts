import type { Media } from '@vitrine/contract';
import type { Tx } from '../../platform/database/database.ts';
import type { Person } from '../access/index.ts';
import type { AlbumsApi } from '../albums/index.ts';
import type { ModuleApi, Platform } from '../define-module.ts';
import { deleteFileBytes, type FilesApi, findFile, type InsertedContent, type NewContent, type StoredContent } from '../files/index.ts';
import type { MediaApi } from '../media/index.ts';
import type { processingModule } from '../processing/index.ts';
import type { transfersModule } from '../transfers/index.ts';
import { withUploadMetrics } from './ingest.service.ts';

/** Storing takes milliseconds. */
const ANNOUNCED_MINUTES = 15;

type ContentDeps = Pick<Platform, 'db' | 'storage'> & {
  albums: Pick<AlbumsApi, 'reservations'>;
  files: Pick<FilesApi, 'contents'>;
  media: Pick<MediaApi, 'lockForMedia' | 'attachToLocked'>;
  processing: Pick<ModuleApi<typeof processingModule>, 'notifyPlayable'>;
  transfers: Pick<ModuleApi<typeof transfersModule>, 'showNewFile'>;
};

/** Content with the function that inserts other rows of its file, in the transaction that inserts the file. */
export interface ContentRequest {
  content: NewContent;
  insertDetails: (tx: Tx, fileId: string) => Promise<void>;
}

interface AddedContent {
  fileId: string;
  mediaId: string;
}

interface ReplacedContent {
  fileId: string;
  media: Media;
}

/**
 * Stores content that the server makes for an account, such as the settings of a widget. Unlike an upload, it is complete and small, so all limits are checked
 * in the transaction that records it. A refusal or a crash leaves neither rows nor bytes behind.
 */
export function createContentService({
  db,
  storage,
  albums: { reservations },
  files: { contents },
  media,
  processing,
  transfers,
}: ContentDeps) {
  /** Stores the bytes and runs `record` in a transaction, which must insert the rows. */
  const store = async <T>(actor: Person, content: NewContent, record: (tx: Tx, stored: StoredContent) => Promise<T>): Promise<T> => {
    const fileId = await reservations.announce(actor, ANNOUNCED_MINUTES);
    try {
      const stored = await contents.store(fileId, content);
      return await db.transaction().execute((tx) => record(tx, stored));
    } catch (error) {
      await reservations.release(fileId);
      // Delete the bytes only when no row refers to them: the failure may have come after the commit.
      if (!(await findFile(db, fileId))) await deleteFileBytes(storage, fileId);
      throw error;
    }
  };

  const insert = async (tx: Tx, stored: StoredContent, ownerId: string, { insertDetails }: ContentRequest): Promise<InsertedContent> => {
    const file = await stored.insertRows(tx, ownerId);
    await insertDetails(tx, file.id);
    return file;
  };

  /** Adds content to the end of an album. NOT_FOUND, ALBUM_FULL, PLAN_ENDED, QUOTA_EXCEEDED, DISK_FULL. */
  const add = (actor: Person, { albumId, name, ...request }: ContentRequest & { albumId: string; name: string }): Promise<AddedContent> => {
    const sizeBytes = request.content.bytes.length;
    const storing = store(actor, request.content, async (tx, stored) => {
      const ownerId = await reservations.shareStorageOwner(tx, albumId, actor.userId);
      const file = await insert(tx, stored, ownerId, request);
      const album = await media.lockForMedia(tx, actor, albumId);
      await reservations.redeemAnnounced(tx, file.id, { ownerId, userId: actor.userId, albumId, sizeBytes }, album.size_bytes);
      const mediaId = await media.attachToLocked(tx, actor, file, albumId, { name });
      await processing.notifyPlayable(tx, mediaId);
      return { fileId: file.id, mediaId };
    });
    return withUploadMetrics(sizeBytes, storing);
  };

  /** Shows content in the place of the file of a media item. Without a name, its name stays. NOT_FOUND, INVALID, ALBUM_FULL, PLAN_ENDED, QUOTA_EXCEEDED, DISK_FULL. */
  const replace = (
    actor: Person,
    { mediaId, name, ...request }: ContentRequest & { mediaId: string; name: string | undefined },
  ): Promise<ReplacedContent> => {
    const sizeBytes = request.content.bytes.length;
    const storing = store(actor, request.content, async (tx, stored) => {
      const { id: fileId } = stored.original;
      const shown = await transfers.showNewFile(tx, { actor, id: mediaId, change: { name } }, async (ownerId) => {
        const file = await insert(tx, stored, ownerId, request);
        // The replaced file gives way to this one, so the capacity of the album is checked there.
        await reservations.redeemAnnounced(tx, fileId, { ownerId, userId: actor.userId, albumId: null, sizeBytes }, 0);
        return file;
      });
      return { fileId, media: shown };
    });
    return withUploadMetrics(sizeBytes, storing);
  };

  return { add, replace };
}
