import { z } from 'zod';
import type { Tx } from '../../platform/database/database.ts';
import { createJobHandler, defineJob, PRIORITY } from '../../platform/queue/job-type.ts';
import type { Platform } from '../define-module.ts';
import type { FilesApi } from '../files/index.ts';
import { clearPrintFile, findPosterOrder, listOrdersReferencingFiles, setPrintKey } from './poster-orders.store.ts';

/** Gives an order bytes of its own, so that the picture it was made of may go. */
export const copyPrintFileJob = defineJob('posters.keepPrint', z.object({ orderId: z.uuid() }), { maxAttempts: 20 });

/** Removes the bytes of an order that keeps nothing any more. */
export const deletePrintFileJob = defineJob('posters.forgetPrint', z.object({ key: z.string() }), { priority: PRIORITY.background });

type Deps = Pick<Platform, 'db' | 'storage' | 'queue'> & { files: FilesApi };

const getPrintKey = (orderId: string): string => `prints/${orderId}`;

/** The picture of an order outlives its media, its album and its account: soon after it is ordered, the order has bytes of its own. */
export function createPrintStorage({ db, storage, queue, files }: Deps) {
  /** The same key each time, so that what was interrupted leaves nothing behind. */
  const copyPrint = async (orderId: string): Promise<boolean> => {
    const order = await findPosterOrder(db, orderId);
    if (!order || order.source_key === null) return false;
    if (!(await storage.stat(getPrintKey(orderId)))) await storage.copy(getPrintKey(orderId), order.source_key);
    return true;
  };

  return {
    job: createJobHandler(copyPrintFileJob, async ({ orderId }) => {
      if (!(await copyPrint(orderId))) return;
      const fileId = await db.transaction().execute((tx) => setPrintKey(tx, orderId, getPrintKey(orderId)));
      // Apart: files are let go of with the account held first. Should that fail, the sweep of forgotten files finds it.
      if (fileId !== undefined) await db.transaction().execute((tx) => files.removeUnused(tx, [fileId]));
    }),

    /** An account goes with all its files: what was ordered of them within the last seconds is copied before. */
    async handleAccountDeleting(tx: Tx, { userId }: { userId: string }): Promise<void> {
      for (const { order_id: orderId } of await listOrdersReferencingFiles(tx, userId))
        if (await copyPrint(orderId)) await setPrintKey(tx, orderId, getPrintKey(orderId));
    },

    /** What nobody paid keeps nothing. Files that it held still are found by the sweep of forgotten ones. */
    async handleOrderClosed(tx: Tx, { orderId }: { orderId: string }): Promise<void> {
      const kept = await clearPrintFile(tx, orderId);
      if (kept) await queue.add(tx, deletePrintFileJob, { key: getPrintKey(orderId) });
    },

    forgetJob: createJobHandler(deletePrintFileJob, ({ key }) => storage.remove(key)),
  };
}
