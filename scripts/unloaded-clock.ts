import { readFileSync } from 'node:fs';
import os from 'node:os';

const SAMPLE_INTERVAL_MS = 250;

interface ClockOptions {
  cores?: number;
  /** Returns the number of threads that run or wait for a processor. */
  countRunnable?: () => number;
}

interface Sample {
  /** Milliseconds since 1970. */
  at: number;
  /** Reading of the clock at that time, in milliseconds. */
  reading: number;
}

/** Measures how long work would take without a wait for a processor. */
export interface UnloadedClock {
  /** Returns the time between two times in milliseconds since 1970, shortened by the share in which processes waited for a processor. */
  measure(startedAt: number, endedAt: number): number;
  stop(): void;
}

/**
 * Starts a clock that slows down while more threads can run than there are cores: with four on two cores, it runs at half speed. Durations on it hardly
 * depend on what else the machine does.
 */
export function startUnloadedClock({
  cores = os.availableParallelism(),
  countRunnable = readRunnableThreads,
}: ClockOptions = {}): UnloadedClock {
  const samples: Sample[] = [{ at: Date.now(), reading: 0 }];
  const sample = () => {
    const last = samples.at(-1) as Sample;
    const at = Date.now();
    samples.push({ at, reading: last.reading + (at - last.at) * Math.min(1, cores / Math.max(1, countRunnable())) });
  };
  const timer = setInterval(sample, SAMPLE_INTERVAL_MS).unref();
  const read = (at: number): number => {
    const [first, last] = [samples[0] as Sample, samples.at(-1) as Sample];
    // No sample exists yet for the last moments, and the clock does not run before its start.
    if (at >= last.at) return last.reading + (at - last.at);
    if (at <= first.at) return first.reading;
    const after = samples.findIndex((each) => each.at > at);
    const [before, next] = [samples[after - 1] as Sample, samples[after] as Sample];
    return before.reading + ((at - before.at) / (next.at - before.at)) * (next.reading - before.reading);
  };
  return {
    measure: (startedAt, endedAt) => read(endedAt) - read(startedAt),
    stop: () => clearInterval(timer),
  };
}

/** Returns 0 on systems without /proc, where the clock runs at normal speed. The thread that reads is not counted. */
function readRunnableThreads(): number {
  try {
    return Number(/ (\d+)\//.exec(readFileSync('/proc/loadavg', 'utf8'))?.[1]) - 1;
  } catch {
    return 0;
  }
}
