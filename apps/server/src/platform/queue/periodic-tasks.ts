import type { Logger } from 'pino';

export interface PeriodicTask {
  name: string;
  everyMs: number;
  /** Delay of the first run after the start. */
  afterMs?: number;
  run(): Promise<void>;
}

export interface Periodic {
  /** Resolves once all running tasks have ended. */
  stop(): Promise<void>;
  /** Names of the running tasks. */
  running(): string[];
}

/** Runs housekeeping tasks at the start and then at intervals; runs of one task never overlap. */
export function startPeriodic(tasks: PeriodicTask[], log: Logger): Periodic {
  const running = new Map<Promise<void>, string>();
  let stopped = false;
  const timers = new Set<NodeJS.Timeout>();
  const startLater = (task: PeriodicTask, delayMs: number) => {
    const timer = setTimeout(() => (timers.delete(timer), start(task)), delayMs);
    timer.unref();
    timers.add(timer);
  };
  const start = (task: PeriodicTask, isFirst = false) => {
    if (stopped) return;
    const pass = task.run().catch((error) => log.warn({ err: error, task: task.name }, 'periodic task failed'));
    running.set(pass, task.name);
    void pass.finally(() => {
      running.delete(pass);
      // A tenth of jitter keeps many processes from running this at the same moment. After the first run, half of the interval separates the tasks of a
      // process, which would otherwise all need a connection to the database at the same time.
      startLater(task, task.everyMs * (isFirst ? 0.5 + Math.random() / 2 : 0.95 + Math.random() / 10));
    });
  };
  for (const task of tasks) {
    if (task.afterMs === undefined) start(task, true);
    else startLater(task, task.afterMs);
  }
  return {
    async stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running.keys());
    },
    running: () => [...running.values()],
  };
}
