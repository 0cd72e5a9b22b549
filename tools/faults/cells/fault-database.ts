import { setTimeout as sleep } from 'node:timers/promises';
import type { Album } from '@vitrine/contract';
import { sql } from 'kysely';
import { LIVE_CONNECTION_NAME } from '../../../apps/server/src/platform/live/live-listener.ts';
import { withProductDatabase } from '../../../e2e/product-database.ts';
import { until } from '../../../e2e/until.ts';
import { assert } from '../round.ts';
import type { Fault } from './cell.ts';
import type { Installation } from './installation.ts';
import type { MadeFiles } from './made-files.ts';
import { callApi, persist } from './requests.ts';
import { withTraffic } from './traffic.ts';

const PUBLISHES = 3;
const LISTENERS = 2;
const AWAY_MS = 10_000;
const BACK_WITHIN_MS = 10_000;

/** Cuts the connections on which processes receive notifications just before a publish. */
export const listenersCut: Fault = {
  name: 'listeners',
  async run({ installation, wall, random }) {
    for (let turn = 0; turn < PUBLISHES; turn++) {
      await assertListening(installation);
      await withProductDatabase(installation, (db) => sql`select pg_terminate_backend(pid) ${listening}`.execute(db));
      await sleep(random.whole(0, 300));
      await wall.publish();
      await wall.assertShown();
    }
    await assertListening(installation);
    return `${PUBLISHES} publishes with both listeners cut`;
  },
};

const listening = sql`from pg_stat_activity where application_name = ${LIVE_CONNECTION_NAME} and datname = current_database()`;

/** Every screen may hang on one process and show what is new before the other one listens again. */
async function assertListening(installation: Installation): Promise<void> {
  const count = () => withProductDatabase(installation, async (db) => (await sql`select pid ${listening}`.execute(db)).rows.length);
  await until('both processes listen', async () => (await count()) === LISTENERS, BACK_WITHIN_MS);
}

/** PostgreSQL is away for ten seconds while people work. */
export const databaseAway = (files: MadeFiles): Fault => ({
  name: 'database',
  async run(cell) {
    const { installation, random, person } = cell;
    const absence = random.pick(['refused', 'silent'] as const);
    let backMs = 0;
    const { done, refused } = await withTraffic(cell, files, async () => {
      await sleep(random.whole(500, 1500));
      installation.database.shut(absence);
      await sleep(AWAY_MS);
      installation.database.reopen();
      const since = performance.now();
      await persist('a list', () => callApi<Album[]>(person, 'GET', '/albums'));
      backMs = Math.round(performance.now() - since);
      assert(backMs < BACK_WITHIN_MS, `the product answered ${backMs} ms after the database was back`);
    });
    return `PostgreSQL ${absence} for 10 s, answers again after ${backMs} ms, ${done} done, ${refused} refused`;
  },
});
