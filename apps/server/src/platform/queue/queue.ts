import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { JobType } from './job-type.ts';

export interface AddOptions {
  /** A second job with the key of one that still waits replaces it. */
  key?: string;
  runAt?: Date;
}

export interface Queue {
  /** Adds a job in the caller's transaction: it exists when and only when the rest does. */
  add<P>(tx: Tx, type: JobType<P>, payload: P, options?: AddOptions): Promise<void>;
}

export function createQueue(): Queue {
  return {
    async add(tx, type, payload, { key, runAt } = {}) {
      await sql`select graphile_worker.add_job(
        ${type.name}, ${JSON.stringify(payload)}::json, run_at => ${runAt ?? null}, max_attempts => ${type.maxAttempts},
        job_key => ${key ?? null}, job_key_mode => 'replace')`.execute(tx);
    },
  };
}
