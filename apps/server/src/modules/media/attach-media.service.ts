import { MEDIA_STATUS, type MediaKind } from '@vitrine/contract';
import { isDrawn } from '@vitrine/contract/media-kinds';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { authorize, type Person } from '../access/index.ts';
import { type AlbumsApi, lockAlbumContents } from '../albums/index.ts';
import type { Platform } from '../define-module.ts';
import { getTitle } from '../files/index.ts';
import { addLiveVideo, deleteVideoItem, findLivePhotoPart, type LivePhotoPart } from './live-photos.store.ts';
import { enqueueMediaJob } from './media.jobs.ts';
import { insertMedia } from './media.store.ts';
import { allocatePositions } from './media-order.service.ts';
import { handleMediaRemoved } from './media-removal.service.ts';
import { findNextSelectedMedia, insertUploadOrder } from './upload-order.store.ts';

type StoredFile = { id: string; owner_id: string; kind: string; original_name: string; size_bytes: number; content_id: string | null };

export interface AttachOptions {
  caption?: string;
  /** Default: the name of the file. */
  name?: string;
  /** Time at which the uploader chose it, in microseconds since 1970. */
  selectedAtUs?: number;
}

export type LockedContents = NonNullable<Awaited<ReturnType<typeof lockAlbumContents>>>;

type AttachDeps = Pick<Platform, 'queue' | 'emit'> & { albums: Pick<AlbumsApi, 'notifyContentChanged' | 'contentChanged' | 'clearCover'> };

export function createAttachMedia({ queue, emit, albums }: AttachDeps) {
  /**
   * Prepares an album for a new media: authorizes the account, notifies the album's viewers when the transaction commits, and locks its content. Uploads into
   * one album wait for this lock, so everything that does not need it comes before. NOT_FOUND.
   */
  const lockForMedia = async (tx: Tx, actor: Person, albumId: string): Promise<LockedContents> => {
    await authorize(tx, actor, 'album.addMedia', [albumId]);
    await albums.notifyContentChanged(tx, albumId);
    const album = await lockAlbumContents(tx, albumId);
    if (!album) throw new AppError('NOT_FOUND');
    return album;
  };

  /** Adds a video that the album contains to a photo, and deletes the item of the video. */
  const takeVideo = async (tx: Tx, photoId: string, albumId: string, video: LivePhotoPart) => {
    await deleteVideoItem(tx, video.mediaId);
    await addLiveVideo(tx, photoId, video);
    await handleMediaRemoved(tx, { albums, emit }, albumId, [video.fileId]);
  };

  /** As `attach`, for an album that was locked by `lockForMedia`. */
  const attachToLocked = async (
    tx: Tx,
    actor: Person,
    file: StoredFile,
    albumId: string,
    { caption, name = getTitle(file.original_name), selectedAtUs }: AttachOptions = {},
  ): Promise<string> => {
    const part = await findOtherPart(tx, actor, file, albumId, name);
    if (part && file.kind === 'video') {
      await addLiveVideo(tx, part.mediaId, { fileId: file.id, sizeBytes: file.size_bytes });
      await enqueueMediaJob(tx, queue, file.kind, { fileId: file.id, ownerId: file.owner_id });
      await albums.contentChanged(tx, albumId, { isNotified: true });
      return part.mediaId;
    }
    const id = newId();
    const chosen = selectedAtUs === undefined ? undefined : { album_id: albumId, user_id: actor.userId, chosen_at_us: selectedAtUs };
    const nextId = chosen && (await findNextSelectedMedia(tx, chosen));
    const [sequence] = nextId ? await allocatePositions(tx, albumId, [nextId]) : [];
    await insertMedia(tx, {
      id,
      album_id: albumId,
      file_id: file.id,
      kind: file.kind as MediaKind,
      name,
      caption,
      uploaded_by: actor.userId,
      size_bytes: file.size_bytes,
      // The file that screens play is stored together with a widget.
      status: isDrawn(file) ? MEDIA_STATUS.playable : undefined,
      sequence,
    });
    if (chosen) await insertUploadOrder(tx, id, chosen);
    if (part) await takeVideo(tx, id, albumId, part);
    await enqueueMediaJob(tx, queue, file.kind, { fileId: file.id, ownerId: file.owner_id });
    await albums.contentChanged(tx, albumId, { isNotified: true });
    return id;
  };

  /**
   * Adds a stored file to an album: at its end, or before the media that the same account selected later and that arrived earlier. The halves of a live
   * photo become one item. Returns the id of the media. NOT_FOUND.
   */
  const attach = async (tx: Tx, actor: Person, file: StoredFile, albumId: string, options?: AttachOptions): Promise<string> => {
    await lockForMedia(tx, actor, albumId);
    return attachToLocked(tx, actor, file, albumId, options);
  };

  return { lockForMedia, attachToLocked, attach };
}

/** Finds the item of the album that is the other half of a live photo with this file. Most files have no content identifier and cost no query. */
const findOtherPart = async (tx: Tx, actor: Person, file: StoredFile, albumId: string, name: string): Promise<LivePhotoPart | undefined> =>
  file.content_id === null
    ? undefined
    : findLivePhotoPart(tx, {
        contentId: file.content_id,
        ownerId: file.owner_id,
        kind: file.kind === 'video' ? 'image' : 'video',
        albumId,
        uploadedBy: actor.userId,
        name,
      });
