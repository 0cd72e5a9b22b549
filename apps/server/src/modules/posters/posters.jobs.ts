import { z } from 'zod';
import type { Tx } from '../../platform/database/database.ts';
import { createJobHandler, defineJob, PRIORITY } from '../../platform/queue/job-type.ts';
import type { Platform } from '../define-module.ts';
import type { FilesApi } from '../files/index.ts';
import { clearPrintFile, findPosterOrder, listOrdersReferencingFiles, setPrintKey } from './poster-orders.store.ts';

/** Copies the print file of an order, so that the original media may be deleted. */
export const copyPrintFileJob = defineJob('posters.keepPrint', z.object({ orderId: z.uuid() }), { maxAttempts: 20 });

/** Deletes the print file of an order that no longer needs it. */
export const deletePrintFileJob = defineJob('posters.forgetPrint', z.object({ key: z.string() }), { priority: PRIORITY.background });

type Deps = Pick<Platform, 'db' | 'storage' | 'queue'> & { files: FilesApi };

const getPrintKey = (orderId: string): string => `prints/${orderId}`;

/** Copies the print file of an order soon after it is placed, so that it survives its media, album and account. */
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
      // In a separate transaction, because deleting files locks the account first. If it fails, the sweep of unused files finds it.
      if (fileId !== undefined) await db.transaction().execute((tx) => files.removeUnused(tx, [fileId]));
    }),

    /** Before an account is deleted with all its files, copies the files of orders placed in the last seconds. */
    async handleAccountDeleting(tx: Tx, { userId }: { userId: string }): Promise<void> {
      for (const { order_id: orderId } of await listOrdersReferencingFiles(tx, userId))
        if (await copyPrint(orderId)) await setPrintKey(tx, orderId, getPrintKey(orderId));
    },

    /** Unpaid closed orders keep no file. Files that they still refer to are found by the sweep of unused files. */
    async handleOrderClosed(tx: Tx, { orderId }: { orderId: string }): Promise<void> {
      const kept = await clearPrintFile(tx, orderId);
      if (kept) await queue.add(tx, deletePrintFileJob, { key: getPrintKey(orderId) });
    },

    forgetJob: createJobHandler(deletePrintFileJob, ({ key }) => storage.remove(key)),
  };
}
