/** Delivery guarantees of nudges over PostgreSQL and Redis. */
import net from 'node:net';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Outage, TcpProxy } from '../../testing/tcp-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { newId } from '../ids.ts';
import { createHeartbeat } from '../queue/heartbeat.ts';
import { createLive, type LiveMessage, type Nudge } from './live.ts';
import { openLiveTransport } from './live-transport.ts';
import { insertNudges } from './nudge-outbox.store.ts';
import { openRedis, type RedisClient } from './redis-client.ts';

const REDIS = { host: '127.0.0.1', port: 6379 };
/** A separate numbered database, so that the tests only cut their own connections. */
const redisUrl = (port: number) => `redis://127.0.0.1:${port}/15`;
const REDIS_URL = redisUrl(REDIS.port);
const WITHIN = { timeout: 20_000 };
const log = pino({ level: 'silent' });
const hasRedis = await new Promise<boolean>((resolve) => {
  const socket = net.connect(REDIS);
  socket.once('error', () => resolve(false));
  socket.once('connect', () => {
    socket.destroy();
    resolve(true);
  });
});
if (!hasRedis) console.info('Nudges by Redis are not tested: none answers on 127.0.0.1:6379.');

/** Silent connections are noticed after seconds. */
const whenSlow = it.runIf(inject('runsSlowTests'));

let stream: string;
let database: TestDatabase;
const undo: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
  await sql`delete from process_heartbeats`.execute(database.db);
});
afterAll(() => database.close());

const aNudge = (text: string): Nudge => ({ namespace: 'device', rooms: ['person:a'], event: 'devicestatus', payload: { text } });
const textOf = (message: LiveMessage) => ('payload' in message ? (message.payload as { text: string }).text : JSON.stringify(message));

/** A process of the installation that sends and receives messages. Without `url`, it uses PostgreSQL only. */
async function startProcess(url: string | undefined) {
  const processId = newId();
  const heartbeat = createHeartbeat(database.db, database.pool, processId, {
    roles: ['api', 'live'],
    vitals: () => ({ loopDelayMs: null, memoryBytes: null }),
  });
  await heartbeat.beat([]);
  const transport = await openLiveTransport({
    db: database.db,
    directUrl: database.url,
    redisUrl: url,
    heartbeat,
    log,
    stream,
  });
  const received: string[] = [];
  let reloads = 0;
  const listener = await transport.listen({
    onMessage: (message) => received.push(textOf(message)),
    onResumed: () => reloads++,
  });
  undo.push(async () => {
    await listener.stop();
    await transport.stop();
  });
  const live = createLive(transport.sendPayloads);
  return {
    received,
    countReloads: () => reloads,
    live,
    isRelayUp: transport.isRelayUp,
    readRelay: async () =>
      (await database.db.selectFrom('process_heartbeats').select('relay').where('process_id', '=', processId).executeTakeFirstOrThrow())
        .relay,
    send: (text: string) => database.db.transaction().execute((tx) => live.send(tx, [aNudge(text)])),
  };
}

const startPair = async (url: string | undefined) => [await startProcess(url), await startProcess(url)] as const;

beforeAll(() => {
  stream = `vitrine:test:${newId()}`;
});

describe.each([['NOTIFY', undefined, true] as const, ['a stream of Redis', REDIS_URL, hasRedis] as const])(
  'nudges by %s',
  (_name, url, isAvailable) => {
    it.runIf(isAvailable)('are sent in order to every process when their transaction commits, and not after a rollback', async () => {
      const [one, other] = await startPair(url);
      if (url !== undefined) await expect.poll(async () => [await one.readRelay(), await other.readRelay()], WITHIN).not.toContain(null);
      const rolledBack = database.db.transaction().execute(async (tx) => {
        await one.live.send(tx, [aNudge('never')]);
        throw new Error('rolled back');
      });
      await expect(rolledBack).rejects.toThrow('rolled back');
      const texts = Array.from({ length: 200 }, (_, at) => String(at));
      for (const text of texts) await one.send(text);
      await database.db.transaction().execute((tx) => one.live.disconnect(tx, 'session:x'));
      await database.db.transaction().execute((tx) => one.live.revoke(tx));
      const all = [...texts, '{"disconnect":"session:x"}', '{"revoked":true}'];
      await expect.poll(() => [one.received, other.received], WITHIN).toEqual([all, all]);
    });
  },
);

describe.runIf(hasRedis)('the Redis stream', () => {
  let client: RedisClient;
  let proxy: TcpProxy;
  beforeAll(async () => {
    client = await openRedis(REDIS_URL, log);
    proxy = await TcpProxy.open(REDIS);
  });
  afterEach(() => proxy.restore());
  afterAll(async () => {
    await client.del([stream, `${stream}:server`]);
    client.destroy();
    await proxy.close();
  });
  const cutConnections = () => {
    proxy.interrupt('refused');
    proxy.restore();
  };
  const startBehindProxy = async () => {
    const started = await startProcess(redisUrl(proxy.port));
    await expect.poll(started.readRelay, WITHIN).not.toBeNull();
    return started;
  };

  it('receives nudges of a process that died after the commit', async () => {
    const survivor = await startBehindProxy();
    await database.db.transaction().execute((tx) => insertNudges(tx, [JSON.stringify([aNudge('left')])]));
    await expect.poll(() => survivor.received, WITHIN).toEqual(['left']);
  });

  it('continues after a short disconnect without a reload, and requests a reload after a loss', async () => {
    const started = await startBehindProxy();
    await started.send('before');
    await expect.poll(() => started.received, WITHIN).toEqual(['before']);
    cutConnections();
    await started.send('in the meantime');
    await expect.poll(() => started.received.at(-1), WITHIN).toBe('in the meantime');
    expect(started.countReloads()).toBe(0);
    // Simulates a Redis that restarts without its data.
    await client.del([stream, `${stream}:server`]);
    cutConnections();
    await expect.poll(started.countReloads, WITHIN).toBeGreaterThan(0);
    await started.send('after');
    await expect.poll(() => started.received.at(-1), WITHIN).toBe('after');
  });

  it('requests a reload when Redis loses its data without a disconnect', async () => {
    const started = await startBehindProxy();
    await client.del([stream, `${stream}:server`]);
    await expect.poll(started.countReloads, WITHIN).toBe(1);
  });

  const replaceDuring = async (outage: Outage) => {
    const one = await startBehindProxy();
    const other = await startBehindProxy();
    proxy.interrupt(outage);
    await one.send('during');
    await expect.poll(() => other.received, WITHIN).toContain('during');
    await expect.poll(() => [one.isRelayUp(), other.isRelayUp()], WITHIN).toEqual([false, false]);
    await expect.poll(async () => [await one.readRelay(), await other.readRelay()], WITHIN).toEqual([null, null]);
    await one.send('later');
    await expect.poll(() => [one.received.at(-1), other.received.at(-1)], WITHIN).toEqual(['later', 'later']);
    proxy.restore();
    await expect.poll(async () => [await one.readRelay(), await other.readRelay()], WITHIN).not.toContain(null);
    const before = await client.xLen(stream);
    await one.send('after');
    await expect.poll(() => other.received.at(-1), WITHIN).toBe('after');
    expect(await client.xLen(stream)).toBe(before + 1);
  };
  it('is replaced by PostgreSQL while its connections are refused', () => replaceDuring('refused'));
  whenSlow('is replaced by PostgreSQL while its connections are silent', () => replaceDuring('silent'));

  whenSlow('is used again after its connections were lost without notice', async () => {
    const started = await startBehindProxy();
    proxy.interrupt('silent');
    await expect.poll(started.readRelay, WITHIN).toBeNull();
    proxy.restoreWithoutConnections();
    await expect.poll(started.readRelay, WITHIN).not.toBeNull();
    const before = await client.xLen(stream);
    await started.send('again');
    await expect.poll(() => started.received, WITHIN).toEqual(['again']);
    expect(await client.xLen(stream)).toBe(before + 1);
  });

  whenSlow('is replaced by PostgreSQL for a process that alone cannot reach it', async () => {
    const cutOff = await startBehindProxy();
    const sender = await startProcess(REDIS_URL);
    proxy.interrupt('silent');
    await expect.poll(cutOff.readRelay, WITHIN).toBeNull();
    await expect.poll(cutOff.countReloads, WITHIN).toBeGreaterThan(0);
    await sender.send('around');
    await expect.poll(() => cutOff.received, WITHIN).toContain('around');
  });

  it('does not have to be available when a process starts', async () => {
    proxy.interrupt('refused');
    const started = await startProcess(redisUrl(proxy.port));
    expect(started.isRelayUp()).toBe(false);
    await started.send('early');
    await expect.poll(() => started.received, WITHIN).toContain('early');
    proxy.restore();
    await expect.poll(started.readRelay, WITHIN).not.toBeNull();
  });

  it('reaches processes that are not configured to use it, and each process once', async () => {
    const withRedis = await startBehindProxy();
    const without = await startProcess(undefined);
    const texts = ['one', 'two', 'three'];
    for (const text of texts) await withRedis.send(text);
    await without.send('last');
    const all = expect.arrayContaining([...texts, 'last']);
    await expect.poll(() => [withRedis.received, without.received], WITHIN).toEqual([all, all]);
    // Both copies of this message arrive after both copies of the earlier ones.
    await withRedis.send('end');
    await expect.poll(() => [withRedis.received.at(-1), without.received.at(-1)], WITHIN).toEqual(['end', 'end']);
    expect(withRedis.received).toHaveLength(5);
    expect(without.received).toHaveLength(5);
  });

  it('is limited to about 10,000 entries', async () => {
    await startBehindProxy();
    const payloads = Array.from({ length: 12_000 }, () => '[]');
    await database.db.transaction().execute((tx) => insertNudges(tx, payloads));
    await expect.poll(() => database.db.selectFrom('nudge_outbox').select('id').execute(), WITHIN).toEqual([]);
    const length = await client.xLen(stream);
    expect(length).toBeGreaterThanOrEqual(10_000);
    expect(length).toBeLessThan(10_500);
  });
});
