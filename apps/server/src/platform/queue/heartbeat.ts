import os from 'node:os';
import { Logger as GraphileLogger, makeWorkerUtils } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../database/database.ts';
import { slowStatements } from '../database/slow-statements.ts';
import { getProductVersion } from '../program-files.ts';
import {
  deleteDeadHeartbeats,
  deleteHeartbeats,
  listOrphanedWorkers,
  listPredecessors,
  listScreenCountsOfOthers,
  updateRelay,
} from './heartbeat.store.ts';
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
  beat(workerIds: string[], screens?: number): Promise<boolean>;
  /** Returns the number of screens of each other living process that serves screens. */
  countScreensOfOthers(): Promise<number[]>;
  /** Records the id of the Redis server from which this process receives live messages; undefined when it receives them through PostgreSQL only. */
  setRelay(serverId: string | undefined): Promise<void>;
  /** Deletes processes that are silent. `alone`: no other process can exist, so do not wait. */
  bury(options?: { alone?: boolean }): Promise<void>;
  /** Releases the jobs of processes that used the same data folder on this machine and no longer run, without waiting for their timeout. */
  releaseJobsOfPredecessor(): Promise<void>;
  /** Deletes dead processes and releases their jobs. `alone`: no other process can exist, so do not wait. */
  releaseJobsOfDeadProcesses(options?: { alone?: boolean }): Promise<void>;
  /** Deletes the heartbeat of this process, so that other processes see that it has ended. */
  deleteOwnHeartbeat(): Promise<void>;
}

/** Data of a heartbeat. */
interface ProcessDetails {
  roles: readonly string[];
  vitals: ReadProcessStats;
  /** Id of DATA_DIR, which only one process uses at a time. */
  dataFolderId?: string;
}

/** Number of slow statements that are reported. */
const MAX_SLOW_STATEMENTS = 20;

const NO_PROCESS_INFO: ProcessDetails = { roles: [], vitals: () => ({ loopDelayMs: null, memoryBytes: null }) };

export function createHeartbeat(
  db: Database,
  pool: pg.Pool,
  processId: string,
  { roles, vitals, dataFolderId }: ProcessDetails = NO_PROCESS_INFO,
): Heartbeat {
  const values = { process_id: processId, roles: [...roles], data_folder_id: dataFolderId ?? null, ...describeThisProcess() };
  let hasBeaten = false;
  let relay: string | null = null;
  const writeRelay = () => updateRelay(db, processId, relay);
  const deleteDeadProcesses = ({ alone = false } = {}) => deleteDeadHeartbeats(db, processId, alone ? 0 : PROCESS_TIMEOUT_S);
  return {
    processId,
    async beat(workerIds, screens = 0) {
      const { loopDelayMs, memoryBytes } = vitals();
      const stats = {
        worker_ids: workerIds,
        screens,
        loop_delay_ms: loopDelayMs,
        memory_bytes: memoryBytes,
        slow_statements: JSON.stringify(slowStatements.slowest(MAX_SLOW_STATEMENTS)),
      };
      const beaten = await db
        .insertInto('process_heartbeats')
        // Not updated, because a heartbeat on its way could overwrite what `setRelay` has recorded since.
        .values({ ...values, ...stats, relay })
        .onConflict((conflict) => conflict.column('process_id').doUpdateSet({ ...stats, beat_at: sql`now()` }))
        // True for an inserted row; an updated one still has its previous writer.
        .returning(sql<boolean>`xmax = 0`.as('is_new'))
        .executeTakeFirstOrThrow();
      const wasBuried = hasBeaten && beaten.is_new;
      hasBeaten = true;
      if (wasBuried) await writeRelay();
      return wasBuried;
    },
    countScreensOfOthers: () => listScreenCountsOfOthers(db, processId, PROCESS_TIMEOUT_S),
    async setRelay(serverId) {
      relay = serverId ?? null;
      await writeRelay();
    },
    bury: deleteDeadProcesses,
    async releaseJobsOfDeadProcesses({ alone = false } = {}) {
      await deleteDeadProcesses({ alone });
      // A lock younger than the limit may belong to a process that has not beaten yet.
      await releaseJobs(pool, await listOrphanedWorkers(db, alone ? 0 : PROCESS_TIMEOUT_S));
    },
    async releaseJobsOfPredecessor() {
      if (dataFolderId === undefined) return;
      const predecessors = await listPredecessors(db, { processId, dataFolderId, host: values.host });
      const ended = predecessors.filter(({ pid }) => pid === process.pid || !isRunning(pid)).map((row) => row.process_id);
      if (ended.length > 0) await releaseJobs(pool, await deleteHeartbeats(db, ended));
    },
    async deleteOwnHeartbeat() {
      await db.deleteFrom('process_heartbeats').where('process_id', '=', processId).execute();
    },
  };
}

const describeThisProcess = () => ({
  host: os.hostname(),
  pid: process.pid,
  product_version: getProductVersion(),
  node_version: process.versions.node,
  started_at: new Date(),
});

async function releaseJobs(pool: pg.Pool, workerIds: string[]): Promise<void> {
  if (workerIds.length === 0) return;
  const tools = await makeWorkerUtils({ pgPool: pool, logger: new GraphileLogger(() => () => undefined) });
  await tools.forceUnlockWorkers(workerIds);
  await tools.release();
}

/** Returns whether a process of this machine exists, also one of another user. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
