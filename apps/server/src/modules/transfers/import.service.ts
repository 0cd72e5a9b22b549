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

/** The files as the album shows them, in the order of the keys, in the album's owner scope. */
export interface ImportedFiles {
  chosen: FileRow[];
}

export type ImportFiles = ReturnType<typeof createFileImport>;

/**
 * Files this person uploaded before come into an album: in a family's they become the family's, as another file where something of the
 * person's own shows them still. `work` runs in the transaction in which that happens, with the accounts held. NOT_FOUND, PLAN_ENDED, QUOTA_EXCEEDED.
 */
export function createFileImport(deps: OwnershipTransferDeps) {
  const { db, albums } = deps;
  const resettle = createOwnershipTransfer(deps);
  return async <T>(
    actor: Person,
    albumId: string,
    fileIds: readonly string[],
    work: (tx: Tx, ready: ImportedFiles) => Promise<T>,
    { alsoHeld: additionalAccountIds = [] }: { alsoHeld?: readonly string[] } = {},
  ): Promise<T> => {
    const find = async (db: Db): Promise<IncomingFiles<SourceFile>> => {
      const home = await findFileOwnerScope(db, albumId, actor.userId);
      const files = await listUploadedFiles(db, fileIds, actor.userId, home);
      if (files.length !== new Set(fileIds).size) throw new AppError('NOT_FOUND');
      return { home, files };
    };
    return resettle(actor, albumId, {
      find,
      execute: (settle) =>
        db.transaction().execute(async (tx) => {
          const { ownerId: payerId } = await findFileOwnerScope(tx, albumId, actor.userId);
          await lockAccounts(tx, [actor.userId, payerId, ...additionalAccountIds]);
          const held = await albums.reservations.lockStorageOwner(tx, albumId, actor.userId);
          const { getShownFileId: fileFor, apply } = await settle(tx, held);
          await apply();
          const shownIds = fileIds.map(fileFor);
          const rows = new Map((await listOwnOriginals(tx, held.ownerId, [...new Set(shownIds)])).map((file) => [file.id, file]));
          const importedFiles = shownIds.map((id) => rows.get(id));
          if (!importedFiles.every((file) => file !== undefined)) throw new AppError('NOT_FOUND');
          return work(tx, { chosen: importedFiles });
        }),
    });
  };
}

/** Adds uploaded files to albums as media. */
export function createImportService(media: Pick<MediaApi, 'attach' | 'present'>, importFiles: ImportFiles) {
  /** Adds files that this account uploaded, in the given order. NOT_FOUND, ALBUM_FULL, PLAN_ENDED, QUOTA_EXCEEDED. */
  const create = (actor: Person, albumId: string, keys: string[], caption?: string): Promise<Media[]> =>
    importFiles(actor, albumId, keys, async (tx, { chosen }) => {
      await authorize(tx, actor, 'album.addMedia', [albumId]);
      const album = await lockAlbumContents(tx, albumId);
      const reserved = await sumReservations(tx, actor.userId, albumId);
      const sizeBytes = chosen.reduce((sum, file) => sum + file.size_bytes, 0);
      assertAlbumCapacity(sizeBytes, (album?.size_bytes ?? 0) + reserved.album);
      const ids: string[] = [];
      for (const file of chosen) ids.push(await media.attach(tx, actor, file, albumId, { caption }));
      return media.present(tx, actor, await findMedia(tx, ids));
    });

  return { create };
}

export type ImportService = ReturnType<typeof createImportService>;
