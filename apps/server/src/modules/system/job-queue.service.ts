import type { JobRow, jobsQuery, RetryJobs } from '@vitrine/contract';
import type { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { insertAuditEntry, type Person } from '../access/index.ts';
import { listJobs } from './job-queue.read-model.ts';
import { lockFailedJobs, rescheduleJobs } from './job-queue.store.ts';

/** Maximum number of jobs of a kind in one call, because each is in the audit trail. */
const MAX_RETRIED_PER_CALL = 100;

/** Lists and retries the jobs of all processes for the console. */
export function createJobQueueService({ db }: { db: Database }) {
  return {
    list: (query: z.output<typeof jobsQuery>): Promise<JobRow[]> => listJobs(db, query),

    /** Retries failed jobs and returns their number. NOT_FOUND when none has failed, or another administrator was faster. */
    retry: (actor: Person, selection: RetryJobs): Promise<number> =>
      db.transaction().execute(async (tx) => {
        const failed = await lockFailedJobs(tx, selection, MAX_RETRIED_PER_CALL);
        if (failed.length === 0) throw new AppError('NOT_FOUND', 'This failed job no longer exists.');
        await insertAuditEntry(tx, { actorId: actor.userId, userId: null, action: 'job.retry', detail: { jobs: failed } });
        await rescheduleJobs(
          tx,
          failed.map(({ id }) => id),
        );
        return failed.length;
      }),
  };
}

export type JobQueueService = ReturnType<typeof createJobQueueService>;
