import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScreenIdentity } from '../../scripts/simulate/simulated-screen.ts';

export type FleetRequest = { do: 'open'; origin: string; identities: ScreenIdentity[] } | { do: 'forget' | 'count' | 'times' | 'close' };
/** Epoch milliseconds, by the screens' place in the list. */
export interface FleetTimes {
  synced: number[];
  adopted: number[];
}
export interface FleetCount {
  connected: number;
  synced: number;
  adopted: number;
}
export type FleetAnswer = FleetCount | FleetTimes;

const LOOK_MS = 100;

/** Simulated screens in a process of their own. */
export class FleetScreens {
  #child: ChildProcess;
  readonly size: number;

  constructor(origin: string, identities: ScreenIdentity[]) {
    this.size = identities.length;
    this.#child = fork(path.join(import.meta.dirname, 'fleet-process.ts'));
    this.#send({ do: 'open', origin, identities });
  }

  #send(request: FleetRequest): void {
    this.#child.send(request);
  }

  async #ask<T extends FleetAnswer>(what: 'count' | 'times'): Promise<T> {
    const answered = once(this.#child, 'message');
    this.#send({ do: what });
    return (await answered)[0] as T;
  }

  count = () => this.#ask<FleetCount>('count');
  times = () => this.#ask<FleetTimes>('times');
  forget = () => this.#send({ do: 'forget' });

  /** Waits until all of them are there; answers the seconds it took. */
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
    this.#send({ do: 'close' });
    await ended;
  }
}
