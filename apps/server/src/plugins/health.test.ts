import pino from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { buildHealthApp } from '../app.ts';
import { readConfig } from '../config/config.ts';
import { createTestDatabase } from '../testing/test-database.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

describe('a process that serves nobody', () => {
  it('is not ready while it takes no jobs, or stops', async () => {
    const does = { takeJobs: true, stop: false };
    const app = await buildHealthApp({
      config: readConfig({}),
      log: pino({ level: 'silent' }),
      db: database.db,
      readiness: { takesJobs: () => does.takeJobs, isStopping: () => does.stop },
    });
    const ready = async () => {
      const { statusCode, body } = await app.inject('/readyz');
      return `${statusCode} ${body}`;
    };
    expect(await ready()).toBe('200 {"error":false,"takesJobs":true}');
    does.takeJobs = false;
    expect(await ready()).toMatch(/^503 .*This worker takes no jobs at the moment\./);
    does.stop = true;
    expect(await ready()).toMatch(/^503 /);
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    await app.close();
  });
});
