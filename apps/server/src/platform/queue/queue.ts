import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { JobType } from './job-type.ts';

export interface AddOptions {
  /** A new job replaces a waiting job with the same key. */
  key?: string;
  runAt?: Date;
  /** Key of the owner, for long work. Jobs with the same key run one at a time, and keys take turns. */
  line?: string;
}

export interface Queue {
  /** Adds a job in the caller's transaction. The job exists only if the transaction commits. */
  add<P>(tx: Tx, type: JobType<P>, payload: P, options?: AddOptions): Promise<void>;
}

/** Expression that adds a job, for statements that do other work as well. It must be evaluated once at most. */
export const addJob = <P>(type: JobType<P>, payload: P, { key, runAt, line }: AddOptions = {}): RawBuilder<unknown> =>
  sql`graphile_worker.add_job(
    ${type.name}, ${JSON.stringify(payload)}::json, run_at => ${runAt ?? null}, max_attempts => ${type.maxAttempts},
    job_key => ${key ?? null}, job_key_mode => 'replace', queue_name => ${line ?? null}, priority => ${line ? selectNextPriority(type.name, line) : type.priority})`;

export function createQueue(): Queue {
  return {
    async add(tx, type, payload, options) {
      await sql`select ${addJob(type, payload, options)}`.execute(tx);
    },
  };
}

/** Maximum value of the column. Beyond it, jobs are served in order of arrival. */
const MAX_PRIORITY = 32_767;

/**
 * Turn of the next job of a queue: one after its last, and not before the current turn, so that a queue that starts late is served next and a waiting one is
 * never skipped forever.
 */
const selectNextPriority = (task: string, fairnessKey: string) => sql<number>`(
  select least(${MAX_PRIORITY}, greatest(coalesce(min(priority), 0), coalesce(max(priority) filter (where queue_name = ${fairnessKey}) + 1, 0)))
  from graphile_worker.jobs where task_identifier = ${task} and attempts < max_attempts)::integer`;
