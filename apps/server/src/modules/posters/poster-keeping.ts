import type { Tx } from '../../platform/database/database.ts';
import { handle } from '../../platform/queue/job-type.ts';
import type { Platform } from '../define-module.ts';
import type { FilesFace } from '../files/index.ts';
import { findPosterOrder, forgetPrint, keepPrint, listHeldOf } from './poster-orders.store.ts';
import { forgetPrintJob, keepPrintJob } from './posters.jobs.ts';

type Deps = Pick<Platform, 'db' | 'storage' | 'queue'> & { files: FilesFace };

const keyOf = (orderId: string): string => `prints/${orderId}`;

/** The picture of an order outlives its media, its album and its account: soon after it is ordered, the order has bytes of its own. */
export function createKeeping({ db, storage, queue, files }: Deps) {
  /** The same key each time, so that what was interrupted leaves nothing behind. */
  const copy = async (orderId: string): Promise<boolean> => {
    const order = await findPosterOrder(db, orderId);
    if (!order || order.source_key === null) return false;
    if (!(await storage.stat(keyOf(orderId)))) await storage.copy(keyOf(orderId), order.source_key);
    return true;
  };

  return {
    job: handle(keepPrintJob, async ({ orderId }) => {
      if (!(await copy(orderId))) return;
      const fileId = await db.transaction().execute((tx) => keepPrint(tx, orderId, keyOf(orderId)));
      // Apart: files are let go of with the account held first. Should that fail, the sweep of forgotten files finds it.
      if (fileId !== undefined) await db.transaction().execute((tx) => files.removeUnused(tx, [fileId]));
    }),

    /** An account goes with all its files: what was ordered of them within the last seconds is copied before. */
    async accountDeleting(tx: Tx, { userId }: { userId: string }): Promise<void> {
      for (const { order_id: orderId } of await listHeldOf(tx, userId))
        if (await copy(orderId)) await keepPrint(tx, orderId, keyOf(orderId));
    },

    /** What nobody paid keeps nothing. Files that it held still are found by the sweep of forgotten ones. */
    async orderClosed(tx: Tx, { orderId }: { orderId: string }): Promise<void> {
      const kept = await forgetPrint(tx, orderId);
      if (kept) await queue.add(tx, forgetPrintJob, { key: keyOf(orderId) });
    },

    forgetJob: handle(forgetPrintJob, ({ key }) => storage.remove(key)),
  };
}
