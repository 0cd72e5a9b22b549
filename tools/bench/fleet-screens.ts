import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScreenIdentity } from '../simulate/screen-calls.ts';

/** Content that a screen must store: the chosen playlist with this number of items. */
export interface Wanted {
  playlistId: string;
  items: number;
}

export type FleetRequest =
  | { do: 'open'; origin: string; identities: ScreenIdentity[] }
  | { do: 'watch'; wanted: Wanted | undefined }
  | { do: 'count' | 'times' | 'close' };
/** Epoch milliseconds: when the first screens set out; then since the last `watch`, by the screens' place in the list, when each connected first, and when it first held what is wanted. */
export interface FleetTimes {
  openedAt: number;
  arrived: number[];
  held: number[];
}
export interface FleetCount {
  connected: number;
  arrived: number;
  held: number;
}
export type FleetAnswer = FleetCount | FleetTimes;

const LOOK_MS = 100;
/** The young generation holds what thousands of screens allocate for one message. Collecting it in between took a third of their time. */
const ROOM_FOR_NEW_OBJECTS = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

/** Simulated screens in a separate process. */
export class FleetScreens {
  #child: ChildProcess;
  readonly size: number;

  constructor(origin: string, identities: ScreenIdentity[]) {
    this.size = identities.length;
    this.#child = fork(path.join(import.meta.dirname, 'fleet-process.ts'), { execArgv: ROOM_FOR_NEW_OBJECTS });
    // Looking up the name for each of thousands was a tenth of what they took.
    const byNumber = origin.replace('//localhost:', '//127.0.0.1:');
    this.#child.send({ do: 'open', origin: byNumber, identities } satisfies FleetRequest);
  }

  async #ask<T extends FleetAnswer>(request: FleetRequest): Promise<T> {
    const answered = once(this.#child, 'message');
    this.#child.send(request);
    return (await answered)[0] as T;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  count = () => this.#ask<FleetCount>({ do: 'count' });
  times = () => this.#ask<FleetTimes>({ do: 'times' });
  /** Resets the recorded times. Without `wanted`, any manifest counts. */
  watch = (wanted?: Wanted) => this.#ask<FleetCount>({ do: 'watch', wanted });

  /** Waits until all screens have reached a state. Returns the time it took, in seconds. */
  async until(what: keyof FleetCount, limitS: number, count = this.size): Promise<number> {
    const start = performance.now();
    for (;;) {
      const counted = await this.count();
      const tookS = (performance.now() - start) / 1000;
      if (counted[what] === count) return tookS;
      if (tookS > limitS) throw new Error(`after ${limitS} s: ${JSON.stringify(counted)} of ${this.size}`);
      await sleep(LOOK_MS);
    }
  }

  async close(): Promise<void> {
    if (!this.#child.connected) return;
    const ended = once(this.#child, 'exit');
    this.#child.send({ do: 'close' } satisfies FleetRequest);
    await ended;
  }
}
