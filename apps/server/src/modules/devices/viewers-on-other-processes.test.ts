/** Changes of screens, sent to users who are connected to another process. */
import { screenReport } from '@vitrine/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createConnectedUsersPublisher } from '../../platform/live/connected-users.ts';
import { createHeartbeat } from '../../platform/queue/heartbeat.ts';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { insertScreens } from '../../testing/device-screens.ts';
import { type CapturedMessages, captureLiveMessages } from '../../testing/live-messages.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

const QUIET = screenReport.parse({ revision: 1, downloaded: 4, total: 4, publishId: null, itemId: 'a', mediaId: null, failed: [] });
const submit = vi.spyOn(pg.Query.prototype, 'submit');
let test: TestApp;
let ana: TestPerson;
let ben: TestPerson;
let liveMessages: CapturedMessages;
/** Records the users who are connected to the other process. */
let elsewhere: string[] = [];

beforeAll(async () => {
  test = await openTestApp();
  [ana, ben] = [await aPerson(test), await aPerson(test)];
  test.presence.hasLocalUsers = false;
  test.presence.hasOtherProcesses = true;
  liveMessages = await captureLiveMessages(test);
  await createHeartbeat(test.db, undefined as never, 'elsewhere').beat([]);
});
afterAll(async () => {
  submit.mockRestore();
  await liveMessages.stop();
  await test.close();
});

/** Returns the presence queries that were sent to the database. */
const sentStatements = () =>
  submit.mock.contexts.map((query) => (query as unknown as { text?: string }).text ?? '').filter((text) => text.includes('people_here'));
const people = () => createConnectedUsersPublisher(test.db, 'elsewhere', () => elsewhere);
const itemsWritten = async (owner: TestPerson) => {
  const rows = await test.db
    .selectFrom('screens')
    .innerJoin('devices', 'devices.screen_id', 'screens.id')
    .select('screens.report')
    .where('devices.user_id', '=', owner.user._id)
    .execute();
  return rows.map(({ report }) => (report as { itemId: string } | null)?.itemId);
};

it('sends one query a round without viewers, and notifies exactly the viewers in a few statements', async () => {
  const links = async (owner: TestPerson, size: number) => (await insertScreens(test, owner, size)).map(({ screenId }) => ({ screenId }));
  const [anas, bens] = [await links(ana, 100), await links(ben, 2)];
  const { report, changes } = test.modules.screenSockets;
  await Promise.all([...anas, ...bens].map((link) => report(link, QUIET)));
  const changeAll = (itemId: string) => Promise.all([...anas, ...bens].map((link) => changes(link, { itemId })));

  submit.mockClear();
  const unseen = await liveMessages.captureDuring(async () => {
    await changeAll('b');
    await expect.poll(() => sentStatements().length).toBe(1);
  });
  expect(unseen).toEqual([]);
  // The query only covers connected users, not screens.
  expect(sentStatements().join()).not.toContain('devices');

  elsewhere = [ben.user._id];
  const others = people();
  await others.publish();
  const messages = await liveMessages.captureDuring(async () => {
    await changeAll('c');
    await expect.poll(() => itemsWritten(ben), { timeout: 5000 }).toEqual(['c', 'c']);
  });
  expect(new Set(messages.flatMap(({ rooms }) => rooms))).toEqual(new Set([`person:${ben.user._id}`]));
  expect(messages.filter(({ event }) => event === 'devicestatus')).toHaveLength(2);
  expect(new Set(await itemsWritten(ana))).toEqual(new Set(['a']));

  elsewhere = [ana.user._id];
  await others.publish();
  submit.mockClear();
  const anasMessages = await liveMessages.captureDuring(async () => {
    await changeAll('d');
    await expect.poll(async () => new Set(await itemsWritten(ana)), { timeout: 5000 }).toEqual(new Set(['d']));
  });
  // An owner of a hundred devices receives twenty messages and reloads all devices.
  expect(submit.mock.calls.length).toBeLessThan(60);
  expect(anasMessages.filter(({ event }) => event === 'devicestatus')).toHaveLength(20);
});
