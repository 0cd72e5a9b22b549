import type { Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Person } from '../access/index.ts';
import { holdAccounts } from '../entitlements/index.ts';
import { type FileRow, listOwnOriginals } from '../files/index.ts';
import { type Brought, listUploads } from './copies.store.ts';
import type { MediaDeps } from './media.deps.ts';
import type { Reservations } from './media.reservations.ts';
import { type Coming, createResettlement, findHome } from './media.resettling.ts';
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
  const resettle = createResettlement(deps, reservations);
  return async <T>(
    actor: Person,
    albumId: string,
    fileIds: readonly string[],
    work: (tx: Tx, ready: ReadyFiles) => Promise<T>,
    { alsoHeld = [] }: { alsoHeld?: readonly string[] } = {},
  ): Promise<T> => {
    const find = async (db: Db): Promise<Coming<Brought>> => {
      const home = await findHome(db, albumId, actor.userId);
      const files = await listUploads(db, fileIds, actor.userId, home);
      if (files.length !== new Set(fileIds).size) throw new AppError('NOT_FOUND');
      return { home, files };
    };
    return resettle(actor, albumId, {
      find,
      work: (settle) =>
        db.transaction().execute(async (tx) => {
          const { ownerId: payerId } = await findHome(tx, albumId, actor.userId);
          await holdAccounts(tx, [actor.userId, payerId, ...alsoHeld]);
          const held = await holdStorage(tx, entitlements, albumId, actor.userId);
          const { fileFor, apply } = await settle(tx, held);
          await apply();
          const shownIds = fileIds.map(fileFor);
          const rows = new Map((await listOwnOriginals(tx, held.ownerId, [...new Set(shownIds)])).map((file) => [file.id, file]));
          const chosen = shownIds.map((id) => rows.get(id));
          if (!chosen.every((file) => file !== undefined)) throw new AppError('NOT_FOUND');
          return work(tx, { chosen });
        }),
    });
  };
}
