import { EventEmitter } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger as GraphileLogger, makeWorkerUtils, run as runGraphile, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import { measureDuration, metrics } from '../metrics/metrics.ts';
import type { JobHandler, JobLane } from './job-type.ts';
import { createRetryingPool } from './pool-with-backoff.ts';

export interface Worker {
  /** Returns the ids under which this process locks jobs, for its heartbeat. */
  workerIds(): string[];
  /** Returns whether the worker requests jobs and gets responses. */
  isAcceptingJobs(): boolean;
  /** Returns the kinds and ids of running jobs. */
  running(): string[];
  /** Waits a short time for running jobs. Others are released like those of a dead process once the heartbeat has ended. */
  stop(): Promise<void>;
}

const silent = new GraphileLogger(() => () => undefined);

/** Creates or updates the tables of the queue; safe while other processes do the same. */
export async function migrateQueue(pool: pg.Pool): Promise<void> {
  const tools = await makeWorkerUtils({ pgPool: createRetryingPool(pool), logger: silent });
  await tools.migrate();
  await tools.release();
  await createLockedJobsIndex(pool);
}

/**
 * Running and failed jobs are few among the waiting ones, so listing or counting them without an index would read all. The index is created once, by one
 * process at a time: `create index` blocks writers even when the index exists, and of two concurrent creations one fails.
 */
async function createLockedJobsIndex(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query("select to_regclass('graphile_worker.vitrine_jobs_held') is not null as is_there");
  if (rows[0]?.is_there) return;
  await pool.query(`select pg_advisory_xact_lock(hashtext('vitrine_jobs_held'));
    create index if not exists vitrine_jobs_held on graphile_worker._private_jobs (task_id) where not is_available`);
}

/** Deletes rows of job queues without jobs. Every queue that ever had a job keeps a row otherwise. */
export async function deleteEmptyJobQueues(pool: pg.Pool): Promise<void> {
  const tools = await makeWorkerUtils({ pgPool: createRetryingPool(pool), logger: silent });
  await tools.cleanup({ tasks: ['GC_JOB_QUEUES'] });
  await tools.release();
}

/** As many as decode images at the same time, plus one that reads or writes files and rows. */
const SHORT_JOB_CONCURRENCY = 3;
/** A few, so that one long video does not block others; each uses several cores if available. */
const LONG_JOB_CONCURRENCY = Math.min(4, Math.max(2, Math.floor(availableParallelism() / 2)));

const CONCURRENCY: Record<JobLane, number> = { short: SHORT_JOB_CONCURRENCY, long: LONG_JOB_CONCURRENCY, idle: 1, heavy: 1 };

/** Time that running jobs have at shutdown. Well below the time that a process has for a graceful stop. */
const SHUTDOWN_GRACE_MS = 10_000;

/** Starts one runner for the jobs of each lane; each takes only the kinds it knows. */
export async function startWorker(pool: pg.Pool, handlers: JobHandler[], log: Logger, graceMs = SHUTDOWN_GRACE_MS): Promise<Worker> {
  const stopped = new AbortController();
  const ids = new Set<string>();
  /** Workers whose last request for jobs got no response. */
  const unanswered = new Set<string>();
  const working = new Map<string, string>();
  let runnersUp = 0;
  const workerPool = createRetryingPool(pool);
  const start = async (part: JobHandler[], concurrency: number) => {
    const events: WorkerEvents = new EventEmitter();
    // Jobs are locked in the name of the runner's pool, not of the worker that does them.
    events.on('pool:create', (event) => ids.add(event.workerPool.id));
    events.on('worker:getJob:error', ({ worker }) => unanswered.add(worker.workerId));
    events.on('worker:getJob:empty', ({ worker }) => unanswered.delete(worker.workerId));
    events.on('job:start', ({ worker, job }) => {
      unanswered.delete(worker.workerId);
      working.set(job.id, `${job.task_identifier} ${job.id}`);
    });
    events.on('job:complete', ({ job }) => working.delete(job.id));
    events.on('worker:release', ({ worker }) => unanswered.delete(worker.workerId));
    const taskList = buildTasks(part, stopped.signal, log);
    const runner = await runGraphile({
      pgPool: workerPool,
      events,
      concurrency,
      pollInterval: 2000,
      noHandleSignals: true,
      logger: silent,
      taskList,
    });
    runnersUp++;
    const ended = () => void runnersUp--;
    runner.promise.then(ended, ended);
    return runner;
  };
  const lanes = Map.groupBy(handlers, ({ lane }) => lane);
  const runners = await Promise.all([...lanes].map(([lane, part]) => start(part, CONCURRENCY[lane])));
  return {
    running: () => [...working.values()],
    workerIds: () => [...ids],
    isAcceptingJobs: () => !stopped.signal.aborted && runnersUp === runners.length && unanswered.size === 0,
    async stop() {
      stopped.abort();
      const ended = Promise.all(runners.map((runner) => runner.stop())).then(() => true);
      if (await Promise.race([ended, sleep(graceMs, false, { ref: false })])) return;
      // Their results do not matter, because the process is about to end.
      ended.catch(() => undefined);
      log.warn({ jobs: [...working.values()] }, 'unfinished jobs were released to other processes');
    },
  };
}

export function buildTasks(handlers: JobHandler[], signal: AbortSignal, log: Logger): TaskList {
  const tasks: TaskList = {};
  for (const handler of handlers) {
    if (tasks[handler.name]) throw new Error(`Two handlers for the job ${handler.name}`);
    tasks[handler.name] = async (payload, helpers) => {
      const { attempts, max_attempts: maxAttempts, id, created_at: madeAt } = helpers.job;
      try {
        const context = { id: createTimeOrderedId(madeAt, id), attempt: attempts, isLastAttempt: attempts >= maxAttempts, signal };
        await measureDuration(
          () => handler.run(payload, context),
          (seconds, error) => metrics.jobs.observe({ kind: handler.name, outcome: getOutcome(error, context.isLastAttempt) }, seconds),
        );
      } catch (error) {
        log[attempts >= maxAttempts ? 'error' : 'warn']({ err: error, job: handler.name, id, attempt: attempts }, 'a job failed');
        throw error;
      }
    };
  }
  return tasks;
}

const getOutcome = (error: unknown, isLastAttempt: boolean) => (error === undefined ? 'done' : isLastAttempt ? 'given up' : 'failed');

const MILLISECOND_DIGITS = 12;
/** Creates an id that begins with the time like our other ids, so that names sort by time. */
function createTimeOrderedId(madeAt: Date, id: string): string {
  const time = new Date(madeAt).getTime().toString(16).padStart(MILLISECOND_DIGITS, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-${id}`;
}
