import type { DuplicateFiles, duplicateFilesBody } from '@vitrine/contract';
import type { z } from 'zod';
import { authorize, type Person } from '../access/index.ts';
import { findFileOwnerScope } from '../albums/index.ts';
import type { Platform } from '../define-module.ts';
import { findDuplicates, listExistingSizes } from './duplicates.read-model.ts';

type CheckedFile = z.infer<typeof duplicateFilesBody>['files'][number];

/** Finds files that the album already contains, before any upload, by the same rule that applies when an upload ends. */
export const createDuplicateFinder =
  ({ db }: Pick<Platform, 'db'>) =>
  async (actor: Person, albumId: string, files: readonly CheckedFile[]): Promise<DuplicateFiles> => {
    await authorize(db, actor, 'album.read', [albumId]);
    const { ownerId } = await findFileOwnerScope(db, albumId, actor.userId);
    const checksums = files.flatMap(({ sha256 }) => sha256 ?? []);
    const duplicates = checksums.length > 0 ? await findDuplicates(db, albumId, ownerId, checksums) : new Map<string, string>();
    const unread = files.flatMap(({ size, sha256 }) => (sha256 === undefined ? size : []));
    const sizes = unread.length > 0 ? await listExistingSizes(db, albumId, unread) : new Set<number>();
    return {
      known: files.flatMap(({ sha256 }, index) => {
        const mediaId = sha256 && duplicates.get(sha256);
        return mediaId ? { index, mediaId } : [];
      }),
      possible: files.flatMap(({ size, sha256 }, index) => (sha256 === undefined && sizes.has(size) ? index : [])),
    };
  };
export type FindDuplicateFiles = ReturnType<typeof createDuplicateFinder>;
