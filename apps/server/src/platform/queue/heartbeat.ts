import os from 'node:os';
import { Logger as GraphileLogger, makeWorkerUtils } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../database/database.ts';
import { slowStatements } from '../database/slow-statements.ts';
import { getProductVersion } from '../program-files.ts';
import type { ReadProcessStats } from './process-stats.ts';

/**
 * A process that is silent for this long is considered dead: five missed heartbeats, so that one delayed by seconds survives. Others detect it within one
 * `CLEANUP_INTERVAL_MS`, and release its locks within another: together less than the 45 s promised for its screens.
 */
export const PROCESS_TIMEOUT_S = 30;
export const HEARTBEAT_INTERVAL_MS = 5000;
export const CLEANUP_INTERVAL_MS = 4000;

export interface Heartbeat {
  processId: string;
  /** Returns whether the other processes had considered this one dead and released its locks. */
  beat(workerIds: string[]): Promise<boolean>;
  /** Deletes processes that are silent. `alone`: no other process can exist, so do not wait. */
  bury(options?: { alone?: boolean }): Promise<void>;
  /** Deletes dead processes and releases their jobs. `alone`: no other process can exist, so do not wait. */
  releaseJobsOfDeadProcesses(options?: { alone?: boolean }): Promise<void>;
  /** Deletes the heartbeat of this process, so that other processes see that it has ended. */
  deleteOwnHeartbeat(): Promise<void>;
}

/** Data of a heartbeat. */
interface ProcessDetails {
  roles: readonly string[];
  vitals: ReadProcessStats;
}

/** Number of slow statements that are reported. */
const MAX_SLOW_STATEMENTS = 20;

const NO_PROCESS_INFO: ProcessDetails = { roles: [], vitals: () => ({ loopDelayMs: null, memoryBytes: null }) };

export function createHeartbeat(
  db: Database,
  pool: pg.Pool,
  processId: string,
  { roles, vitals }: ProcessDetails = NO_PROCESS_INFO,
): Heartbeat {
  const values = {
    process_id: processId,
    roles: [...roles],
    host: os.hostname(),
    pid: process.pid,
    product_version: getProductVersion(),
    node_version: process.versions.node,
    started_at: new Date(),
  };
  let hasBeaten = false;
  const deleteDeadProcesses = async ({ alone = false } = {}) => {
    const dead = alone
      ? sql<boolean>`process_id <> ${processId}`
      : sql<boolean>`beat_at < now() - make_interval(secs => ${PROCESS_TIMEOUT_S})`;
    await db.deleteFrom('process_heartbeats').where(dead).execute();
  };
  return {
    processId,
    async beat(workerIds) {
      const { loopDelayMs, memoryBytes } = vitals();
      const stats = {
        worker_ids: workerIds,
        loop_delay_ms: loopDelayMs,
        memory_bytes: memoryBytes,
        slow_statements: JSON.stringify(slowStatements.slowest(MAX_SLOW_STATEMENTS)),
      };
      const beaten = await db
        .insertInto('process_heartbeats')
        .values({ ...values, ...stats })
        .onConflict((conflict) => conflict.column('process_id').doUpdateSet({ ...stats, beat_at: sql`now()` }))
        // True for an inserted row; an updated one still has its previous writer.
        .returning(sql<boolean>`xmax = 0`.as('is_new'))
        .executeTakeFirstOrThrow();
      const wasBuried = hasBeaten && beaten.is_new;
      hasBeaten = true;
      return wasBuried;
    },
    bury: deleteDeadProcesses,
    async releaseJobsOfDeadProcesses({ alone = false } = {}) {
      await deleteDeadProcesses({ alone });
      // A lock younger than the limit may belong to a process that has not beaten yet.
      const age = alone ? 0 : PROCESS_TIMEOUT_S;
      const orphans = await sql<{ worker: string }>`
        select distinct jobs.locked_by as worker from graphile_worker.jobs jobs
        where jobs.locked_by is not null and jobs.locked_at <= now() - make_interval(secs => ${age})
          and not exists (select from process_heartbeats beats where jobs.locked_by = any(beats.worker_ids))`.execute(db);
      if (orphans.rows.length === 0) return;
      const tools = await makeWorkerUtils({ pgPool: pool, logger: new GraphileLogger(() => () => undefined) });
      await tools.forceUnlockWorkers(orphans.rows.map((row) => row.worker));
      await tools.release();
    },
    async deleteOwnHeartbeat() {
      await db.deleteFrom('process_heartbeats').where('process_id', '=', processId).execute();
    },
  };
}
