import { EventEmitter } from 'node:events';
import { Logger as GraphileLogger, makeWorkerUtils, run as runGraphile, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { JobHandler } from './job-type.ts';

export interface Worker {
  /** Ids under which this process holds jobs, for its heartbeat. */
  workerIds(): string[];
  /** Lets running jobs finish for a moment, then gives them back. */
  stop(): Promise<void>;
}

const silent = new GraphileLogger(() => () => undefined);

/** Makes or updates the tables of the queue; safe beside other processes doing the same. */
export async function migrateQueue(pool: pg.Pool): Promise<void> {
  const tools = await makeWorkerUtils({ pgPool: pool, logger: silent });
  await tools.migrate();
  await tools.release();
}

export async function startWorker(pool: pg.Pool, handlers: JobHandler[], log: Logger, concurrency = 2): Promise<Worker> {
  const stopped = new AbortController();
  const ids = new Set<string>();
  const events: WorkerEvents = new EventEmitter();
  events.on('worker:create', ({ worker }) => ids.add(worker.workerId));
  events.on('worker:release', ({ worker }) => ids.delete(worker.workerId));
  const runner = await runGraphile({
    pgPool: pool,
    events,
    concurrency,
    pollInterval: 2000,
    noHandleSignals: true,
    logger: silent,
    taskList: buildTasks(handlers, stopped.signal, log),
  });
  return {
    workerIds: () => [...ids],
    async stop() {
      stopped.abort();
      await runner.stop();
    },
  };
}

export function buildTasks(handlers: JobHandler[], signal: AbortSignal, log: Logger): TaskList {
  const tasks: TaskList = {};
  for (const handler of handlers) {
    if (tasks[handler.name]) throw new Error(`Two handlers for the job ${handler.name}`);
    tasks[handler.name] = async (payload, helpers) => {
      const { attempts, max_attempts: maxAttempts, id } = helpers.job;
      try {
        await handler.run(payload, { attempt: attempts, isLastAttempt: attempts >= maxAttempts, signal });
      } catch (error) {
        log[attempts >= maxAttempts ? 'error' : 'warn']({ err: error, job: handler.name, id, attempt: attempts }, 'a job failed');
        throw error;
      }
    };
  }
  return tasks;
}
