/** Guarantees of nudges over either transport. */
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
let here: TestDatabase;
let there: TestDatabase;
beforeAll(async () => {
  here = await createTestDatabase();
  there = openSameDatabase(here.url);
});
afterAll(async () => {
  await there.close();
  await here.close();
});

interface Way {
  handOver?: SendPayloads;
  listen(onMessage: (message: LiveMessage) => void, onResumed: () => void): Promise<LiveListener>;
  close(): Promise<void>;
}

const byNotify = async (): Promise<Way> => ({
  listen: (onMessage, onResumed) => startLiveListener({ url: here.url, onMessage, onResumed, log }),
  close: async () => undefined,
});
const byRedis = async (): Promise<Way> => {
  const relay = await openRelay({ db: here.db, url: REDIS_URL, log, stream });
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
  (_name, open, isThere) => {
    it.runIf(isThere)('leave when their transaction commits and never when it rolls back, in order, to every process', async () => {
      const way = await open();
      const heard: string[][] = [[], []];
      const listeners = await Promise.all(
        heard.map((texts) =>
          way.listen(
            (message) => texts.push(textOf(message)),
            () => undefined,
          ),
        ),
      );
      const live = createLive(way.handOver);
      const rolledBack = here.db.transaction().execute(async (tx) => {
        await live.send(tx, [aNudge('never')]);
        throw new Error('rolled back');
      });
      await expect(rolledBack).rejects.toThrow('rolled back');
      const texts = Array.from({ length: 200 }, (_, at) => String(at));
      for (const text of texts) await here.db.transaction().execute((tx) => live.send(tx, [aNudge(text)]));
      await here.db.transaction().execute((tx) => live.disconnect(tx, 'session:x'));
      await here.db.transaction().execute((tx) => live.revoke(tx));
      const all = [...texts, '{"disconnect":"session:x"}', '{"revoked":true}'];
      await expect.poll(() => heard, { timeout: 10_000 }).toEqual([all, all]);
      for (const listener of listeners) await listener.stop();
      await way.close();
    });
  },
);

describe.runIf(hasRedis)('a stream of Redis', () => {
  let client: RedisClient;
  let relay: Relay;
  beforeAll(async () => {
    client = await openRedis(REDIS_URL, log);
    relay = await openRelay({ db: there.db, url: REDIS_URL, log, stream });
  });
  afterAll(async () => {
    await relay.stop();
    await client.del(stream);
    await client.close();
  });
  const listen = (heard: string[], onResumed: () => void) =>
    startRedisListener({ url: REDIS_URL, onMessage: (message) => heard.push(textOf(message)), onResumed, log, stream });
  const cut = async () => {
    const mine = await client.clientId();
    const ours = (await client.clientList()).filter(({ id, db }) => db === 15 && id !== mine);
    for (const { id } of ours) await client.clientKill({ filter: 'ID', id });
  };
  const send = (text: string) => here.db.transaction().execute((tx) => createLive(relay.sendPayloads).send(tx, [aNudge(text)]));

  it('gets what a process committed that died before it could carry it', async () => {
    const heard: string[] = [];
    const listener = await listen(heard, () => undefined);
    await here.db.transaction().execute((tx) => insertNudges(tx, [JSON.stringify([aNudge('left')])]));
    await expect.poll(() => heard, { timeout: 5000 }).toEqual(['left']);
    await listener.stop();
  });

  it('continues after a cut without a loss, and reloads everything after a loss', async () => {
    const heard: string[] = [];
    let resumed = 0;
    const listener = await listen(heard, () => resumed++);
    await send('before');
    await expect.poll(() => heard, { timeout: 5000 }).toEqual(['before']);
    await cut();
    await send('meanwhile');
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['before', 'meanwhile']);
    expect(resumed).toBe(0);
    // Simulates a Redis that restarts without its data.
    await client.del(stream);
    await cut();
    await expect.poll(() => resumed, { timeout: 10_000 }).toBe(1);
    await send('after');
    await expect.poll(() => heard.at(-1), { timeout: 10_000 }).toBe('after');
    await listener.stop();
  });

  it('is never longer than about ten thousand', async () => {
    const payloads = Array.from({ length: 12_000 }, () => '[]');
    await here.db.transaction().execute((tx) => relay.sendPayloads(tx, payloads));
    await expect.poll(() => there.db.selectFrom('nudge_outbox').select('id').execute(), { timeout: 20_000 }).toEqual([]);
    const length = await client.xLen(stream);
    expect(length).toBeGreaterThanOrEqual(10_000);
    expect(length).toBeLessThan(10_500);
  });
});
