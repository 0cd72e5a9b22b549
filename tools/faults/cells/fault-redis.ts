import { setTimeout as sleep } from 'node:timers/promises';
import type { Outage } from '../../../apps/server/src/testing/tcp-proxy.ts';
import type { Cell, Fault } from './cell.ts';

/** Time in which every screen must show a publish during each fault. */
const SHOWN_WITHIN_MS = 30_000;
const PUBLISHES = 3;
/** Longer than a minute, so that a limit on the age of waiting messages would show. */
const AWAY_MS = 82_000;

async function publishAndAssert({ screens }: Cell): Promise<void> {
  await screens.publish();
  await screens.assertPlaylistShown(SHOWN_WITHIN_MS);
}

/** Publishes while Redis is unreachable, and after it is back. */
export const redisUnreachable = (outage: Outage): Fault => ({
  name: `Redis ${outage}`,
  async run(cell) {
    cell.installation.redis.proxy.interrupt(outage);
    for (let count = 0; count < PUBLISHES; count++) await publishAndAssert(cell);
    cell.installation.redis.proxy.restore();
    for (let count = 0; count < PUBLISHES; count++) await publishAndAssert(cell);
    return `${PUBLISHES} publishes during the outage and ${PUBLISHES} after it`;
  },
});

/** Redis loses its data at the moment of a publish. */
export const redisFlushed: Fault = {
  name: 'Redis flushed',
  async run(cell) {
    for (let count = 0; count < PUBLISHES; count++) {
      await Promise.all([cell.screens.publish(), sleep(cell.random.whole(0, 50)).then(cell.installation.redis.flush)]);
      await cell.screens.assertPlaylistShown(SHOWN_WITHIN_MS);
    }
    return `${PUBLISHES} publishes while the data was deleted`;
  },
};

/** Redis is killed, and started with its data more than a minute later. */
export const redisAway: Fault = {
  name: 'Redis away',
  async run(cell) {
    const { redis } = cell.installation;
    await redis.kill();
    const backAt = performance.now() + AWAY_MS;
    await publishAndAssert(cell);
    await sleep(backAt - performance.now() - SHOWN_WITHIN_MS);
    await publishAndAssert(cell);
    await sleep(backAt - performance.now());
    await redis.restart();
    await publishAndAssert(cell);
    return `publishes during ${AWAY_MS / 1000} s without Redis and after its restart`;
  },
};

/** One process runs without Redis, and then with a Redis that it cannot reach, while the others use theirs. */
export const differentRelays: Fault = {
  name: 'different relays',
  async run(cell) {
    const { second } = cell.installation.processes;
    const url = second.env['REDIS_URL'] ?? '';
    // An empty value means no Redis.
    for (const value of ['', 'redis://127.0.0.1:9']) {
      await second.stop();
      second.env['REDIS_URL'] = value;
      await second.start();
      await cell.screens.assertConnected();
      for (let count = 0; count < PUBLISHES; count++) await publishAndAssert(cell);
    }
    await second.stop();
    second.env['REDIS_URL'] = url;
    await second.start();
    await cell.screens.assertConnected();
    await publishAndAssert(cell);
    return 'publishes with a process without Redis, and with one that cannot reach it';
  },
};
