import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { jobRow, jobsQuery, retryJobsBody, systemState } from './system.ts';

const tag = 'system';
const sees = { access: 'console', capability: 'system.see', tag } as const;

export const readSystem = endpoint({
  method: 'GET',
  path: '/console/system',
  summary: 'Returns the state of the server processes, the database and the storage.',
  errors: [],
  ...sees,
  result: systemState,
});

export const listJobs = endpoint({
  method: 'GET',
  path: '/console/system/jobs',
  summary: 'Lists background jobs by state.',
  errors: [],
  ...sees,
  query: jobsQuery,
  result: z.array(jobRow),
});

export const retryJobs = endpoint({
  method: 'POST',
  path: '/console/system/jobs/retry',
  summary: 'Schedules failed background jobs again and returns how many.',
  errors: [],
  access: 'console',
  capability: 'system.manage',
  tag,
  body: retryJobsBody,
  result: z.object({ count: z.number() }),
});
