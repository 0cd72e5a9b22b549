/**
 * Deliveries of webhooks, a third of whose targets respond with 503: `npm run bench -- webhooks`.
 *
 * All deliveries are due when the clock starts. It stops when each was attempted once. Afterwards the targets are repaired, and every delivery must arrive. In
 * the meantime another user sends requests, as before the deliveries existed. The server, its database, the targets and the client share the machine.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { ApiPerson } from '../../e2e/api.ts';
import { Product } from '../../e2e/product.ts';
import { withProductDatabase } from '../../e2e/product-database.ts';
import { until } from '../../e2e/until.ts';
import { measureBystander } from './bystander.ts';
import { quantile } from './figures.ts';
import { listProductProcesses, processorSeconds } from './process-figures.ts';
import type { ReceiverCounts } from './webhooks.receiver.ts';

const ACCOUNTS = 60;
const WEBHOOKS_PER_ACCOUNT = 2;
const DELIVERIES_PER_WEBHOOK = Number(process.env['BENCH_DELIVERIES'] ?? 200);
const DELIVERIES = ACCOUNTS * WEBHOOKS_PER_ACCOUNT * DELIVERIES_PER_WEBHOOK;
const TARGET_PER_SECOND = 1000;
const IDLE_MS = 10_000;
const TIMEOUT_MS = 180_000;

export async function run() {
  const receiver = new Worker(new URL('./webhooks.receiver.ts', import.meta.url));
  const [port] = (await once(receiver, 'message')) as [number];
  const ask = async (message: 'count' | 'repaired') => {
    receiver.postMessage(message);
    return ((await once(receiver, 'message')) as [ReceiverCounts])[0];
  };
  const product = await Product.start({ SOURCES_ALLOW: '127.0.0.1/32', SOURCES_PORTS: String(port) });
  try {
    const bystander = await ApiPerson.create(product, 'bystander@example.com');
    await createWebhooks(product, port);
    const idle = await measureBystander(bystander, () => sleep(IDLE_MS));
    const cpuBefore = processorSeconds(listProductProcesses(product));
    await withProductDatabase(product, insertDeliveries);
    let start = performance.now();
    const loaded = await measureBystander(bystander, async () => {
      await until('the first delivery is sent', async () => (await ask('count')).requests > 0, TIMEOUT_MS);
      start = performance.now();
      await until('every delivery was attempted', async () => (await ask('count')).requests >= DELIVERIES, TIMEOUT_MS);
    });
    const perSecond = DELIVERIES / ((performance.now() - start) / 1000);
    console.log(`  processor time of the product: ${(processorSeconds(listProductProcesses(product)) - cpuBefore).toFixed(1)} s`);
    await ask('repaired');
    await until(
      'every delivery has arrived',
      async () => {
        await withProductDatabase(product, endPauses);
        return (await ask('count')).acceptedIds >= DELIVERIES;
      },
      TIMEOUT_MS,
    );
    const { acceptedIds } = await ask('count');
    return createResults({ perSecond, acceptedIds, idleP95: quantile(idle, 0.95), loadedP95: quantile(loaded, 0.95) });
  } finally {
    await product.remove();
    await receiver.terminate();
  }
}

const createResults = ({
  perSecond,
  acceptedIds,
  idleP95,
  loadedP95,
}: Record<'perSecond' | 'acceptedIds' | 'idleP95' | 'loadedP95', number>) => [
  {
    name: 'attempts per second, a third failing',
    ours: perSecond,
    peer: TARGET_PER_SECOND,
    unit: '/s',
    ratio: perSecond / TARGET_PER_SECOND,
    limit: 1,
    pass: perSecond >= TARGET_PER_SECOND,
  },
  {
    name: 'deliveries that arrived in the end',
    ours: acceptedIds,
    peer: DELIVERIES,
    unit: '',
    ratio: acceptedIds / DELIVERIES,
    limit: 1,
    pass: acceptedIds === DELIVERIES,
  },
  {
    name: 'p95 of GET /users/{id} during the deliveries vs. without',
    ours: loadedP95,
    peer: idleP95,
    unit: 'ms',
    ratio: loadedP95 / idleP95,
    limit: 1.5,
    pass: loadedP95 / idleP95 <= 1.5,
  },
];

async function createWebhooks(product: Product, port: number): Promise<void> {
  for (let account = 0; account < ACCOUNTS; account++) {
    const person = await ApiPerson.create(product, `receiver-${account}@example.com`);
    for (let index = 0; index < WEBHOOKS_PER_ACCOUNT; index++) {
      const number = account * WEBHOOKS_PER_ACCOUNT + index;
      const url = `http://127.0.0.1:${port}/${number % 3 === 0 ? 'away' : 'here'}/${number}`;
      await person.request('POST', '/users/webhooks', { url, events: ['device.online'], password: person.password });
    }
  }
}

/** Makes failed deliveries due now. */
const endPauses = (db: Database) =>
  sql`update webhook_deliveries set next_attempt_at = now() where state = 'pending' and next_attempt_at > now()`.execute(db);

/** Inserts deliveries of many subjects for each webhook, as devices that connect cause them. */
const insertDeliveries = (db: Database) =>
  sql`
    insert into webhook_deliveries (id, webhook_id, user_id, type, subject, data, created_at, next_attempt_at, expires_at)
    select gen_random_uuid(), webhooks.id, user_id, 'device.online', 'device ' || number,
      jsonb_build_object('deviceId', gen_random_uuid(), 'name', 'Screen ' || number, 'at', now()), now(), now(), now() + interval '3 days'
    from webhooks cross join generate_series(1, ${DELIVERIES_PER_WEBHOOK}::integer) as number`.execute(db);
