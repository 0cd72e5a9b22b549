import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { createDueWorkTask, type DueWork } from './due-work.ts';

const NOW = new Date('2026-11-29T12:00:00Z');
let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

/** Creates work that is due from a time on, and records in `started` that it ran. */
const work = (name: string, dueAt: string, started: string[], error?: Error): DueWork => ({
  name,
  findDue: (now) => sql`select where ${dueAt}::timestamptz <= ${now}`,
  async run() {
    started.push(name);
    if (error) throw error;
  },
});
const createTask = (works: DueWork[]) =>
  createDueWorkTask({ db: test.db, clock: { now: () => NOW }, log: pino({ enabled: false }) }, works);

it('starts the work that is due, and no other', async () => {
  const started: string[] = [];
  const works = [
    work('past', '2026-11-29T11:59:59Z', started),
    work('now', NOW.toISOString(), started),
    work('later', '2026-11-29T12:00:01Z', started),
  ];
  await createTask(works).run();
  expect(started).toEqual(['past', 'now']);
});

it('starts the other work when one fails', async () => {
  const started: string[] = [];
  const at = NOW.toISOString();
  await createTask([work('failing', at, started, new Error('no')), work('other', at, started)]).run();
  expect(started).toEqual(['failing', 'other']);
});
