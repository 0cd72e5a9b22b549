import type { z } from 'zod';

/**
 * Workers of each process that run a job. Long jobs have separate workers, so that they never delay short jobs. Idle jobs are background work that takes minutes:
 * they have one worker, so that they delay neither short nor long jobs. Heavy jobs need much memory and also have one worker.
 */
export type JobLane = 'short' | 'long' | 'idle' | 'heavy';

/** A kind of job: its name, the schema of its payload, and the number of attempts before an operator must intervene. */
export interface JobType<P> {
  name: string;
  payload: z.ZodType<P>;
  maxAttempts: number;
  lane: JobLane;
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
  lane: JobLane;
  run(payload: unknown, context: JobContext): Promise<void>;
}

interface JobOptions {
  maxAttempts?: number;
  lane?: JobLane;
  priority?: number;
}

export const defineJob = <P>(
  name: string,
  payload: z.ZodType<P>,
  { maxAttempts = 8, lane = 'short', priority = PRIORITY.soon }: JobOptions = {},
): JobType<P> => ({ name, payload, maxAttempts, lane, priority });

/** Binds a job type to the code that does it. Jobs must be idempotent: after a crash they run again. */
export function createJobHandler<P>(type: JobType<P>, run: (payload: P, context: JobContext) => Promise<void>): JobHandler {
  return { name: type.name, lane: type.lane, run: (payload, context) => run(type.payload.parse(payload), context) };
}
