import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { PeriodicTask } from './periodic-tasks.ts';

/** Work that starts when rows become due, such as a delivery whose next attempt is at a certain time. */
export interface DueWork {
  name: string;
  /** Query that finds a row while work is due. It reads an index, because it runs every second. */
  findDue: (now: Date) => RawBuilder<unknown>;
  /** Starts the work, and returns without waiting for it. */
  run(): Promise<void>;
}

const CHECK_EVERY_MS = 1000;

interface Deps {
  db: Database;
  clock: Clock;
  log: Logger;
}

/** Checks all due work with one statement, because a process without work would otherwise execute one for each kind. */
export function createDueWorkTask({ db, clock, log }: Deps, works: readonly DueWork[]): PeriodicTask {
  const listDue = async (): Promise<DueWork[]> => {
    const now = clock.now();
    const checks = works.map(({ findDue }) => sql`exists (${findDue(now)})`);
    const { rows } = await sql<{ due: boolean[] }>`select array[${sql.join(checks)}] as due`.execute(db);
    return works.filter((_, index) => rows[0]?.due[index]);
  };
  return {
    name: 'due work',
    everyMs: CHECK_EVERY_MS,
    async run() {
      if (works.length === 0) return;
      const start = (work: DueWork) =>
        work.run().catch((error: unknown) => log.warn({ err: error, work: work.name }, 'due work could not be started'));
      await Promise.all((await listDue()).map(start));
    },
  };
}
