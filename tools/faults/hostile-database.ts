import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { LIVE_CONNECTION_NAME } from '../../apps/server/src/platform/live/live-listener.ts';
import { withProductDatabase } from '../../e2e/product-database.ts';
import { until } from '../../e2e/until.ts';
import { type FleetData, makeFleet } from '../bench/fleet.data.ts';
import { Fleet } from '../simulate/fleet.ts';
import type { Attack } from './attack.ts';
import { assert } from './round.ts';

const SCREENS = 20;
const SYNC_TIMEOUT_MS = 10_000;

let fleetData: FleetData | undefined;

/** Cuts the connection that receives notifications during a publish. Every screen must show the new playlist nevertheless. */
export const loseListener: Attack = {
  name: 'a lost LISTEN connection',
  // Twenty screens connect and download for the first time.
  memoryGrowthLimitMb: 200,
  async prepare(attacker) {
    fleetData = await makeFleet(attacker.product, attacker, SCREENS);
  },
  async run(attacker) {
    assert(fleetData !== undefined, 'the attack was not prepared');
    const { identities, deviceIds, playlistIds } = fleetData;
    const fleet = new Fleet({ origin: attacker.product.origin, identities });
    fleet.open();
    await until('every screen is connected', async () => fleet.connected === SCREENS);
    for (const playlistId of playlistIds) {
      await withProductDatabase(attacker.product, (db) =>
        sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${LIVE_CONNECTION_NAME}`.execute(db),
      );
      await attacker.publish(playlistId, deviceIds);
      await until(
        'every screen shows the new playlist',
        async () => fleet.screens.every((screen) => screen.playlistId === playlistId),
        SYNC_TIMEOUT_MS,
      );
    }
    fleet.close();
  },
};

/** Kills the database, which restarts automatically. Requests fail immediately with 503 until then and succeed afterwards. */
export const killDatabase: Attack = {
  name: 'a killed PostgreSQL',
  isOutage: true,
  // After the outage, requests open new connections, which plan their statements again.
  p95GrowthLimitMs: 150,
  async run(attacker) {
    const { product } = attacker;
    const [pid = ''] = (await readFile(path.join(product.dataDir, 'postgres-18', 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
    await until('the product responds again', async () => (await attacker.call('GET', '/albums')).status === 200, 30_000);
    await sleep(3000);
  },
};
