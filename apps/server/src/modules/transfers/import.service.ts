import type { Media } from '@vitrine/contract';
import type { Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, type Person } from '../access/index.ts';
import { assertAlbumCapacity, findFileOwnerScope, lockAlbumContents } from '../albums/index.ts';
import { lockAccounts, sumReservations } from '../entitlements/index.ts';
import { type FileRow, listOwnOriginals } from '../files/index.ts';
import { findMedia, type MediaApi } from '../media/index.ts';
import { createOwnershipTransfer, type IncomingFiles, type OwnershipTransferDeps } from './ownership-transfer.service.ts';
import { listUploadedFiles, type SourceFile } from './transfer-sources.read-model.ts';

export interface ImportedFiles {
  /** The originals that the album shows, in the order of the requested ids. They belong to the album's owner scope. */
  files: FileRow[];
}

export type ImportFiles = ReturnType<typeof createFileImport>;

/**
 * Brings files that an account uploaded into the owner scope of an album. Files in a family's album become the family's; a file that an own album of the
 * account shows too is copied. `work` runs in the same transaction, with the accounts locked. NOT_FOUND, PLAN_ENDED, QUOTA_EXCEEDED.
 */
export function createFileImport(deps: OwnershipTransferDeps) {
  const { db, albums } = deps;
  const transferFiles = createOwnershipTransfer(deps);
  return async <T>(
    actor: Person,
    albumId: string,
    fileIds: readonly string[],
    work: (tx: Tx, imported: ImportedFiles) => Promise<T>,
    { additionalAccountIds = [] }: { additionalAccountIds?: readonly string[] } = {},
  ): Promise<T> => {
    const find = async (db: Db): Promise<IncomingFiles<SourceFile>> => {
      const ownerScope = await findFileOwnerScope(db, albumId, actor.userId);
      const files = await listUploadedFiles(db, fileIds, actor.userId, ownerScope);
      if (files.length !== new Set(fileIds).size) throw new AppError('NOT_FOUND');
      return { ownerScope, files };
    };
    return transferFiles(actor, albumId, {
      find,
      execute: (prepare) =>
        db.transaction().execute(async (tx) => {
          const { ownerId: payerId } = await findFileOwnerScope(tx, albumId, actor.userId);
          await lockAccounts(tx, [actor.userId, payerId, ...additionalAccountIds]);
          const owner = await albums.reservations.lockStorageOwner(tx, albumId, actor.userId);
          const { getShownFileId, apply } = await prepare(tx, owner);
          await apply();
          const shownIds = fileIds.map(getShownFileId);
          const rows = new Map((await listOwnOriginals(tx, owner.ownerId, [...new Set(shownIds)])).map((file) => [file.id, file]));
          const importedFiles = shownIds.map((id) => rows.get(id));
          if (!importedFiles.every((file) => file !== undefined)) throw new AppError('NOT_FOUND');
          return work(tx, { files: importedFiles });
        }),
    });
  };
}

interface MediaTexts {
  caption?: string;
  /** Default: the names of the files. */
  name?: string;
}

/** Adds uploaded files to albums as media. */
export function createImportService(media: Pick<MediaApi, 'attach' | 'present'>, importFiles: ImportFiles) {
  /** Adds files that this account uploaded, in the given order. NOT_FOUND, ALBUM_FULL, PLAN_ENDED, QUOTA_EXCEEDED. */
  const create = (actor: Person, albumId: string, keys: string[], texts: MediaTexts = {}): Promise<Media[]> =>
    importFiles(actor, albumId, keys, async (tx, { files }) => {
      await authorize(tx, actor, 'album.addMedia', [albumId]);
      const album = await lockAlbumContents(tx, albumId);
      const reserved = await sumReservations(tx, actor.userId, albumId);
      const sizeBytes = files.reduce((sum, file) => sum + file.size_bytes, 0);
      assertAlbumCapacity(sizeBytes, (album?.size_bytes ?? 0) + reserved.album);
      const ids: string[] = [];
      for (const file of files) ids.push(await media.attach(tx, actor, file, albumId, texts));
      return media.present(tx, actor, await findMedia(tx, ids));
    });

  return { create };
}

export type ImportService = ReturnType<typeof createImportService>;
