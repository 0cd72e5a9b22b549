import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { jobRow, jobsQuery, retryJobsBody, systemState } from './system.ts';

const tag = 'system';
const sees = { access: 'console', capability: 'system.see', tag } as const;

/** The processes, what they do, and what they stand on. */
export const readSystem = endpoint({ method: 'GET', path: '/console/system', ...sees, result: systemState });

export const listJobs = endpoint({ method: 'GET', path: '/console/system/jobs', ...sees, query: jobsQuery, result: z.array(jobRow) });

/** Puts failed jobs back to those that wait, with all their attempts. Answers how many. */
export const retryJobs = endpoint({
  method: 'POST',
  path: '/console/system/jobs/retry',
  access: 'console',
  capability: 'system.manage',
  tag,
  body: retryJobsBody,
  result: z.object({ count: z.number() }),
});
