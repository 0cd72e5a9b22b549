import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Person } from '../access/index.ts';
import { lockUsage } from '../entitlements/index.ts';
import { type FileRow, listOwnOriginals } from '../files/index.ts';
import { listUploads } from './copies.store.ts';
import type { MediaDeps } from './media.deps.ts';
import { createFileCopies, findHome, resettle } from './media.file-copies.ts';
import type { Reservations } from './media.reservations.ts';
import { holdStorage } from './media.storage-scope.ts';

/** What was brought, as it is shown in the album: in the order of the keys, at home there. */
export interface ReadyFiles {
  chosen: FileRow[];
}

export type Bring = ReturnType<typeof createBringing>;

/**
 * Files this person uploaded before come into an album: in a family's they become the family's, as another file where something of the
 * person's own shows them still. `work` runs in the transaction in which that happens, with the accounts held. NOT_FOUND, PLAN_ENDED, QUOTA_EXCEEDED.
 */
export function createBringing(deps: MediaDeps, reservations: Reservations) {
  const { db, entitlements } = deps;
  const files = createFileCopies(deps, reservations);
  return async <T>(
    actor: Person,
    albumId: string,
    fileIds: readonly string[],
    work: (tx: Tx, ready: ReadyFiles) => Promise<T>,
    { alsoHeld = [] }: { alsoHeld?: readonly string[] } = {},
  ): Promise<T> => {
    const home = await findHome(db, albumId, actor.userId);
    const brought = await listUploads(db, fileIds, actor.userId, home);
    if (brought.length !== new Set(fileIds).size) throw new AppError('NOT_FOUND');
    const { given, copied, fileFor } = resettle(brought, home);
    return files.withCopies(actor, albumId, copied, (made) =>
      db.transaction().execute(async (tx) => {
        for (const ownerId of [...new Set([actor.userId, home.ownerId, ...alsoHeld])].toSorted()) await lockUsage(tx, ownerId);
        const held = await holdStorage(tx, entitlements, albumId, actor.userId);
        await files.settle(tx, held, { given, made });
        const shownIds = fileIds.map((id) => fileFor(id, made));
        const rows = new Map((await listOwnOriginals(tx, held.ownerId, [...new Set(shownIds)])).map((file) => [file.id, file]));
        const chosen = shownIds.map((id) => rows.get(id));
        if (!chosen.every((file) => file !== undefined)) throw new AppError('NOT_FOUND');
        return work(tx, { chosen });
      }),
    );
  };
}
