import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ForgedEventError } from '../../platform/cards/cards.ts';
import { signEvent } from '../../platform/cards/event-signature.ts';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { type BankUnderTest, DAY_S, describeCards, newKey, START } from '../../testing/cards-contract.ts';
import { describeExtraScreens } from '../../testing/cards-contract-extra-screens.ts';
import { describeChanges, describeTime } from '../../testing/cards-contract-life.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { testBankModule } from './index.ts';
import { createDeliverEventHandler } from './test-bank.jobs.ts';

const card = { number: '4242 4242 4242 4242', exp_month: '12', exp_year: '40', cvc: '123' };

/** Sends a request like a browser, from a separate address. */
async function browse(
  test: TestApp,
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
  remoteAddress = `10.1.${randomInt(256)}.${randomInt(256)}`,
) {
  const answer = await test.app.inject({ method, url: `/api/test-bank/v1${url}`, payload, remoteAddress });
  return {
    status: answer.statusCode,
    ...answer.json<{ code?: string; message?: string; issues?: object[]; result: Record<string, unknown> }>(),
  };
}

const getApi = (test: TestApp) => test.modules.getApi(testBankModule);

async function openTestBank(): Promise<BankUnderTest> {
  const test = await openTestApp();
  test.clock.offsetMs = START * 1000 - Date.now();
  const { cards, now } = getApi(test);
  return {
    cards,
    now,
    moveClock: async (seconds) => {
      test.clock.offsetMs += seconds * 1000;
      await test.runWorkerTasks('test-bank.due');
    },
    typeCard: async (number) => String((await browse(test, 'POST', '/payment_methods', { ...card, number })).result['id']),
    authenticate: async ({ id, clientSecret }, isConfirmed) => {
      const body = { client_secret: clientSecret, is_confirmed: isConfirmed };
      await browse(test, 'POST', `/payment_intents/${id}/authenticate`, body);
    },
    events: async () => {
      const { signing_secret: secret } = await test.db.selectFrom('test_bank_settings').select('signing_secret').executeTakeFirstOrThrow();
      const rows = await test.db.selectFrom('test_bank_events').select('body').orderBy('id').execute();
      return rows.map(({ body }) => ({ body, signature: signEvent(body, secret, Math.floor(test.clock.now().getTime() / 1000)) }));
    },
    close: () => test.close(),
  };
}

describeCards('the test bank', openTestBank, [describeChanges, describeExtraScreens, describeTime]);

describe('the test bank', () => {
  let test: TestApp;
  let admin: TestPerson;
  beforeAll(async () => {
    test = await openTestApp();
    admin = await aPerson(test);
    await test.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.user._id).execute();
  });
  afterAll(() => test.close());

  const anOrder = async (amount = 500) => {
    const { cards } = getApi(test);
    const { id: customerId } = await cards.createCustomer({ userId: newKey(), email: 'ana@vitrine.test', name: 'Ana' }, newKey());
    return cards.createPaymentIntent({ customerId, amount, currency: 'usd', metadata: {} }, newKey());
  };
  const typeCard = async (wrong: object = {}) => browse(test, 'POST', '/payment_methods', { ...card, ...wrong });

  it('creates a payment method from an entered card, and stores only the last digits of its number', async () => {
    const { status, result } = await typeCard();
    expect({ status, card: result['card'] }).toEqual({
      status: 200,
      card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2040 },
    });
    const row = await test.db.selectFrom('test_bank_methods').selectAll().where('id', '=', String(result['id'])).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toMatch(/4242\s?4242/);
  });

  it('names the invalid field of a card', async () => {
    const message = 'Your card number is incorrect.';
    expect(await typeCard({ number: '4242424242424243' })).toMatchObject({
      status: 402,
      code: 'CARD_REFUSED',
      message,
      issues: [{ path: 'number', message }],
    });
    expect(await typeCard({ exp_year: '20' })).toMatchObject({ status: 402, issues: [{ path: 'exp_year' }] });
    expect(await typeCard({ exp_month: '13' })).toMatchObject({ status: 422, issues: [{ path: 'exp_month' }] });
    expect(await typeCard({ cvc: '1' })).toMatchObject({ status: 402, issues: [{ path: 'cvc' }] });
  });

  it('confirms an intent in the browser with its secret, also with another card after a decline', async () => {
    const { id, clientSecret } = await anOrder();
    const confirm = (payment_method: unknown) =>
      browse(test, 'POST', `/payment_intents/${id}/confirm`, { client_secret: clientSecret, payment_method });
    expect(await confirm((await typeCard({ number: '4000000000009995' })).result['id'])).toMatchObject({
      status: 200,
      result: { status: 'requires_payment_method', last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' } },
    });
    const asking = await confirm((await typeCard({ number: '4000002760003184' })).result['id']);
    expect(asking.result).toMatchObject({ status: 'requires_action', last_payment_error: null });
    const authenticate = (is_confirmed: boolean) =>
      browse(test, 'POST', `/payment_intents/${id}/authenticate`, { client_secret: clientSecret, is_confirmed });
    expect((await authenticate(true)).result).toMatchObject({ id, status: 'succeeded', amount: 500, currency: 'usd' });
    expect(await authenticate(true)).toMatchObject({ status: 409, code: 'PAYMENT_NOT_OPEN' });
    expect(await confirm('pm_card_visa')).toMatchObject({ status: 409, code: 'PAYMENT_NOT_OPEN' });
    const read = await browse(test, 'GET', `/payment_intents/${id}?client_secret=${clientSecret}`);
    expect(read.result['status']).toBe('succeeded');
  });

  it('refuses requests without the secret', async () => {
    const { id, clientSecret } = await anOrder();
    const other = await anOrder();
    for (const secret of ['', 'x', clientSecret.slice(0, -1), `${clientSecret}x`, other.clientSecret]) {
      // An empty parameter counts as missing.
      const status = secret === '' ? 422 : 404;
      expect((await browse(test, 'GET', `/payment_intents/${id}?client_secret=${secret}`)).status).toBe(status);
      const confirmed = await browse(test, 'POST', `/payment_intents/${id}/confirm`, {
        client_secret: secret,
        payment_method: 'pm_card_visa',
      });
      expect(confirmed.status).toBe(404);
    }
    expect((await browse(test, 'GET', '/payment_intents/pi_nothing?client_secret=x')).status).toBe(404);
    expect((await getApi(test).cards.readPaymentIntent(id)).status).toBe('requires_payment_method');
  });

  it('limits the cards per minute and address', async () => {
    const address = '10.2.3.4';
    const statuses = new Set<number>();
    for (let count = 0; count < 61; count += 1) statuses.add((await browse(test, 'POST', '/payment_methods', card, address)).status);
    expect([...statuses]).toEqual([200, 429]);
  });

  it('charges once for twenty concurrent requests', async () => {
    const { id } = await anOrder();
    const confirm = () => getApi(test).cards.confirmPaymentIntent(id, 'pm_card_visa', newKey());
    const answers = await Promise.allSettled(Array.from({ length: 20 }, confirm));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { rows } = await sql`select id from test_bank_events where body::jsonb ->> 'type' = 'payment_intent.succeeded'
      and body::jsonb #>> '{data,object,id}' = ${id}`.execute(test.db);
    expect(rows).toHaveLength(1);
  });

  it('lets an administrator move its clock, and runs actions that become due', async () => {
    const { cards } = getApi(test);
    const priceId = await cards.ensurePrice({ id: 'p', planName: 'Single User', amount: 29_900, currency: 'usd', interval: 'month' });
    const { id: customerId } = await cards.createCustomer({ userId: 'clock', email: 'c@vitrine.test', name: 'C' }, newKey());
    await cards.attachPaymentMethod(customerId, 'pm_card_visa');
    const { id } = await cards.createSubscription({ customerId, priceId, trialDays: 10, metadata: {} }, newKey());
    const read = async () => (await admin.call('GET', '/test-bank/v1/clock')).json<{ result: { now: number } }>().result.now;
    const before = await read();
    const moved = await admin.call('POST', '/test-bank/v1/clock', { advanceSeconds: 10 * DAY_S });
    expect(moved.json<{ result: { now: number } }>().result.now).toBeGreaterThanOrEqual(before + 10 * DAY_S);
    expect((await cards.readSubscription(id)).status).toBe('active');
    expect((await admin.call('POST', '/test-bank/v1/clock', { advanceSeconds: -1 })).statusCode).toBe(422);
  });

  it('runs due actions, and deletes unused cards', async () => {
    const { cards } = getApi(test);
    const { id: unused } = (await typeCard()).result;
    const { id: customerId } = await cards.createCustomer({ userId: 'due', email: 'd@vitrine.test', name: 'D' }, newKey());
    const priceId = await cards.ensurePrice({ id: 'p', planName: 'Single User', amount: 29_900, currency: 'usd', interval: 'month' });
    const { id } = await cards.createSubscription({ customerId, priceId, trialDays: 0, metadata: {} }, newKey());
    test.clock.offsetMs += DAY_S * 1000;
    await test.runWorkerTasks('test-bank.due');
    await test.runWorkerTasks('test-bank.forget');
    expect((await cards.readSubscription(id)).status).toBe('incomplete_expired');
    expect(await test.db.selectFrom('test_bank_methods').select('id').where('id', '=', String(unused)).execute()).toEqual([]);
  });

  it('delivers each event to the webhook, signed, and repeats it until it is accepted', async () => {
    const { cards } = getApi(test);
    const { signing_secret: signingSecret } = await test.db
      .selectFrom('test_bank_settings')
      .select('signing_secret')
      .executeTakeFirstOrThrow();
    const answers = [503, 404, 204];
    const posted: { path: string; body: string; headers: Record<string, string> }[] = [];
    const delivery = createDeliverEventHandler({
      db: test.db,
      clock: test.clock,
      signingSecret,
      isInUse: true,
      postToOwnServer: async (path, body, headers) => {
        posted.push({ path, body, headers });
        return answers.shift() ?? 500;
      },
    });
    const { id } = await anOrder();
    const { rows } = await sql<{ id: string }>`select id from test_bank_events where body::jsonb #>> '{data,object,id}' = ${id}`.execute(
      test.db,
    );
    const eventId = rows[0]?.id ?? '';
    const run = () => delivery.run({ eventId }, { id: 'job', attempt: 1, isLastAttempt: false, signal: new AbortController().signal });
    await expect(run()).rejects.toThrow('answered 503');
    await expect(run()).rejects.toThrow('answered 404');
    await run();
    // The event was accepted and is not delivered again.
    await run();
    expect(posted).toHaveLength(3);
    const { path, body, headers } = posted[0] ?? { path: '', body: '', headers: {} };
    expect(path).toBe('/api/stripes/webhook');
    expect(cards.readEvent(body, headers['stripe-signature'])).toMatchObject({ id: eventId, type: 'payment_intent.created', objectId: id });
    expect(() => cards.readEvent(body, signEvent(body, 'another secret', 0))).toThrow(ForgedEventError);
    const row = await test.db.selectFrom('test_bank_events').selectAll().where('id', '=', eventId).executeTakeFirstOrThrow();
    expect(row.attempts).toBe(3);
    test.clock.offsetMs += 8 * DAY_S * 1000;
    await test.runWorkerTasks('test-bank.forget');
    expect(await test.db.selectFrom('test_bank_events').select('id').where('id', '=', eventId).execute()).toEqual([]);
  });

  it('does not exist when Stripe is configured', async () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' };
    const stripe = await createTestApp(keys, undefined, { databaseUrl: test.databaseUrl, dataDir: test.dataDir });
    expect((await browse(stripe, 'POST', '/payment_methods', card)).status).toBe(404);
    const headers = { authorization: `Bearer ${admin.token}` };
    expect((await stripe.app.inject({ url: '/api/test-bank/v1/clock', headers })).statusCode).toBe(404);
    await stripe.close();
  });
});
