import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signEvent } from '../../platform/cards/event-signature.ts';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { aSubscription, findSubscription } from '../../testing/payers.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { paymentsModule } from './index.ts';

let test: TestApp;
let secret: string;
beforeAll(async () => {
  test = await openTestApp();
  secret = (await test.db.selectFrom('test_bank_settings').select('signing_secret').executeTakeFirstOrThrow()).signing_secret;
});
afterAll(() => test.close());

const nowS = () => Math.floor(Date.now() / 1000);

async function bankIdOf({ user }: TestPerson): Promise<string> {
  const { bank_id } = await test.db.selectFrom('subscriptions').select('bank_id').where('user_id', '=', user._id).executeTakeFirstOrThrow();
  return bank_id ?? '';
}

const eventOf = (type: string, object: object, id = `evt_${randomUUID()}`) =>
  JSON.stringify({ id, object: 'event', type, created: nowS(), data: { object } });

const post = (payload: string, signature = signEvent(payload, secret, nowS())) =>
  test.app.inject({
    method: 'POST',
    url: '/api/stripes/webhook',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  });

const countOf = async (table: 'bank_events'): Promise<number> =>
  (
    await test.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

describe('a bank event', () => {
  it('without a valid, recent signature of this body is refused without effect', async () => {
    const body = eventOf('customer.subscription.deleted', { id: 'sub_1', object: 'subscription', customer: 'cus_1' });
    const before = await countOf('bank_events');
    for (const signature of [
      '',
      't=1,v1=00',
      signEvent(body, 'whsec_of_another_installation', nowS()),
      signEvent(body, secret, nowS() - 3600),
      signEvent(`${body} `, secret, nowS()),
    ]) {
      const answer = await post(body, signature);
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'SIGNATURE_INVALID']);
    }
    expect(await countOf('bank_events')).toBe(before);
  });

  it('that is malformed or of an unknown kind has no effect', async () => {
    expect((await post('not json')).statusCode).toBe(400);
    expect(
      (await post(eventOf('radar.early_fraud_warning.created', { id: 'issfr_1', object: 'radar.early_fraud_warning' }))).statusCode,
    ).toBe(200);
    expect(
      (await post(eventOf('customer.subscription.updated', { id: 'sub_unknown', object: 'subscription', customer: 'cus_1' }))).statusCode,
    ).toBe(200);
    await test.runJobs();
  });

  it('only triggers a query to the bank, so an old or forged body changes nothing', async () => {
    const ana = await aPerson(test);
    const { subscription } = await aSubscription(ana);
    const object = { id: await bankIdOf(ana), object: 'subscription', customer: 'cus_1', status: 'canceled', ended_at: 1 };
    expect((await post(eventOf('customer.subscription.deleted', object))).statusCode).toBe(200);
    await test.runJobs();
    expect(await findSubscription(ana, subscription.id)).toMatchObject({ state: 'active' });
  });

  it('has its effect once when it is delivered repeatedly and out of order', async () => {
    const ana = await aPerson(test);
    const { subscription } = await aSubscription(ana);
    const bankId = await bankIdOf(ana);
    await test.modules.getApi(paymentsModule).cards.setCancelAtPeriodEnd(bankId, true);
    const object = { id: bankId, object: 'subscription', customer: 'cus_1' };
    const once = eventOf('customer.subscription.updated', object);
    const created = eventOf('customer.subscription.created', object);
    const before = await countOf('bank_events');
    const answers = await Promise.all([...Array.from({ length: 98 }, () => post(once)), post(created), post(created)]);
    expect(answers.every((answer) => answer.statusCode === 200)).toBe(true);
    expect(await countOf('bank_events')).toBe(before + 2);
    await test.runJobs();
    expect(await findSubscription(ana, subscription.id)).toMatchObject({ state: 'cancelled' });
    const mails = test.printed.filter((line) => line.startsWith(`Email to ${ana.email}:`) && line.includes('ends on'));
    expect(mails).toHaveLength(1);
  });

  it('is retried when the bank is unavailable', async () => {
    const ana = await aPerson(test);
    const { subscription } = await aSubscription(ana);
    const { cards } = test.workerModules.getApi(paymentsModule);
    const bankId = await bankIdOf(ana);
    await cards.setCancelAtPeriodEnd(bankId, true);
    const { readSubscription } = cards;
    const mutable = cards as { readSubscription: typeof readSubscription };
    mutable.readSubscription = () => Promise.reject(new Error('away'));
    await post(eventOf('customer.subscription.updated', { id: bankId, object: 'subscription', customer: 'cus_1' }));
    await test.runJobs();
    expect(await findSubscription(ana, subscription.id)).toMatchObject({ state: 'active' });
    mutable.readSubscription = readSubscription;
    await test.db.executeQuery(
      test.db
        .updateTable('graphile_worker._private_jobs' as never)
        .set({ run_at: new Date() } as never)
        .compile(),
    );
    await test.runJobs();
    expect(await findSubscription(ana, subscription.id)).toMatchObject({ state: 'cancelled' });
  });

  it('that was stored right before a crash is applied', async () => {
    const ana = await aPerson(test);
    const { subscription } = await aSubscription(ana);
    const bankId = await bankIdOf(ana);
    await test.runJobs();
    await test.modules.getApi(paymentsModule).cards.setCancelAtPeriodEnd(bankId, true);
    await post(eventOf('customer.subscription.updated', { id: bankId, object: 'subscription', customer: 'cus_1' }));
    await sql`select graphile_worker.remove_job('bank-events')`.execute(test.db);
    await sql`delete from graphile_worker._private_jobs`.execute(test.db);
    await test.runJobs();
    expect(await findSubscription(ana, subscription.id)).toMatchObject({ state: 'active' });
    await test.runWorkerTasks('payments.resume');
    await test.runJobs();
    expect(await findSubscription(ana, subscription.id)).toMatchObject({ state: 'cancelled' });
  });

  it('that cannot be applied does not delay other events', async () => {
    const [ana, ben] = [await aPerson(test), await aPerson(test)];
    const { subscription } = await aSubscription(ben);
    await aSubscription(ana);
    await test.runJobs();
    const [failing, bankId] = [await bankIdOf(ana), await bankIdOf(ben)];
    const { cards } = test.workerModules.getApi(paymentsModule);
    await cards.setCancelAtPeriodEnd(bankId, true);
    const { readSubscription } = cards;
    const mutable = cards as { readSubscription: typeof readSubscription };
    mutable.readSubscription = (id) => (id === failing ? Promise.reject(new Error('broken')) : readSubscription(id));
    for (const id of [failing, bankId])
      await post(eventOf('customer.subscription.updated', { id, object: 'subscription', customer: 'cus_1' }));
    await test.runJobs();
    mutable.readSubscription = readSubscription;
    expect(await findSubscription(ben, subscription.id)).toMatchObject({ state: 'cancelled' });
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from graphile_worker.jobs where key = ${`bank:subscription:${failing}`}`.execute(test.db);
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('that cannot be stored is refused without affecting concurrent events', async () => {
    const object = { id: 'sub_unknown', object: 'subscription', customer: 'cus_1' };
    const bodies = [eventOf('a\u0000b', object), eventOf('customer.subscription.updated', object), eventOf('x'.repeat(255), object)];
    const answers = await Promise.all(bodies.map((body) => post(body)));
    expect(answers.map((answer) => answer.statusCode)).toEqual([400, 200, 200]);
  });
});
