/** Webhooks of accounts and how their deliveries are sent. `webhook-events.test.ts` has the events. */
import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { leaveAttempts } from '../../testing/attempts.ts';
import { aPerson, PASSWORD, type TestPerson } from '../../testing/builders.ts';
import { insertScreens, type TestDeviceScreen } from '../../testing/device-screens.ts';
import { listMailSubjects } from '../../testing/families.ts';
import { allowLocal } from '../../testing/sources.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import {
  aWebhook,
  createWebhook,
  getSender,
  listDeliveries,
  type ReceivedRequest,
  respondWith,
  sendDueDeliveries,
  startWebhookTarget,
  type WebhookTarget,
} from '../../testing/webhooks.ts';
import { OFFLINE_GRACE_MS } from './webhooks.reactions.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
let target: WebhookTarget;
let test: TestApp;
beforeAll(async () => {
  target = await startWebhookTarget();
  test = await createTestApp(allowLocal(target));
});
afterAll(async () => {
  await test.close();
  await target.close();
});
beforeEach(() => {
  test.clock.offsetMs = 0;
});

type Response = Awaited<ReturnType<TestPerson['call']>>;
const code = (response: Response) => response.json<{ code?: string }>().code;
const connect = ({ screenId }: TestDeviceScreen) => test.modules.screenSockets.connected(screenId, '127.0.0.1');
const disconnect = ({ screenId }: TestDeviceScreen) => test.modules.screenSockets.disconnected(screenId);
const aDeviceScreen = async (person: TestPerson) => (await insertScreens(test, person, 1))[0] as TestDeviceScreen;
const typesOf = (requests: readonly ReceivedRequest[]) => requests.map(({ body }) => (JSON.parse(body) as { type: string }).type);
/** Sends what is due at this time after now. Sessions end after a day, so requests are sent at the present time. */
const sendAt = async (ms: number) => {
  test.clock.offsetMs = ms;
  await sendDueDeliveries(test);
  test.clock.offsetMs = 0;
};

/** Computes a signature as a receiver does. */
const sign = (secret: string, { headers, body }: ReceivedRequest): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update([headers['webhook-id'], headers['webhook-timestamp'], body].join('.'))
    .digest('base64')}`;

describe('a webhook', () => {
  it('returns its secret once, and stores it and its address encrypted', async () => {
    const ana = await aPerson(test);
    const { secret, _id } = await aWebhook(ana, target.url('/hook?key=hidden'));
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const list = await ana.call('GET', '/users/webhooks');
    expect(list.body).not.toContain(secret);
    expect(list.body).toContain('hidden');
    const row = await test.db.selectFrom('webhooks').selectAll().where('id', '=', _id).executeTakeFirstOrThrow();
    const stored = [row.encrypted_secret, row.encrypted_url].map((bytes) => bytes.toString('latin1')).join(' ');
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain('hidden');
  });

  it('needs the password, known events and an address that can be requested', async () => {
    const ana = await aPerson(test);
    expect(code(await createWebhook(ana, { password: 'not the one' }))).toBe('INCORRECT_PASSWORD');
    for (const change of [{ events: ['everything'] }, { events: [] }, { description: 'x'.repeat(101) }])
      expect(code(await createWebhook(ana, change))).toBe('INVALID');
    for (const url of [
      'ftp://example.com',
      'https://user:pass@example.com',
      'https://example.com:22',
      'http://10.0.0.1/hook',
      'http://[::1]/hook',
    ])
      expect(code(await createWebhook(ana, { url })), url).toBe('INVALID');
  });

  it('enforces the limit of ten under concurrent requests', async () => {
    const ana = await aPerson(test);
    for (let count = 0; count < 2; count++) await Promise.all(Array.from({ length: 4 }, () => createWebhook(ana)));
    const last = await Promise.all(Array.from({ length: 5 }, () => createWebhook(ana)));
    expect(last.filter(({ statusCode }) => statusCode === 201)).toHaveLength(2);
    expect(last.filter((response) => code(response) === 'WEBHOOK_LIMIT')).toHaveLength(3);
  });

  it('can be changed only by its owner', async () => {
    const [ana, ben] = [await aPerson(test), await aPerson(test)];
    const { _id } = await aWebhook(ana, target.url('/owned'));
    await ana.call('POST', `/users/webhooks/${_id}/test`);
    const [delivery] = await listDeliveries(ana, _id);
    const requests = [
      ben.call('PUT', `/users/webhooks/${_id}`, { isEnabled: false }),
      ben.call('POST', `/users/webhooks/${_id}/secret`, { password: PASSWORD }),
      ben.call('POST', `/users/webhooks/${_id}/test`),
      ben.call('GET', `/users/webhooks/${_id}/deliveries`),
      ben.call('POST', `/users/webhooks/${_id}/deliveries/${delivery?._id}`),
      ben.call('DELETE', `/users/webhooks/${_id}`),
    ];
    for (const response of await Promise.all(requests)) expect(code(response)).toBe('NOT_FOUND');
    const other = await aWebhook(ben, target.url('/other'));
    expect(code(await ben.call('POST', `/users/webhooks/${other._id}/deliveries/${delivery?._id}`))).toBe('NOT_FOUND');
  });

  it('changes its address and its events with the password, and keeps its secret', async () => {
    const [ana, ben] = [await aPerson(test), await aPerson(test)];
    const screen = await aDeviceScreen(ana);
    const { _id, secret } = await aWebhook(ana, target.url('/before'), ['device.online']);
    await connect(screen);
    const change = (person: TestPerson, given: object = {}) =>
      person.call('PUT', `/users/webhooks/${_id}/target`, {
        url: target.url('/after'),
        events: ['device.online', 'media.ready'],
        description: 'Moved',
        password: person.password,
        ...given,
      });
    expect(code(await change(ana, { password: 'not the one' }))).toBe('INCORRECT_PASSWORD');
    expect(code(await change(ana, { url: 'http://10.0.0.1/' }))).toBe('INVALID');
    expect(code(await change(ana, { events: [] }))).toBe('INVALID');
    expect(code(await change(ben))).toBe('NOT_FOUND');
    expect((await change(ana)).json()).toMatchObject({ result: { _id, description: 'Moved', events: ['device.online', 'media.ready'] } });
    await sendDueDeliveries(test);
    expect(target.requestsTo('/before')).toEqual([]);
    const [sent] = target.requestsTo('/after') as [ReceivedRequest];
    expect(sent.headers['webhook-signature']).toBe(sign(secret, sent));
  });

  it('receives nothing while it is disabled', async () => {
    const ana = await aPerson(test);
    const screen = await aDeviceScreen(ana);
    const { _id } = await aWebhook(ana, target.url('/disabled'), ['device.online', 'device.offline']);
    await connect(screen);
    await ana.call('PUT', `/users/webhooks/${_id}`, { isEnabled: false });
    await disconnect(screen);
    await sendDueDeliveries(test);
    expect(target.requestsTo('/disabled')).toEqual([]);
    expect(await listDeliveries(ana, _id)).toMatchObject([
      { type: 'device.online', state: 'failed', failure: 'The webhook was disabled.' },
    ]);
    expect(code(await ana.call('POST', `/users/webhooks/${_id}/test`))).toBe('WEBHOOK_DISABLED');
    await ana.call('PUT', `/users/webhooks/${_id}`, { isEnabled: true });
    await connect(screen);
    await sendDueDeliveries(test);
    expect(typesOf(target.requestsTo('/disabled'))).toEqual(['device.online']);
  });
});

it('an event that was enqueued while its webhook was being disabled fails, and is not sent later', async () => {
  const ana = await aPerson(test);
  const { _id } = await aWebhook(ana, target.url('/stranded'));
  await connect(await aDeviceScreen(ana));
  // As left by an event that had read the webhook before it was disabled.
  await test.db.updateTable('webhooks').set({ disabled_at: new Date(), disabled_reason: 'owner' }).where('id', '=', _id).execute();
  await test.runWorkerTasks('webhooks.cleanUp');
  expect(await listDeliveries(ana, _id)).toMatchObject([{ state: 'failed', failure: 'The webhook was disabled.' }]);
  await ana.call('PUT', `/users/webhooks/${_id}`, { isEnabled: true });
  await sendDueDeliveries(test);
  expect(target.requestsTo('/stranded')).toEqual([]);
});

describe('a delivery', () => {
  it('is a signed POST request', async () => {
    const ana = await aPerson(test);
    const { _id, secret } = await aWebhook(ana, target.url('/signed'));
    expect((await ana.call('POST', `/users/webhooks/${_id}/test`)).statusCode).toBe(200);
    await sendDueDeliveries(test);
    const [request] = target.requestsTo('/signed') as [ReceivedRequest];
    expect(request.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-signature': sign(secret, request) });
    expect(Math.abs(Number(request.headers['webhook-timestamp']) * 1000 - Date.now())).toBeLessThan(MINUTE_MS);
    const [delivery] = await listDeliveries(ana, _id);
    expect(delivery).toMatchObject({
      _id: request.headers['webhook-id'],
      state: 'delivered',
      attempts: 1,
      responseStatus: 204,
      failure: null,
    });
    expect(JSON.parse(request.body)).toEqual({ type: 'webhook.test', timestamp: delivery?.createdAt, data: { webhookId: _id } });
  });

  it('is signed with the old secret too for a day after a rotation', async () => {
    const ana = await aPerson(test);
    const { _id, secret } = await aWebhook(ana, target.url('/rotated'));
    const rotated = await ana.call('POST', `/users/webhooks/${_id}/secret`, { password: PASSWORD });
    const { secret: next } = rotated.json<{ result: { secret: string } }>().result;
    await ana.call('POST', `/users/webhooks/${_id}/test`);
    await sendDueDeliveries(test);
    await ana.call('POST', `/users/webhooks/${_id}/test`);
    await sendAt(DAY_MS + MINUTE_MS);
    const [first, second] = target.requestsTo('/rotated') as [ReceivedRequest, ReceivedRequest];
    expect(first.headers['webhook-signature']).toBe(`${sign(next, first)} ${sign(secret, first)}`);
    expect(second.headers['webhook-signature']).toBe(sign(next, second));
  });

  it('waits while an earlier one of the same device fails, and not for other devices', async () => {
    const ana = await aPerson(test);
    const [screen, other] = (await insertScreens(test, ana, 2)) as [TestDeviceScreen, TestDeviceScreen];
    await aWebhook(ana, target.url('/ordered'), ['device.online', 'device.offline']);
    target.respond('/ordered', (response, { body }) => response.writeHead(body.includes(screen.deviceId) ? 503 : 200).end());
    await connect(screen);
    await disconnect(screen);
    await connect(other);
    await sendDueDeliveries(test);
    expect(typesOf(target.requestsTo('/ordered'))).toEqual(['device.online', 'device.online']);
    target.respond('/ordered', respondWith(200));
    test.clock.offsetMs = OFFLINE_GRACE_MS;
    await connect(screen);
    await sendAt(2 * MINUTE_MS);
    const sent = target.requestsTo('/ordered').filter(({ body }) => body.includes(screen.deviceId));
    expect(typesOf(sent)).toEqual(['device.online', 'device.online', 'device.offline', 'device.online']);
    expect(sent[0]?.headers['webhook-id']).toBe(sent[1]?.headers['webhook-id']);
  });

  it('is retried later and later for three days, then fails and disables the webhook', async () => {
    const ana = await aPerson(test);
    const { _id } = await aWebhook(ana, target.url('/failing'));
    target.respond('/failing', respondWith(500));
    await connect(await aDeviceScreen(ana));
    await sendDueDeliveries(test);
    expect(await listDeliveries(ana, _id)).toMatchObject([{ state: 'pending', attempts: 1, responseStatus: 500 }]);
    await sendAt(5000);
    expect(target.requestsTo('/failing')).toHaveLength(1);
    await sendAt(MINUTE_MS);
    expect(target.requestsTo('/failing')).toHaveLength(2);
    await sendAt(3 * DAY_MS - 10 * MINUTE_MS);
    expect(await listDeliveries(ana, _id)).toMatchObject([{ state: 'pending', attempts: 3 }]);
    await sendAt(3 * DAY_MS + MINUTE_MS);
    expect(await listDeliveries(ana, _id)).toMatchObject([{ state: 'failed', attempts: 4, nextAttemptAt: null }]);
    const [webhook] = (await ana.call('GET', '/users/webhooks')).json<{ result: { disabledReason: string }[] }>().result;
    expect(webhook?.disabledReason).toBe('failing');
    expect(await listMailSubjects(test, ana.email)).toEqual(['A webhook was disabled']);
  });

  it('is not redirected', async () => {
    const ana = await aPerson(test);
    const { _id } = await aWebhook(ana, target.url('/moved'));
    target.respond('/moved', respondWith(307, { location: target.url('/elsewhere') }));
    await ana.call('POST', `/users/webhooks/${_id}/test`);
    await sendDueDeliveries(test);
    expect(target.requestsTo('/elsewhere')).toEqual([]);
    expect(await listDeliveries(ana, _id)).toMatchObject([
      { state: 'pending', responseStatus: 307, failure: expect.stringContaining('Redirects') },
    ]);
  });

  it('is refused when the name leads to a private network', async () => {
    const ana = await aPerson(test);
    const { _id } = await aWebhook(ana, target.url('/private').replace('127.0.0.1', 'localhost'));
    // A process whose settings allow no private network.
    const refusing = await createTestApp({ SOURCES_PORTS: String(target.port) }, undefined, {
      databaseUrl: test.databaseUrl,
      dataDir: test.dataDir,
      storageEnv: test.storageEnv,
    });
    try {
      await ana.call('POST', `/users/webhooks/${_id}/test`);
      await sendDueDeliveries(refusing);
    } finally {
      await refusing.close();
    }
    expect(target.requestsTo('/private')).toEqual([]);
    expect(await listDeliveries(ana, _id)).toMatchObject([{ state: 'pending', failure: expect.stringContaining('private network') }]);
  });

  it('can be sent again with the same id', async () => {
    const ana = await aPerson(test);
    const { _id } = await aWebhook(ana, target.url('/again'));
    await ana.call('POST', `/users/webhooks/${_id}/test`);
    await sendDueDeliveries(test);
    const [delivery] = await listDeliveries(ana, _id);
    expect((await ana.call('POST', `/users/webhooks/${_id}/deliveries/${delivery?._id}`)).statusCode).toBe(200);
    await sendDueDeliveries(test);
    expect(target.requestsTo('/again').map(({ headers }) => headers['webhook-id'])).toEqual([delivery?._id, delivery?._id]);
    expect(await listDeliveries(ana, _id)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });

  it('is sent again at most 200 times an hour for an account, also when all requests arrive at once', async () => {
    const ana = await aPerson(test);
    const { _id } = await aWebhook(ana, target.url('/resent'));
    await ana.call('POST', `/users/webhooks/${_id}/test`);
    const [delivery] = await listDeliveries(ana, _id);
    const resend = () => ana.call('POST', `/users/webhooks/${_id}/deliveries/${delivery?._id}`);
    await leaveAttempts(test, { subject: `webhook resends ${ana.user._id}`, limit: 200, windowMs: 3_600_000 }, 10);
    const statuses = (await Promise.all(Array.from({ length: 100 }, resend))).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(90);
  });

  it('of a process that died is sent again after its lease', async () => {
    const ana = await aPerson(test);
    const { _id } = await aWebhook(ana, target.url('/leased'));
    await ana.call('POST', `/users/webhooks/${_id}/test`);
    const claim = { claimed_until: new Date(Date.now() + MINUTE_MS), attempts: 1 };
    await test.db.updateTable('webhook_deliveries').set(claim).where('webhook_id', '=', _id).execute();
    await sendDueDeliveries(test);
    expect(target.requestsTo('/leased')).toEqual([]);
    await sendAt(2 * MINUTE_MS);
    expect(target.requestsTo('/leased')).toHaveLength(1);
    expect(await listDeliveries(ana, _id)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  it('is kept only as one of the last 200 finished ones', async () => {
    const ana = await aPerson(test);
    const screens = await insertScreens(test, ana, 210);
    const { _id } = await aWebhook(ana, target.url('/many'));
    await Promise.all(screens.map(connect));
    await sendDueDeliveries(test);
    expect(target.requestsTo('/many')).toHaveLength(210);
    const deliveries = await listDeliveries(ana, _id);
    expect(deliveries).toHaveLength(200);
    const { count } = await test.db
      .selectFrom('webhook_deliveries')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('webhook_id', '=', _id)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(200);
  });
});

it('a target that does not respond gets few requests at a time, and delays no other account', async () => {
  const [ana, ben] = [await aPerson(test), await aPerson(test)];
  const held: ServerResponse[] = [];
  target.respond('/slow', (response) => void held.push(response));
  await aWebhook(ana, target.url('/slow'));
  await aWebhook(ben, target.url('/fast'));
  const screens = await insertScreens(test, ana, 150);
  await Promise.all(screens.map(connect));
  await connect(await aDeviceScreen(ben));
  await test.runWorkerTasks('webhooks.send');
  await expect.poll(() => target.requestsTo('/fast').length).toBe(1);
  await expect.poll(() => held.length).toBe(6);
  await test.runWorkerTasks('webhooks.send');
  expect(target.requestsTo('/slow')).toHaveLength(6);
  target.respond('/slow', respondWith(200));
  for (const response of held) response.writeHead(200).end();
  await getSender(test).idle();
  expect(target.requestsTo('/slow')).toHaveLength(150);
});

it('a target whose last attempt failed gets fewer requests at a time', async () => {
  const ana = await aPerson(test);
  target.respond('/broken', respondWith(500));
  await aWebhook(ana, target.url('/broken'));
  await connect(await aDeviceScreen(ana));
  await sendDueDeliveries(test);
  const held: ServerResponse[] = [];
  target.respond('/broken', (response) => void held.push(response));
  await Promise.all((await insertScreens(test, ana, 10)).map(connect));
  await test.runWorkerTasks('webhooks.send');
  await expect.poll(() => held.length).toBe(3);
  await test.runWorkerTasks('webhooks.send');
  expect(held).toHaveLength(3);
  target.respond('/broken', respondWith(200));
  for (const response of held) response.writeHead(200).end();
  await getSender(test).idle();
});

it('an account with several webhooks has a common limit of requests at a time', async () => {
  const ana = await aPerson(test);
  const held: ServerResponse[] = [];
  for (const path of ['/slow-a', '/slow-b']) {
    target.respond(path, (response) => void held.push(response));
    await aWebhook(ana, target.url(path));
  }
  await Promise.all((await insertScreens(test, ana, 20)).map(connect));
  await test.runWorkerTasks('webhooks.send');
  await expect.poll(() => held.length).toBe(10);
  await test.runWorkerTasks('webhooks.send');
  expect(held).toHaveLength(10);
  for (const path of ['/slow-a', '/slow-b']) target.respond(path, respondWith(200));
  for (const response of held) response.writeHead(200).end();
  await getSender(test).idle();
});
