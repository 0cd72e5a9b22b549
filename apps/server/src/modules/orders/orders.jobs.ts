import { z } from 'zod';
import { defineJob } from '../../platform/queue/job-type.ts';

/** Asks the bank for a refund that was requested, if nobody has by now. */
export const refundJob = defineJob('orders.refund', z.object({ refundId: z.uuid() }), { maxAttempts: 20 });
