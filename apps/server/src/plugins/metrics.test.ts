/** Compares the metrics with the guide and the dashboard. */
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { autocommit } from '../platform/database/database.ts';
import { readDatabaseMetrics } from '../platform/metrics/database-figures.store.ts';
import { metrics } from '../platform/metrics/metrics.ts';
import { createHeartbeat } from '../platform/queue/heartbeat.ts';
import { createJobHandler, defineJob } from '../platform/queue/job-type.ts';
import { createQueue } from '../platform/queue/queue.ts';
import { buildTasks } from '../platform/queue/worker.ts';
import { openTestApp } from '../testing/shared-test-app.ts';
import type { TestApp } from '../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const read = async () => (await test.app.inject('/metrics')).body;
const fromRoot = (path: string) => readFile(new URL(`../../../../${path}`, import.meta.url), 'utf8');
/** The parts of a histogram have separate names. */
const namesIn = (text: string) =>
  [
    ...new Set([...text.matchAll(/\b(?:vitrine|process|nodejs)_\w+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ''))),
  ].toSorted();
const own = (names: string[]) => names.filter((name) => name.startsWith('vitrine_'));
const readMetrics = async () =>
  namesIn(
    (await read())
      .split('\n')
      .filter((line) => line.startsWith('# TYPE'))
      .join('\n'),
  );

describe('the metrics', () => {
  it('match the list in the guide', async () => {
    const withPool = [...own(await readMetrics()), 'vitrine_pool_connections'].toSorted();
    expect(own(namesIn(await fromRoot('docs/guides/monitoring.md')))).toEqual(withPool);
  });

  it('include every metric of the dashboard', async () => {
    const known = [...(await readMetrics()), 'vitrine_pool_connections'];
    const dashboard = JSON.parse(await fromRoot('deploy/grafana-dashboard.json')) as { panels: { targets: { expr: string }[] }[] };
    const shown = namesIn(dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n'));
    expect(shown.filter((name) => !known.includes(name))).toEqual([]);
    // Every metric of ours must be on the dashboard.
    expect(own(known).filter((name) => !shown.includes(name))).toEqual([]);
  });

  it('include waiting and failed jobs, the age of the oldest due job, screens and processes', async () => {
    const [queue, greet] = [createQueue(), defineJob('metrics.greet', z.object({}), { maxAttempts: 1 })];
    await queue.add(autocommit(test.db), greet, {}, { key: 'due' });
    await queue.add(autocommit(test.db), greet, {}, { key: 'failed' });
    await queue.add(autocommit(test.db), greet, {}, { key: 'later' });
    await sql`update graphile_worker._private_jobs set run_at = case key when 'later' then now() + interval '1 hour' else now() - interval '90 seconds' end,
      attempts = case key when 'failed' then 1 else 0 end`.execute(test.db);
    await createHeartbeat(test.db, undefined as never, 'here', {
      roles: ['api', 'worker'],
      vitals: () => ({ loopDelayMs: null, memoryBytes: null }),
    }).beat([]);
    const { queues, processes, screensOnline } = await readDatabaseMetrics(test.db);
    const figures = queues.find(({ kind }) => kind === 'metrics.greet');
    expect(figures).toMatchObject({ waiting: 2, running: 0, failed: 1 });
    expect(Math.floor((figures?.oldestS ?? 0) / 10)).toBe(9);
    expect(processes.toSorted((one, other) => one.role.localeCompare(other.role))).toEqual([
      { role: 'api', count: 1 },
      { role: 'worker', count: 1 },
    ]);
    expect(screensOnline).toBe(0);
    expect(await read()).toContain('vitrine_database_up 1');
  });

  it('include the durations and results of jobs', async () => {
    const observed = vi.spyOn(metrics.jobs, 'observe');
    const done = createJobHandler(defineJob('metrics.done', z.object({})), async () => undefined);
    const failing = createJobHandler(defineJob('metrics.failing', z.object({})), () => Promise.reject(new Error('It cannot be done.')));
    const tasks = buildTasks([done, failing], new AbortController().signal, pino({ level: 'silent' }));
    const run = (name: string, attempts: number) =>
      Promise.resolve(tasks[name]?.({}, { job: { attempts, max_attempts: 2, id: '1', created_at: new Date() } } as never)).catch(
        () => undefined,
      );
    await run('metrics.done', 1);
    await run('metrics.failing', 1);
    await run('metrics.failing', 2);
    expect(observed.mock.calls.map(([labels]) => labels)).toEqual([
      { kind: 'metrics.done', outcome: 'done' },
      { kind: 'metrics.failing', outcome: 'failed' },
      { kind: 'metrics.failing', outcome: 'given up' },
    ]);
    observed.mockRestore();
  });

  it('are read from the database at most once in fifteen seconds', async () => {
    await read();
    const submit = vi.spyOn(pg.Query.prototype, 'submit');
    await Promise.all([read(), read(), read()]);
    expect(submit).not.toHaveBeenCalled();
    submit.mockRestore();
  });
});
