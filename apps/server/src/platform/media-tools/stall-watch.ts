import type { ChildProcess } from 'node:child_process';
import { type ProcessActivity, readProcessActivity } from './process-activity.ts';

/** A runnable process that gets no processor at all is given up after this many times its limit. */
const MAX_STRETCH = 20;
const SAMPLES_PER_LIMIT = 10;
const [MIN_SAMPLE_MS, MAX_SAMPLE_MS] = [50, 1000];

/**
 * Decides when a process has stalled. Processor time counts towards the limit, and so does time in which the process slept without using a processor.
 * Time in which it waited for a processor does not count, so that a busy machine does not end good work.
 */
export class StallMeter {
  readonly #limitMs: number;
  #countedMs = 0;
  #idleMs = 0;
  #cpuMs: number | undefined;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** Records progress: the count starts again. */
  reset(): void {
    this.#countedMs = 0;
    this.#idleMs = 0;
  }

  /** Adds a sample taken `elapsedMs` after the one before. Without `activity` all of the time counts. Returns true when the process has stalled. */
  sample(elapsedMs: number, activity: ProcessActivity | undefined): boolean {
    // The sum over a group decreases when one of its processes ends.
    const usedMs = activity ? Math.max(0, activity.cpuMs - (this.#cpuMs ?? activity.cpuMs)) : elapsedMs;
    this.#cpuMs = activity?.cpuMs;
    // A process that used a processor was working, even if it sleeps at the moment of the sample.
    this.#countedMs += activity && (activity.isRunnable || usedMs > 0) ? Math.min(usedMs, elapsedMs) : elapsedMs;
    this.#idleMs = usedMs > 0 ? 0 : this.#idleMs + elapsedMs;
    return this.#countedMs >= this.#limitMs || this.#idleMs >= this.#limitMs * MAX_STRETCH;
  }
}

export interface StallWatch {
  /** Call on every sign of progress. */
  progressed(): void;
  stop(): void;
}

/** Calls `onStalled` once when the child makes no progress for `limitMs` of the time that it could work. */
export function watchStall(
  child: ChildProcess,
  limitMs: number,
  onStalled: () => void,
  readActivity: (pid: number) => Promise<ProcessActivity | undefined> = readProcessActivity,
): StallWatch {
  const meter = new StallMeter(limitMs);
  const everyMs = Math.min(MAX_SAMPLE_MS, Math.max(MIN_SAMPLE_MS, limitMs / SAMPLES_PER_LIMIT));
  let sampledAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const sample = async () => {
    const activity = child.pid === undefined ? undefined : await readActivity(child.pid);
    if (isStopped) return;
    const now = performance.now();
    // Our own event loop may have been late too: that time is not the child's.
    const elapsedMs = Math.min(now - sampledAt, everyMs * 2);
    sampledAt = now;
    if (meter.sample(elapsedMs, activity)) onStalled();
    else schedule();
  };
  const schedule = () => {
    timer = setTimeout(() => void sample(), everyMs);
  };
  schedule();
  return {
    progressed: () => meter.reset(),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
