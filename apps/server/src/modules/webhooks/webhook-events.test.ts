/** Events that webhooks receive, from the change that causes each to the delivery. */
import { MEDIA_STATUS, type Media, type ScreenReport, screenReport } from '@vitrine/contract';
import type { WebhookEvent } from '@vitrine/contract/webhooks';
import { WEBHOOK_EVENTS } from '@vitrine/contract/webhooks';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { anAlbum, aPerson, aPhoto, aScreen, aStoredPhoto, type TestPerson } from '../../testing/builders.ts';
import { insertScreens, type TestDeviceScreen } from '../../testing/device-screens.ts';
import { aFamily } from '../../testing/families.ts';
import { aSubscription, findPayments } from '../../testing/payers.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { aWebhook } from '../../testing/webhooks.ts';
import { OFFLINE_GRACE_MS } from './webhooks.reactions.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const subscribe = (person: TestPerson, events: readonly WebhookEvent[] = WEBHOOK_EVENTS) =>
  aWebhook(person, 'https://example.com/hook', events);
const listEvents = ({ user }: TestPerson) =>
  test.db.selectFrom('webhook_deliveries').select(['type', 'subject', 'data']).where('user_id', '=', user._id).orderBy('number').execute();
const aDeviceScreen = async (person: TestPerson) => (await insertScreens(test, person, 1))[0] as TestDeviceScreen;
const connect = ({ screenId }: TestDeviceScreen) => test.modules.screenSockets.connected(screenId, '127.0.0.1');
const disconnect = ({ screenId }: TestDeviceScreen) => test.modules.screenSockets.disconnected(screenId);
const REPORT = screenReport.parse({ revision: 1, downloaded: 4, total: 4, publishId: null, itemId: 'a', mediaId: null, failed: [] });
const report = ({ screenId }: TestDeviceScreen, change: Partial<ScreenReport>) =>
  test.modules.screenSockets.report({ screenId }, { ...REPORT, ...change });

it('device.online and device.offline are sent when the state of a device changes', async () => {
  const ana = await aPerson(test);
  await subscribe(ana);
  const screen = await aDeviceScreen(ana);
  await connect(screen);
  await connect(screen);
  await disconnect(screen);
  await disconnect(screen);
  const event = { subject: screen.deviceId, data: { deviceId: screen.deviceId, name: 'Wall' } };
  expect(await listEvents(ana)).toEqual([
    { type: 'device.online', ...event },
    { type: 'device.offline', ...event },
  ]);
});

it('device.offline is not sent, and device.online neither, when a device is back within a minute', async () => {
  const ana = await aPerson(test);
  await subscribe(ana, ['device.offline', 'device.online']);
  await subscribe(ana, ['device.offline']);
  const [screen, other] = (await insertScreens(test, ana, 2)) as [TestDeviceScreen, TestDeviceScreen];
  await connect(screen);
  await connect(other);
  const listTypes = async () => (await listEvents(ana)).map(({ type }) => type);
  expect(await listTypes()).toEqual(['device.online', 'device.online']);
  await disconnect(screen);
  await disconnect(other);
  test.clock.offsetMs = OFFLINE_GRACE_MS - 1000;
  await connect(screen);
  expect(await listEvents(ana)).toMatchObject([
    { type: 'device.online' },
    { type: 'device.online' },
    { type: 'device.offline', subject: other.deviceId },
    { type: 'device.offline', subject: other.deviceId },
  ]);
  test.clock.offsetMs = OFFLINE_GRACE_MS;
  await connect(other);
  expect((await listTypes()).slice(2)).toEqual(['device.offline', 'device.offline', 'device.online']);
  test.clock.offsetMs = 0;
});

it('device.online and device.offline are sent when the state of a device changes with its screen', async () => {
  const ana = await aPerson(test);
  await subscribe(ana);
  const screen = await aDeviceScreen(ana);
  const [online, offline] = [await aScreen(test), await aScreen(test)];
  const { screenId } = (await test.modules.resolveScreen(online.deviceId, online.secret)) ?? { screenId: '' };
  await test.modules.screenSockets.connected(screenId, '127.0.0.1');
  const replace = async (deviceId: string) => {
    const { result } = (await ana.call('GET', `/devices/${screen.deviceId}`)).json<{ result: { deviceId: string } }>();
    return ana.call('PUT', `/devices/${screen.deviceId}/screen`, { deviceId, replacedDeviceId: result.deviceId });
  };
  await replace(online.deviceId);
  await replace(offline.deviceId);
  const event = { subject: screen.deviceId, data: { deviceId: screen.deviceId, name: 'Wall' } };
  expect(await listEvents(ana)).toEqual([
    { type: 'device.online', ...event },
    { type: 'device.offline', ...event },
  ]);
});

it('device.offline is first sent a minute after the connection was lost', async () => {
  const ana = await aPerson(test);
  await subscribe(ana, ['device.offline']);
  const screen = await aDeviceScreen(ana);
  await connect(screen);
  await disconnect(screen);
  const delivery = await test.db
    .selectFrom('webhook_deliveries')
    .select(['created_at', 'next_attempt_at'])
    .where('user_id', '=', ana.user._id)
    .executeTakeFirstOrThrow();
  expect(delivery.next_attempt_at.getTime() - delivery.created_at.getTime()).toBe(OFFLINE_GRACE_MS);
});

it('device.offline is sent when the process of a device died', async () => {
  const ana = await aPerson(test);
  await subscribe(ana, ['device.offline']);
  const screen = await aDeviceScreen(ana);
  await test.db.updateTable('screens').set({ live_process_id: 'dead' }).where('id', '=', screen.screenId).execute();
  await test.runWorkerTasks('devices.dead');
  expect(await listEvents(ana)).toMatchObject([{ type: 'device.offline', subject: screen.deviceId }]);
});

it('publish.shown is sent when a device shows another publish', async () => {
  const ana = await aPerson(test);
  await subscribe(ana, ['publish.shown']);
  const [screen, publishId] = [await aDeviceScreen(ana), newId()];
  await report(screen, { publishId });
  await report(screen, { publishId, revision: 2 });
  await report(screen, { publishId: null, revision: 3 });
  expect(await listEvents(ana)).toEqual([
    { type: 'publish.shown', subject: screen.deviceId, data: { deviceId: screen.deviceId, name: 'Wall', publishId } },
  ]);
});

it('publish.shown of many devices is enqueued in a few statements', async () => {
  const ana = await aPerson(test);
  await subscribe(ana, ['publish.shown']);
  const [screens, publishId] = [await insertScreens(test, ana, 300), newId()];
  const submit = vi.spyOn(pg.Query.prototype, 'submit');
  await Promise.all(screens.map((screen) => report(screen, { publishId })));
  expect(submit.mock.calls.length).toBeLessThan(15);
  expect(await listEvents(ana)).toHaveLength(300);
});

it('media.ready is sent once a photo can be shown, and media.failed with the reason', async () => {
  const ana = await aPerson(test, { devices: 1 });
  await subscribe(ana);
  const album = await anAlbum(ana);
  const photo = await aPhoto(test, ana, album._id);
  expect(await listEvents(ana)).toEqual([
    { type: 'media.ready', subject: photo._id, data: { mediaId: photo._id, albumId: album._id, kind: 'image', name: photo.name } },
  ]);
  const { mediaId } = await aStoredPhoto(test, ana, album._id);
  await test.db
    .updateTable('media')
    .set({ status: 1, updated_at: new Date(0) })
    .where('id', '=', mediaId)
    .execute();
  await test.runWorkerTasks('media.abandoned');
  expect((await listEvents(ana))[1]).toMatchObject({
    type: 'media.failed',
    subject: mediaId,
    data: { reason: 'Processing failed after several attempts.' },
  });
});

it('media.ready is sent once for a widget, which screens can show as soon as it is saved', async () => {
  const ana = await aPerson(test, { devices: 1 });
  await subscribe(ana);
  const album = await anAlbum(ana);
  const settings = { type: 'clock', theme: 'dark', face: 'digital' };
  const answer = await ana.call('POST', '/widgets', { albumId: album._id, name: 'Clock', settings });
  const { _id, status } = answer.json<{ result: Media }>().result;
  expect(status).toBe(MEDIA_STATUS.playable);
  await test.runJobs();
  expect(await listEvents(ana)).toEqual([
    { type: 'media.ready', subject: _id, data: { mediaId: _id, albumId: album._id, kind: 'widget', name: 'Clock' } },
  ]);
});

it('subscription.changed, order.paid and order.refunded are sent to the payer', async () => {
  const [ana, root] = [await aPerson(test), await aPerson(test)];
  await test.db.updateTable('users').set({ role: 'admin', is_super_admin: true }).where('id', '=', root.user._id).execute();
  await subscribe(ana);
  const { subscription } = await aSubscription(ana, { planName: 'Family Plan' });
  const [payment] = await findPayments(ana);
  const bought = await listEvents(ana);
  expect(bought.map(({ type }) => type).sort()).toEqual(['order.paid', 'subscription.changed']);
  expect(bought.find(({ type }) => type === 'subscription.changed')?.data).toMatchObject({ plan: 'Family Plan', state: 'active' });
  expect((await root.call('POST', `/orders/${payment?._id}/refunds`, { requestId: newId() })).statusCode).toBe(200);
  const refunded = (await listEvents(ana)).filter(({ type }) => type === 'order.refunded');
  expect(refunded).toMatchObject([{ subject: payment?._id, data: { refundedCents: payment?.amount } }]);
  expect(bought.find(({ type }) => type === 'subscription.changed')?.subject).toBe(subscription.id);
});

it('the owner of a family gets the events of its devices, and members do not', async () => {
  const [ana, ben] = [await aPerson(test), await aPerson(test)];
  const { orgId } = await aFamily(test, ana, [ben]);
  for (const person of [ana, ben]) await subscribe(person, ['device.online']);
  const screen = await aDeviceScreen(ana);
  await test.db.updateTable('devices').set({ org_id: orgId }).where('id', '=', screen.deviceId).execute();
  await connect(screen);
  expect(await listEvents(ana)).toHaveLength(1);
  expect(await listEvents(ben)).toEqual([]);
});

it('only webhooks that subscribe to an event receive it', async () => {
  const ana = await aPerson(test);
  await subscribe(ana, ['order.paid']);
  await connect(await aDeviceScreen(ana));
  expect(await listEvents(ana)).toEqual([]);
});

it('a change that is rolled back leaves no delivery', async () => {
  const ana = await aPerson(test);
  await subscribe(ana);
  const screen = await aDeviceScreen(ana);
  // The commit of the change fails, after its reactions.
  await sql`create function refuse_commit() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(
    test.db,
  );
  await sql`create constraint trigger refuse_commit after update on screens deferrable initially deferred for each row
    when (new.id = ${sql.lit(screen.screenId)}) execute function refuse_commit()`.execute(test.db);
  await connect(screen);
  expect(await listEvents(ana)).toEqual([]);
  await sql`drop trigger refuse_commit on screens`.execute(test.db);
  await connect(screen);
  expect(await listEvents(ana)).toHaveLength(1);
});
