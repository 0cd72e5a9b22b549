import { z } from 'zod';

/** A running server process. Times are from its own clock, sizes in bytes. */
const processRow = z.object({
  _id: z.string(),
  roles: z.array(z.string()),
  host: z.string(),
  pid: z.number(),
  version: z.string(),
  nodeVersion: z.string(),
  startedAt: z.string(),
  beatAt: z.string(),
  /** Milliseconds that one turn of its event loop in a hundred came late; null before it measured. */
  loopDelayMs: z.number().nullable(),
  memory: z.number().nullable(),
  /** The one that answered. */
  isThis: z.boolean(),
});
export type ProcessRow = z.infer<typeof processRow>;

const jobCount = z.object({ kind: z.string(), waiting: z.number(), running: z.number(), failed: z.number() });
export type JobCount = z.infer<typeof jobCount>;

const slowStatement = z.object({
  text: z.string(),
  calls: z.number(),
  meanMs: z.number(),
  maxMs: z.number(),
});
export type SlowStatement = z.infer<typeof slowStatement>;

/** GET /console/system. Sizes in bytes. */
export const systemState = z
  .object({
    processes: z.array(processRow),
    jobs: z.array(jobCount),
    disk: z.object({ folder: z.string(), total: z.number(), free: z.number(), isLow: z.boolean() }),
    database: z.object({ size: z.number(), version: z.string(), schema: z.string(), connections: z.number(), connectionsMax: z.number() }),
    mail: z.object({
      /** Whether mail leaves this machine; without an SMTP server each is kept as a file. */
      isSent: z.boolean(),
      sentAt: z.string().nullable(),
      failedAt: z.string().nullable(),
      error: z.string().nullable(),
    }),
    slow: z.object({
      /** Who measured: the database itself, or the processes, each since it started. */
      source: z.enum(['database', 'processes']),
      statements: z.array(slowStatement),
    }),
  })
  .meta({ id: 'SystemState' });
export type SystemState = z.infer<typeof systemState>;

export const jobState = z.enum(['waiting', 'running', 'failed']);
export type JobState = z.infer<typeof jobState>;

const jobId = z.string().regex(/^\d{1,18}$/);
const jobKind = z.string().regex(/^[\w.-]{1,128}$/);

/** GET /console/system/jobs: the newest first, behind the job `after`. */
export const jobsQuery = z.object({
  state: jobState,
  kind: jobKind.optional(),
  after: jobId.optional(),
  dataPerPage: z.coerce.number<number>().int().min(1).max(100).default(20),
});

export const jobRow = z
  .object({
    _id: z.string(),
    kind: z.string(),
    state: jobState,
    attempts: z.number(),
    attemptsMax: z.number(),
    createdAt: z.string(),
    /** When it is due, or was begun, or failed for the last time. */
    at: z.string(),
    error: z.string().nullable(),
  })
  .meta({ id: 'JobRow' });
export type JobRow = z.infer<typeof jobRow>;

/** Failed jobs are tried again: these, or the oldest of a kind, as many as one request does. */
export const retryJobsBody = z.union([z.strictObject({ ids: z.array(jobId).min(1).max(100) }), z.strictObject({ kind: jobKind })]);
export type RetryJobs = z.infer<typeof retryJobsBody>;
