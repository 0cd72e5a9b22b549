import { setTimeout as sleep } from 'node:timers/promises';
import type { Album } from '@vitrine/contract';
import { sql } from 'kysely';
import { LIVE_CONNECTION_NAME } from '../../../apps/server/src/platform/live/live-listener.ts';
import { withProductDatabase } from '../../../e2e/product-database.ts';
import { until } from '../../../e2e/until.ts';
import { assert } from '../round.ts';
import type { Fault } from './cell.ts';
import type { GeneratedFiles } from './generated-files.ts';
import type { Installation } from './installation.ts';
import { callApi, retry } from './requests.ts';
import { withTraffic } from './traffic.ts';

const PUBLISHES = 3;
const LISTENERS = 2;
const OUTAGE_MS = 10_000;
const RECOVERY_TIMEOUT_MS = 10_000;

/** Cuts the connections on which processes receive notifications just before a publish. */
export const lostListeners: Fault = {
  name: 'listeners',
  async run({ installation, screens, random }) {
    for (let count = 0; count < PUBLISHES; count++) {
      await assertListening(installation);
      await withProductDatabase(installation, (db) => sql`select pg_terminate_backend(pid) ${listenConnections}`.execute(db));
      await sleep(random.whole(0, 300));
      await screens.publish();
      await screens.assertPlaylistShown();
    }
    await assertListening(installation);
    return `${PUBLISHES} publishes after both LISTEN connections were cut`;
  },
};

const listenConnections = sql`from pg_stat_activity where application_name = ${LIVE_CONNECTION_NAME} and datname = current_database()`;

/** Waits for both processes. Otherwise all screens could be connected to one process and hide that the other has no listener. */
async function assertListening(installation: Installation): Promise<void> {
  const count = () => withProductDatabase(installation, async (db) => (await sql`select pid ${listenConnections}`.execute(db)).rows.length);
  await until('both processes have a LISTEN connection', async () => (await count()) === LISTENERS, RECOVERY_TIMEOUT_MS);
}

/** Makes PostgreSQL unreachable for ten seconds during traffic. */
export const databaseOutage = (files: GeneratedFiles): Fault => ({
  name: 'database',
  async run(cell) {
    const { installation, random, person } = cell;
    const outage = random.pick(['refused', 'silent'] as const);
    let recoveryMs = 0;
    const { succeeded, refused } = await withTraffic(cell, files, async () => {
      await sleep(random.whole(500, 1500));
      installation.database.interrupt(outage);
      await sleep(OUTAGE_MS);
      installation.database.restore();
      const since = performance.now();
      await retry('a list', () => callApi<Album[]>(person, 'GET', '/albums'));
      recoveryMs = Math.round(performance.now() - since);
      assert(recoveryMs < RECOVERY_TIMEOUT_MS, `the product responded ${recoveryMs} ms after the database was reachable again`);
    });
    return `PostgreSQL ${outage} for 10 s, responses again after ${recoveryMs} ms, ${succeeded} succeeded, ${refused} refused`;
  },
});
