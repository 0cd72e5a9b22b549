import { monitorEventLoopDelay } from 'node:perf_hooks';
import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';

/** Current figures of a process. */
export interface ProcessMetricSources {
  pool?: pg.Pool | undefined;
  /** Sockets of this process, by namespace. */
  countSockets?: (() => Record<string, number>) | undefined;
}

const NS_PER_S = 1e9;
const RESOLUTION_MS = 10;

/** Adds metrics that are read on request. Returns the function to stop measuring. */
export function addProcessMetrics(registry: Registry, { pool, countSockets }: ProcessMetricSources): () => void {
  const registers = [registry];
  if (pool) {
    new Gauge({
      name: 'vitrine_pool_connections',
      help: 'Connections to the database, by state: busy or idle; and requests waiting for one',
      labelNames: ['state'] as const,
      registers,
      collect() {
        this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
        this.set({ state: 'idle' }, pool.idleCount);
        this.set({ state: 'waiting' }, pool.waitingCount);
      },
    });
  }
  new Gauge({
    name: 'vitrine_sockets',
    help: 'Open sockets by namespace: people have one in each of notification, device and media, screens in screen',
    labelNames: ['namespace'] as const,
    registers,
    collect() {
      for (const [namespace, count] of Object.entries(countSockets?.() ?? {})) this.set({ namespace }, count);
    },
  });
  const turns = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  turns.enable();
  new Gauge({
    name: 'vitrine_event_loop_delay_seconds',
    help: 'Event loop delay since the last scrape, by quantile',
    labelNames: ['quantile'] as const,
    registers,
    collect() {
      if (turns.count === 0) return;
      // Without delay, each measured interval equals the resolution.
      const late = (percent: number) => Math.max(0, turns.percentile(percent) / NS_PER_S - RESOLUTION_MS / 1000);
      this.set({ quantile: '0.5' }, late(50));
      this.set({ quantile: '0.99' }, late(99));
      turns.reset();
    },
  });
  return () => void turns.disable();
}
