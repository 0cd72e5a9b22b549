/** Delivery guarantees of nudges over PostgreSQL and Redis. */
import net from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, openSameDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { newId } from '../ids.ts';
import { createLive, type LiveMessage, type Nudge, type SendPayloads } from './live.ts';
import { type LiveListener, startLiveListener } from './live-listener.ts';
import { insertNudges } from './nudge-outbox.store.ts';
import { openRedis, type RedisClient } from './redis-client.ts';
import { startRedisListener } from './redis-listener.ts';
import { openRelay, type Relay } from './redis-relay.ts';

/** A separate numbered database, so that the test only cuts its own connections. */
const REDIS_URL = 'redis://127.0.0.1:6379/15';
const log = pino({ level: 'silent' });
const hasRedis = await new Promise<boolean>((resolve) => {
  const socket = net.connect(6379, '127.0.0.1');
  socket.once('error', () => resolve(false));
  socket.once('connect', () => {
    socket.destroy();
    resolve(true);
  });
});
if (!hasRedis) console.info('Nudges by Redis are not tested: none answers on 127.0.0.1:6379.');

const stream = `vitrine:test:${newId()}`;
let database: TestDatabase;
let secondHandle: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  secondHandle = openSameDatabase(database.url);
});
afterAll(async () => {
  await secondHandle.close();
  await database.close();
});

interface Transport {
  handOver?: SendPayloads;
  listen(onMessage: (message: LiveMessage) => void, onResumed: () => void): Promise<LiveListener>;
  close(): Promise<void>;
}

const byNotify = async (): Promise<Transport> => ({
  listen: (onMessage, onResumed) => startLiveListener({ url: database.url, onMessage, onResumed, log }),
  close: async () => undefined,
});
const byRedis = async (): Promise<Transport> => {
  const relay = await openRelay({ db: database.db, url: REDIS_URL, log, stream });
  return {
    handOver: relay.sendPayloads,
    listen: (onMessage, onResumed) => startRedisListener({ url: REDIS_URL, onMessage, onResumed, log, stream }),
    close: relay.stop,
  };
};
const aNudge = (text: string): Nudge => ({ namespace: 'device', rooms: ['person:a'], event: 'devicestatus', payload: { text } });
const textOf = (message: LiveMessage) => ('payload' in message ? (message.payload as { text: string }).text : JSON.stringify(message));

describe.each([['NOTIFY', byNotify, true] as const, ['a stream of Redis', byRedis, hasRedis] as const])(
  'nudges by %s',
  (_name, open, isAvailable) => {
    it.runIf(isAvailable)('are sent in order to every process when their transaction commits, and not after a rollback', async () => {
      const transport = await open();
      const received: string[][] = [[], []];
      const listeners = await Promise.all(
        received.map((texts) =>
          transport.listen(
            (message) => texts.push(textOf(message)),
            () => undefined,
          ),
        ),
      );
      const live = createLive(transport.handOver);
      const rolledBack = database.db.transaction().execute(async (tx) => {
        await live.send(tx, [aNudge('never')]);
        throw new Error('rolled back');
      });
      await expect(rolledBack).rejects.toThrow('rolled back');
      const texts = Array.from({ length: 200 }, (_, at) => String(at));
      for (const text of texts) await database.db.transaction().execute((tx) => live.send(tx, [aNudge(text)]));
      await database.db.transaction().execute((tx) => live.disconnect(tx, 'session:x'));
      await database.db.transaction().execute((tx) => live.revoke(tx));
      const all = [...texts, '{"disconnect":"session:x"}', '{"revoked":true}'];
      await expect.poll(() => received, { timeout: 10_000 }).toEqual([all, all]);
      for (const listener of listeners) await listener.stop();
      await transport.close();
    });
  },
);

describe.runIf(hasRedis)('the Redis stream', () => {
  let client: RedisClient;
  let relay: Relay;
  beforeAll(async () => {
    client = await openRedis(REDIS_URL, log);
    relay = await openRelay({ db: secondHandle.db, url: REDIS_URL, log, stream });
  });
  afterAll(async () => {
    await relay.stop();
    await client.del(stream);
    await client.close();
  });
  const listen = (received: string[], onResumed: () => void) =>
    startRedisListener({ url: REDIS_URL, onMessage: (message) => received.push(textOf(message)), onResumed, log, stream });
  const closeConnections = async () => {
    const mine = await client.clientId();
    const ours = (await client.clientList()).filter(({ id, db }) => db === 15 && id !== mine);
    for (const { id } of ours) await client.clientKill({ filter: 'ID', id });
  };
  const send = (text: string) => database.db.transaction().execute((tx) => createLive(relay.sendPayloads).send(tx, [aNudge(text)]));

  it('receives nudges of a process that died after the commit', async () => {
    const received: string[] = [];
    const listener = await listen(received, () => undefined);
    await database.db.transaction().execute((tx) => insertNudges(tx, [JSON.stringify([aNudge('left')])]));
    await expect.poll(() => received, { timeout: 5000 }).toEqual(['left']);
    await listener.stop();
  });

  it('continues after a disconnect without loss, and requests a reload after a loss', async () => {
    const received: string[] = [];
    let resumed = 0;
    const listener = await listen(received, () => resumed++);
    await send('before');
    await expect.poll(() => received, { timeout: 5000 }).toEqual(['before']);
    await closeConnections();
    await send('meanwhile');
    await expect.poll(() => received, { timeout: 10_000 }).toEqual(['before', 'meanwhile']);
    expect(resumed).toBe(0);
    // Simulates a Redis that restarts without its data.
    await client.del(stream);
    await closeConnections();
    await expect.poll(() => resumed, { timeout: 10_000 }).toBe(1);
    await send('after');
    await expect.poll(() => received.at(-1), { timeout: 10_000 }).toBe('after');
    await listener.stop();
  });

  it('is limited to about 10,000 entries', async () => {
    const payloads = Array.from({ length: 12_000 }, () => '[]');
    await database.db.transaction().execute((tx) => relay.sendPayloads(tx, payloads));
    await expect.poll(() => secondHandle.db.selectFrom('nudge_outbox').select('id').execute(), { timeout: 20_000 }).toEqual([]);
    const length = await client.xLen(stream);
    expect(length).toBeGreaterThanOrEqual(10_000);
    expect(length).toBeLessThan(10_500);
  });
});
