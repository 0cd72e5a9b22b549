import { MEDIA_STATUS, type Media, parseMediaKey } from '@vitrine/contract';
import { isDrawn } from '@vitrine/contract/media-kinds';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Person } from '../access/index.ts';
import { type AlbumsApi, assertAlbumCapacity, findFileOwnerScope, lockAlbumContents } from '../albums/index.ts';
import type { Platform } from '../define-module.ts';
import { lockAccounts, sumReservations } from '../entitlements/index.ts';
import type { FilesApi } from '../files/index.ts';
import {
  enqueueMediaJob,
  findAlbumIdOfMedia,
  findShownFile,
  handleMediaRemoved,
  type MediaApi,
  type MediaChange,
  updateShownFile,
} from '../media/index.ts';
import type { ImportedFiles, ImportFiles } from './import.service.ts';

type ReplacementDeps = Pick<Platform, 'db' | 'queue' | 'emit'> & {
  albums: Pick<AlbumsApi, 'clearCover' | 'reservations'>;
  files: Pick<FilesApi, 'removeUnused'>;
  media: Pick<MediaApi, 'update' | 'updateInTransaction'>;
};

/** The new original of a media item, in the owner scope of its album. */
interface Replacement {
  file: { id: string; owner_id: string; kind: string; size_bytes: number };
  rotation: number;
}

interface ReplacementRequest {
  actor: Person;
  /** Id of the media item. */
  id: string;
  fileKey: string;
}

/** Edits media, including replacement of the file. */
export function createReplacementService(deps: ReplacementDeps, importFiles: ImportFiles) {
  const { db, media } = deps;

  /** Runs `apply` with another file for a media: one that this account uploaded, or the one that it shows, in another rotation. NOT_FOUND. */
  const withReplacementFile = async <T>(
    { actor, id, fileKey }: ReplacementRequest,
    apply: (tx: Tx, replacement: Replacement) => Promise<T>,
  ): Promise<T> => {
    const key = parseMediaKey(fileKey);
    const shown = await findShownFile(db, id);
    const albumId = await findAlbumIdOfMedia(db, id);
    if (!key || !shown || !albumId) throw new AppError('NOT_FOUND');
    if (key.fileId !== shown.file_id) {
      const applyImported = (tx: Tx, { files: [file] }: ImportedFiles) => {
        if (!file) throw new AppError('NOT_FOUND');
        return apply(tx, { file, rotation: key.rotation });
      };
      return importFiles(actor, albumId, [key.fileId], applyImported, { additionalAccountIds: [shown.owner_id] });
    }
    return db.transaction().execute(async (tx) => {
      // Lock accounts before albums, in the same order as everywhere else.
      await lockAccounts(tx, [actor.userId, shown.owner_id]);
      return apply(tx, { file: { ...shown, id: shown.file_id }, rotation: key.rotation });
    });
  };

  /** Shows another file of the same kind. The caller has locked the album. */
  const replaceFile = async (tx: Tx, actor: Person, albumId: string, id: string, { file, rotation }: Replacement): Promise<void> => {
    const shown = await findShownFile(tx, id);
    if (!shown) throw new AppError('NOT_FOUND');
    if (file.kind !== shown.kind) throw new AppError('INVALID', 'You can only replace it with a file of the same type.');
    const album = await lockAlbumContents(tx, albumId);
    const reserved = await sumReservations(tx, actor.userId, albumId);
    assertAlbumCapacity(file.size_bytes, (album?.size_bytes ?? 0) - shown.size_bytes + reserved.album);
    const isSame = file.id === shown.file_id;
    await updateShownFile(tx, id, {
      file_id: file.id,
      // The video belongs to the replaced photo.
      live_video_id: isSame ? shown.live_video_id : null,
      size_bytes: file.size_bytes,
      rotation: file.kind === 'image' ? rotation : 0,
      // The file that screens play is stored with a widget, so an edited one stays on them.
      status: isDrawn(file) ? MEDIA_STATUS.playable : MEDIA_STATUS.uploaded,
    });
    await enqueueMediaJob(tx, deps.queue, file.kind, { fileId: file.id, ownerId: file.owner_id });
    if (isSame) return;
    await handleMediaRemoved(tx, deps, albumId, [shown.file_id]);
    await deps.files.removeUnused(tx, [shown.file_id, ...(shown.live_video_id ? [shown.live_video_id] : [])]);
  };

  /** Edits a media item. `fileKey` replaces its file. NOT_FOUND, INVALID, ALBUM_FULL, and with a file PLAN_ENDED, QUOTA_EXCEEDED. */
  const update = (actor: Person, id: string, { fileKey, ...change }: MediaChange & { fileKey?: string }): Promise<Media> => {
    if (fileKey === undefined) return media.update(actor, id, change);
    return withReplacementFile({ actor, id, fileKey }, (tx, replacement) =>
      media.updateInTransaction(tx, actor, id, change, (albumId) => replaceFile(tx, actor, albumId, id, replacement)),
    );
  };

  /**
   * Edits a media item and shows a new file in its place. `insertFile` inserts it for an account, which is locked. NOT_FOUND, INVALID, ALBUM_FULL.
   */
  const showNewFile = async (
    tx: Tx,
    { actor, id, change }: { actor: Person; id: string; change: MediaChange },
    insertFile: (ownerId: string) => Promise<Replacement['file']>,
  ): Promise<Media> => {
    const shown = await findShownFile(tx, id);
    const albumId = await findAlbumIdOfMedia(tx, id);
    if (!shown || !albumId) throw new AppError('NOT_FOUND');
    const { ownerId } = await findFileOwnerScope(tx, albumId, actor.userId);
    // Lock accounts before albums, in the same order as everywhere else. The replaced file may belong to another account.
    await lockAccounts(tx, [ownerId, shown.owner_id]);
    const owner = await deps.albums.reservations.lockStorageOwner(tx, albumId, actor.userId);
    return media.updateInTransaction(tx, actor, id, change, async (currentAlbumId) => {
      // Another request may have moved it while this one waited for the accounts.
      if (currentAlbumId !== albumId) throw new AppError('NOT_FOUND');
      await replaceFile(tx, actor, albumId, id, { file: await insertFile(owner.ownerId), rotation: 0 });
    });
  };

  return { update, showNewFile };
}

export type ReplacementService = ReturnType<typeof createReplacementService>;
