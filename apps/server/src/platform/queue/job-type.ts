import type { z } from 'zod';

/** A kind of job: its name, the schema of its payload, and the number of attempts before an operator must intervene. */
export interface JobType<P> {
  name: string;
  payload: z.ZodType<P>;
  maxAttempts: number;
  /** Long jobs have separate workers in each process, so that they never delay short ones. */
  isLong: boolean;
  /** Priority of short jobs; smaller numbers run first. Long ones take turns by their queue. */
  priority: number;
}

/** Jobs of a tenth of a second run after those of a hundredth, and background jobs after both. */
export const PRIORITY = { soon: 0, slow: 1, background: 2 } as const;

export interface JobContext {
  /** The same at every attempt; begins with the creation time of the job, so that ids sort by age. */
  id: string;
  attempt: number;
  isLastAttempt: boolean;
  /** Aborted when the server stops; the job is then tried again elsewhere. */
  signal: AbortSignal;
}

export interface JobHandler {
  name: string;
  isLong: boolean;
  run(payload: unknown, context: JobContext): Promise<void>;
}

interface JobOptions {
  maxAttempts?: number;
  isLong?: boolean;
  priority?: number;
}

export const defineJob = <P>(
  name: string,
  payload: z.ZodType<P>,
  { maxAttempts = 8, isLong = false, priority = PRIORITY.soon }: JobOptions = {},
): JobType<P> => ({ name, payload, maxAttempts, isLong, priority });

/** Binds a job type to the code that does it. Jobs must be idempotent: after a crash they run again. */
export function createJobHandler<P>(type: JobType<P>, run: (payload: P, context: JobContext) => Promise<void>): JobHandler {
  return { name: type.name, isLong: type.isLong, run: (payload, context) => run(type.payload.parse(payload), context) };
}
