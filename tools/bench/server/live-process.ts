/** One process of the nudge bench: publishes as fast as it can and receives the messages of all processes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pino from 'pino';
import { openDatabase } from '../../../apps/server/src/platform/database/database.ts';
import { createLive, type LiveMessage } from '../../../apps/server/src/platform/live/live.ts';
import { startLiveListener } from '../../../apps/server/src/platform/live/live-listener.ts';
import { startRedisListener } from '../../../apps/server/src/platform/live/redis-listener.ts';
import { openRelay } from '../../../apps/server/src/platform/live/redis-relay.ts';

export type Transport = 'none' | 'notify' | 'redis';
export interface Order {
  way: Transport;
  ms: number;
  /** Transactions a second of this process; as many as it can where it is not given. */
  perSecond?: number;
}
export interface Outcome {
  sent: number;
  heard: number;
  /** Time from the start of the transaction until each message was received. */
  delaysMs: number[];
}

const [url = '', redisUrl, index = '0'] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const AT_ONCE = 8;
const SETTLE_MS = 1500;
const MS_PER_S = 1000;
const { db } = openDatabase(url, log, AT_ONCE + 2);
const stream = 'vitrine:bench';
const now = () => performance.timeOrigin + performance.now();

let received = 0;
let delaysMs: number[] = [];
const onMessage = (message: LiveMessage) => {
  if (!('payload' in message)) return;
  received++;
  delaysMs.push(now() - (message.payload as { at: number }).at);
};
const listening = { onMessage, onResumed: () => undefined, log };
await startLiveListener({ url, ...listening });
const relay = redisUrl ? await openRelay({ db, url: redisUrl, log, stream }) : undefined;
if (redisUrl) await startRedisListener({ url: redisUrl, ...listening, stream });

/** Updates a row and sends one message about it, as a publish does. */
async function publish(way: Transport, row: number): Promise<void> {
  const live = createLive(way === 'redis' ? relay?.sendPayloads : undefined);
  await db.transaction().execute(async (tx) => {
    await sql`update bench_rows set revision = revision + 1 where id = ${row}`.execute(tx);
    if (way !== 'none') await live.send(tx, [{ namespace: 'screen', rooms: [`screen:${row}`], event: 'sync', payload: { at: now() } }]);
  });
}

async function carryOut({ way, ms, perSecond }: Order): Promise<Outcome> {
  [received, delaysMs] = [0, []];
  let sent = 0;
  const startedAt = performance.now();
  const publishOn = async (lane: number) => {
    while (performance.now() - startedAt < ms) {
      if (perSecond !== undefined && sent >= ((performance.now() - startedAt) / MS_PER_S) * perSecond) await sleep(1);
      else {
        sent++;
        await publish(way, Number(index) * AT_ONCE + lane);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, lane) => publishOn(lane)));
  await sleep(SETTLE_MS);
  return { sent, heard: received, delaysMs };
}

process.on('message', (order: Order) => void carryOut(order).then((outcome) => process.send?.(outcome)));
process.on('disconnect', () => process.exit());
process.send?.('ready');
