import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../database/database.ts';
import { type DatabaseMetricValues, readDatabaseMetrics } from './database-figures.store.ts';

/** Minimum interval between two queries, regardless of how often `/metrics` is read. */
const CACHE_TTL_MS = 15_000;

/** Caches the values and shares one query between concurrent callers. Returns undefined when the database does not respond. */
function createCachedReader(read: () => Promise<DatabaseMetricValues>): () => Promise<DatabaseMetricValues | undefined> {
  let last: { at: number; figures: Promise<DatabaseMetricValues | undefined> } | undefined;
  return () => {
    if (!last || performance.now() - last.at >= CACHE_TTL_MS) last = { at: performance.now(), figures: read().catch(() => undefined) };
    return last.figures;
  };
}

/** Adds metrics that are the same for all processes; they are missing while the database is unavailable, which `vitrine_database_up` reports. */
export function addDatabaseMetrics(registry: Registry, db: Db): void {
  const read = createCachedReader(() => readDatabaseMetrics(db));
  const registers = [registry];
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    fill: (gauge: Gauge<Label>, figures: DatabaseMetricValues) => void,
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        const figures = await read();
        this.reset();
        if (figures) fill(this, figures);
      },
    });
  new Gauge({
    name: 'vitrine_database_up',
    help: 'Whether the last metrics query to the database succeeded',
    registers,
    async collect() {
      this.set((await read()) ? 1 : 0);
    },
  });
  gauge('vitrine_queue_jobs', 'Jobs by kind and state: waiting, running, or failed for good', ['kind', 'state'], (jobs, { queues }) => {
    for (const { kind, ...states } of queues)
      for (const state of ['waiting', 'running', 'failed'] as const) jobs.set({ kind, state }, states[state]);
  });
  gauge('vitrine_queue_oldest_seconds', 'Age of the oldest due job, by kind', ['kind'], (oldest, { queues }) => {
    for (const { kind, oldestS } of queues) oldest.set({ kind }, oldestS);
  });
  gauge('vitrine_screens_online', 'Screens connected to any process', [], (online, { screensOnline }) => online.set(screensOnline));
  gauge(
    'vitrine_nudge_outbox_oldest_seconds',
    'Age of the oldest live message that was not sent yet; 0 when there is none',
    [],
    (age, { oldestNudgeS }) => age.set(oldestNudgeS),
  );
  gauge('vitrine_processes', 'Living processes by role', ['role'], (living, { processes }) => {
    for (const { role, count } of processes) living.set({ role }, count);
  });
}
