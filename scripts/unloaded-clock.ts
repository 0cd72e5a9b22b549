import { readFileSync } from 'node:fs';
import os from 'node:os';

const SAMPLE_INTERVAL_MS = 250;
/** Processor time of the reference work, measured while the tests run on a quiet machine with two cores. */
const REFERENCE_WORK_MS = 0.8;

interface ClockOptions {
  cores?: number;
  /** Returns the number of threads that run or wait for a processor. */
  countRunnable?: () => number;
  /** Does the reference work and returns the processor time it took, in milliseconds. */
  measureWork?: () => number;
}

interface Sample {
  /** Milliseconds since 1970. */
  at: number;
  /** Reading of the clock at that time, in milliseconds. */
  reading: number;
}

/** Measures how long work would take without a wait for a processor, on a processor of normal speed. */
export interface UnloadedClock {
  /**
   * Returns the time between two times in milliseconds since 1970, shortened by the share in which processes waited for a processor and by how much slower the
   * processor was than the reference.
   */
  measure(startedAt: number, endedAt: number): number;
  stop(): void;
}

/**
 * Starts a clock that slows down while more threads can run than there are cores: with four on two cores, it runs at half speed. It also runs at half speed on a
 * processor of half the speed, as a virtual machine has while others use its host. Durations on it hardly depend on the machine and what else it does.
 */
export function startUnloadedClock({
  cores = os.availableParallelism(),
  countRunnable = readRunnableThreads,
  measureWork = measureReferenceWork,
}: ClockOptions = {}): UnloadedClock {
  const samples: Sample[] = [{ at: Date.now(), reading: 0 }];
  const sample = () => {
    const last = samples.at(-1) as Sample;
    const at = Date.now();
    const speed = Math.min(1, REFERENCE_WORK_MS / measureWork());
    samples.push({ at, reading: last.reading + (at - last.at) * speed * Math.min(1, cores / Math.max(1, countRunnable())) });
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

const WORK_STEPS = 400_000;
/** The number of words is a power of two, because a mask selects one ten times faster than a division. */
const WORDS = 16_384;
const words = new Uint32Array(WORDS);

/** Fills the words with pseudo-random numbers: arithmetic and memory accesses as in most programs. */
function measureReferenceWork(): number {
  const before = process.cpuUsage();
  let value = 1;
  for (let step = 0; step < WORK_STEPS; step++) {
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0;
    words[value & (WORDS - 1)] = value;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
