import { z } from 'zod';
import { defineJob, PRIORITY } from '../../platform/queue/job-type.ts';

/** Gives an order bytes of its own, so that the picture it was made of may go. */
export const copyPrintFileJob = defineJob('posters.keepPrint', z.object({ orderId: z.uuid() }), { maxAttempts: 20 });

/** Removes the bytes of an order that keeps nothing any more. */
export const deletePrintFileJob = defineJob('posters.forgetPrint', z.object({ key: z.string() }), { priority: PRIORITY.background });
