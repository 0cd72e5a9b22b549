import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScreenIdentity } from '../simulate/screen-calls.ts';

/** Content that a screen must store: the chosen playlist with this number of items. */
export interface ExpectedContent {
  playlistId: string;
  items: number;
  /** Number of publishes that the manifest must have, whichever is shown. */
  publishes?: number;
  /** First headline of a source that arrived with the manifest. */
  headline?: string;
}

export type FleetRequest =
  | { do: 'open'; origin: string; identities: ScreenIdentity[] }
  | { do: 'reset'; expected: ExpectedContent | undefined }
  | { do: 'count' | 'times' | 'close' };
/** Times in epoch milliseconds. */
export interface FleetTimes {
  /** When the first screens began to connect. */
  openedAt: number;
  /** When each screen first connected since the last `resetTimes`, by its index. */
  connectedAt: number[];
  /** When each screen first stored the expected content since the last `resetTimes`, by its index. */
  storedAt: number[];
  /** When each screen first painted an emergency message since the last `resetTimes`, by its index. */
  paintedAt: number[];
}
/** Numbers of screens. */
export interface FleetCount {
  connected: number;
  /** Connected at least once since the last `resetTimes`. */
  connectedOnce: number;
  stored: number;
  /** Have painted an emergency message since the last `resetTimes`. */
  painted: number;
}
export type FleetResponse = FleetCount | FleetTimes;

const POLL_MS = 100;
/** Makes the young generation large enough for the objects that thousands of screens allocate per message. Garbage collection would take a third of the time. */
const YOUNG_GENERATION_FLAGS = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

/** Simulated screens in a separate process. */
export class FleetScreens {
  #child: ChildProcess;
  readonly size: number;

  constructor(origin: string, identities: ScreenIdentity[]) {
    this.size = identities.length;
    this.#child = fork(path.join(import.meta.dirname, 'fleet-process.ts'), { execArgv: YOUNG_GENERATION_FLAGS });
    // Resolving the host name for each screen would take a tenth of the processor time.
    const numericOrigin = origin.replace('//localhost:', '//127.0.0.1:');
    this.#child.send({ do: 'open', origin: numericOrigin, identities } satisfies FleetRequest);
  }

  async #request<T extends FleetResponse>(request: FleetRequest): Promise<T> {
    const message = once(this.#child, 'message');
    this.#child.send(request);
    return (await message)[0] as T;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  count = () => this.#request<FleetCount>({ do: 'count' });
  times = () => this.#request<FleetTimes>({ do: 'times' });
  /** Resets the recorded times. Without `expected`, any manifest counts. */
  resetTimes = (expected?: ExpectedContent) => this.#request<FleetCount>({ do: 'reset', expected });

  /** Waits until all screens have reached a state. Returns the time it took, in seconds. */
  async waitFor(state: keyof FleetCount, timeoutS: number, count = this.size): Promise<number> {
    const start = performance.now();
    for (;;) {
      const counts = await this.count();
      const tookS = (performance.now() - start) / 1000;
      if (counts[state] === count) return tookS;
      if (tookS > timeoutS) throw new Error(`after ${timeoutS} s: ${JSON.stringify(counts)} of ${this.size}`);
      await sleep(POLL_MS);
    }
  }

  async close(): Promise<void> {
    if (!this.#child.connected) return;
    const ended = once(this.#child, 'exit');
    this.#child.send({ do: 'close' } satisfies FleetRequest);
    await ended;
  }
}
