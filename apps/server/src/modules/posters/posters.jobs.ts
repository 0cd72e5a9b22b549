import { z } from 'zod';
import { jobType, PRIORITY } from '../../platform/queue/job-type.ts';

/** Gives an order bytes of its own, so that the picture it was made of may go. */
export const keepPrintJob = jobType('posters.keepPrint', z.object({ orderId: z.uuid() }), { maxAttempts: 20 });

/** Removes the bytes of an order that keeps nothing any more. */
export const forgetPrintJob = jobType('posters.forgetPrint', z.object({ key: z.string() }), { priority: PRIORITY.whenever });
