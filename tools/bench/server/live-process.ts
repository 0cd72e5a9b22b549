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
export interface PublishTask {
  transport: Transport;
  durationMs: number;
  /** Transactions per second of this process; unlimited by default. */
  perSecond?: number;
}
export interface TaskResult {
  sent: number;
  received: number;
  /** Time from the start of the transaction until each message was received. */
  delaysMs: number[];
}

const [url = '', redisUrl, index = '0'] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const LANES = 8;
const SETTLE_MS = 1500;
const MS_PER_S = 1000;
const { db } = openDatabase(url, log, LANES + 2);
const stream = 'vitrine:bench';
const now = () => performance.timeOrigin + performance.now();

let receivedCount = 0;
let delaysMs: number[] = [];
const onMessage = (message: LiveMessage) => {
  if (!('payload' in message)) return;
  receivedCount++;
  delaysMs.push(now() - (message.payload as { at: number }).at);
};
const listenerOptions = { onMessage, onResumed: () => undefined, log };
await startLiveListener({ url, ...listenerOptions });
const relay = redisUrl ? await openRelay({ db, url: redisUrl, log, stream }) : undefined;
if (redisUrl)
  await startRedisListener({ url: redisUrl, onMessage, log, stream, onGap: () => undefined, onReadingChanged: async () => undefined });

/** Updates a row and sends one message about it, as a publish does. */
async function publish(transport: Transport, row: number): Promise<void> {
  const live = createLive(transport === 'redis' ? relay?.sendPayloads : undefined);
  await db.transaction().execute(async (tx) => {
    await sql`update bench_rows set revision = revision + 1 where id = ${row}`.execute(tx);
    if (transport !== 'none')
      await live.send(tx, [{ namespace: 'screen', rooms: [`screen:${row}`], event: 'sync', payload: { at: now() } }]);
  });
}

async function runTask({ transport, durationMs, perSecond }: PublishTask): Promise<TaskResult> {
  [receivedCount, delaysMs] = [0, []];
  let sent = 0;
  const startedAt = performance.now();
  const publishInLane = async (lane: number) => {
    while (performance.now() - startedAt < durationMs) {
      if (perSecond !== undefined && sent >= ((performance.now() - startedAt) / MS_PER_S) * perSecond) await sleep(1);
      else {
        sent++;
        await publish(transport, Number(index) * LANES + lane);
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, lane) => publishInLane(lane)));
  await sleep(SETTLE_MS);
  return { sent, received: receivedCount, delaysMs };
}

process.on('message', (task: PublishTask) => void runTask(task).then((result) => process.send?.(result)));
process.on('disconnect', () => process.exit());
process.send?.('ready');
