import { z } from 'zod';
import { jobType } from '../../platform/queue/job-type.ts';

/** Gives an order bytes of its own, so that the picture it was made of may go. */
export const keepPrintJob = jobType('posters.keepPrint', z.object({ orderId: z.uuid() }), { maxAttempts: 20 });
