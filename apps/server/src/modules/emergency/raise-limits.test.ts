/** Daily limits of raises, and limits of feeds. */
import type { CapFeed, CapFeeds } from '@vitrine/contract/cap-feeds';
import type { EmergencyAlert, EmergencyMessage } from '@vitrine/contract/emergency';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertApiToken } from '../../testing/api-tokens.ts';
import { leaveAttempts } from '../../testing/attempts.ts';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { aCapAlert } from '../../testing/cap.ts';
import { insertScreens } from '../../testing/device-screens.ts';
import { allowLocal, type DataServer, startDataServer } from '../../testing/sources.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createAccountActor } from '../access/index.ts';
import { getChangeLimit, getEntryLimit } from './cap-feeds.rules.ts';
import { emergencyModule } from './index.ts';
import { getRaiseLimit } from './raise-limits.rules.ts';

let server: DataServer;
let test: TestApp;
beforeAll(async () => {
  server = await startDataServer();
  test = await createTestApp(allowLocal(server));
});
afterAll(async () => {
  await test.close();
  await server.close();
});

const FEED = { kind: 'feed', name: 'Weather' } as const;
const getOwner = (person: TestPerson) => ({ user_id: person.user._id, org_id: null });
const getProgramLimit = (person: TestPerson) =>
  getRaiseLimit({ ...createAccountActor(person.user._id), apiToken: { id: '', name: '', scopes: [] } }, getOwner(person));
const createMessage = async (person: TestPerson, event: string) => {
  const content = { texts: [{ language: 'en', title: event }], color: 'blue', isForAll: true, minutes: 30, cap: { events: [event] } };
  return (await person.call('POST', '/emergency/messages', content)).json<{ result: EmergencyMessage }>().result._id;
};
async function aReceiver() {
  const person = await aPerson(test, { devices: 10 });
  await insertScreens(test, person, 1);
  const messageId = await createMessage(person, 'flood');
  const token = await insertApiToken(test.db, person.user._id, ['emergency:raise']);
  const raise = () => person.call('POST', `/emergency/messages/${messageId}/raise`, {});
  const post = (payload: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/cap+xml' };
    return test.app.inject({ method: 'POST', url: '/api/emergency/cap', headers, payload });
  };
  const listOpen = async () =>
    (await person.call('GET', '/emergency/alerts')).json<{ result: EmergencyAlert[] }>().result.filter(({ endedAt }) => endedAt === null);
  return { person, messageId, raise, post, listOpen };
}
const countStatuses = (answers: { statusCode: number }[]) =>
  Object.fromEntries([...Map.groupBy(answers, ({ statusCode }) => statusCode)].map(([status, all]) => [status, all.length]));

describe('the daily limit of raises', () => {
  it('holds under concurrent requests, and never keeps an alert from being ended', async () => {
    const { person, raise, listOpen } = await aReceiver();
    await leaveAttempts(test, getRaiseLimit(createAccountActor(person.user._id), getOwner(person)), 3);
    expect(countStatuses(await Promise.all(Array.from({ length: 25 }, raise)))).toEqual({ 201: 3, 429: 22 });
    const [alert] = await listOpen();
    expect((await person.call('PUT', `/emergency/alerts/${alert?._id}`, { minutes: 60 })).statusCode).toBe(429);
    const end = () => person.call('POST', `/emergency/alerts/${alert?._id}/end`);
    expect(countStatuses(await Promise.all(Array.from({ length: 40 }, end)))).toEqual({ 200: 40 });
    expect(await listOpen()).toEqual([]);
  });

  it('of a program is separate from the one of people, and cancellations are not counted', async () => {
    const { person, raise, post, listOpen } = await aReceiver();
    await createMessage(person, 'wind');
    await leaveAttempts(test, getProgramLimit(person), 1);
    expect((await post(aCapAlert('A1'))).statusCode).toBe(200);
    expect((await post(aCapAlert('A2', { type: 'Update', references: ['A1'] }))).statusCode).toBe(429);
    expect((await raise()).statusCode).toBe(201);
    // The update ends the first message, and can't raise the second one.
    expect((await post(aCapAlert('A3', { type: 'Update', references: ['A1'], event: 'wind' }))).json()).toMatchObject({
      result: { raised: [], ended: [expect.any(String)] },
    });
    await leaveAttempts(test, getProgramLimit(person), 1);
    await post(aCapAlert('B1'));
    expect((await post(aCapAlert('B2', { type: 'Cancel', references: ['B1'] }))).json()).toMatchObject({
      result: { ended: [expect.any(String)] },
    });
    expect(await listOpen()).toEqual([]);
  });
});

describe('a CAP feed', () => {
  const fetchNow = async () => {
    await test.db
      .updateTable('emergency_cap_feeds')
      .set({ next_fetch_at: new Date(0) })
      .execute();
    await test.runWorkerTasks('emergency.fetch-feeds');
    await test.modules.getApi(emergencyModule).fetcher.idle();
  };
  const publish = (alerts: Record<string, string>) => {
    server.pages.clear();
    for (const [name, content] of Object.entries(alerts)) server.pages.set(`/${name}`, content);
    const entries = Object.keys(alerts).map((name) => `<entry><link href="${server.url(name)}"/><updated>2026</updated></entry>`);
    server.respondWith(`<feed xmlns="http://www.w3.org/2005/Atom">${entries.join('')}</feed>`);
  };
  const aFeed = async (person: TestPerson) => {
    await test.db.deleteFrom('emergency_cap_feeds').execute();
    const answer = await person.call('POST', '/emergency/feeds', { name: 'Weather', address: server.url() });
    await fetchNow();
    return answer.json<{ result: CapFeed }>().result._id;
  };
  const readFeed = async (person: TestPerson) =>
    (await person.call('GET', '/emergency/feeds')).json<{ result: CapFeeds }>().result.feeds[0];
  const countRequests = async (act: () => Promise<unknown>) => {
    const before = server.requests.length;
    await act();
    return server.requests.length - before;
  };

  it('keeps its known entries when its address and its keys stay', async () => {
    const { person } = await aReceiver();
    publish({ a1: aCapAlert('A1'), a2: aCapAlert('A2', { event: 'Wind' }) });
    const id = await aFeed(person);
    const edit = (change: object) => person.call('PUT', `/emergency/feeds/${id}`, { name: 'Weather', ...change });
    await edit({ name: 'Storms', hasDrills: true, address: server.url() });
    expect(await countRequests(fetchNow)).toBe(1);
    await edit({ address: server.url('other') });
    server.pages.set('/other', `<feed><entry><link href="${server.url('a1')}"/><updated>2026</updated></entry></feed>`);
    expect(await countRequests(fetchNow)).toBe(2);
  });

  it('can be changed a limited number of times an hour, also when all requests arrive at once', async () => {
    const { person } = await aReceiver();
    publish({});
    const id = await aFeed(person);
    await leaveAttempts(test, getChangeLimit(person.user._id), 4);
    const edit = () => person.call('PUT', `/emergency/feeds/${id}`, { name: 'Weather' });
    expect(countStatuses(await Promise.all(Array.from({ length: 15 }, edit)))).toEqual({ 200: 4, 429: 11 });
    expect((await person.call('POST', '/emergency/feeds', { name: 'Weather', address: server.url() })).statusCode).toBe(429);
  });

  it('requests a limited number of alerts an hour, and reads the others later', async () => {
    const { person, listOpen } = await aReceiver();
    publish({ b1: aCapAlert('B1', { event: 'Wind' }), b2: aCapAlert('B2', { event: 'Wind' }), b3: aCapAlert('B3') });
    await leaveAttempts(test, getEntryLimit(person.user._id), 2);
    expect(await countRequests(() => aFeed(person))).toBe(4);
    expect(await readFeed(person)).toMatchObject({ state: 'current', problem: expect.stringContaining('3,000 alerts') });
    expect(await countRequests(fetchNow)).toBe(1);
    await leaveAttempts(test, getEntryLimit(person.user._id), 100);
    await fetchNow();
    expect(await listOpen()).toHaveLength(1);
  });

  it('shows its owner that the daily limit refused an alert', async () => {
    const { person, listOpen } = await aReceiver();
    publish({ c1: aCapAlert('C1') });
    await leaveAttempts(test, getRaiseLimit(FEED, getOwner(person)), 0);
    await aFeed(person);
    expect(await readFeed(person)).toMatchObject({ state: 'current', problem: expect.stringContaining('too often') });
    expect(await listOpen()).toEqual([]);
  });
});
