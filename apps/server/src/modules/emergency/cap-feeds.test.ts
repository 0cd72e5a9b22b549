import type { CapFeed, CapFeeds, CreateCapFeed } from '@vitrine/contract/cap-feeds';
import type { EmergencyAlert } from '@vitrine/contract/emergency';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { aCapAlert, createSigningKey, signXml } from '../../testing/cap.ts';
import { insertScreens } from '../../testing/device-screens.ts';
import { aFamily } from '../../testing/families.ts';
import { allowLocal, type DataServer, startDataServer } from '../../testing/sources.ts';
import { aStaffMember, viewAccount } from '../../testing/staff.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { emergencyModule } from './index.ts';

let server: DataServer;
let test: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  server = await startDataServer();
  test = await createTestApp(allowLocal(server));
});
beforeEach(async () => {
  await test.db.deleteFrom('emergency_cap_feeds').execute();
  test.clock.offsetMs = 0;
  server.pages.clear();
  server.respondWith(404);
  ana = await aPerson(test, { devices: 10 });
  await insertScreens(test, ana, 1);
  await ana.call('POST', '/emergency/messages', {
    texts: [{ language: 'en', title: 'Flood' }],
    color: 'blue',
    isForAll: true,
    minutes: 30,
    cap: { events: ['flood'] },
  });
});
afterAll(async () => {
  await test.close();
  await server.close();
});

const MINUTE_MS = 60_000;
/** Fetches what is due at this time from the start of the test. */
const fetchAt = async (minutes: number) => {
  test.clock.offsetMs = minutes * MINUTE_MS;
  await test.runWorkerTasks('emergency.fetch-feeds');
  await test.modules.getApi(emergencyModule).fetcher.idle();
  test.clock.offsetMs = 0;
};
const list = async (person = ana) => (await person.call('GET', '/emergency/feeds')).json<{ result: CapFeeds }>().result.feeds;
const listAlerts = async () => (await ana.call('GET', '/emergency/alerts')).json<{ result: EmergencyAlert[] }>().result;
const aFeed = async (given: Partial<CreateCapFeed> = {}) => {
  const answer = await ana.call('POST', '/emergency/feeds', { name: 'Weather', address: server.url(), ...given });
  expect(answer.statusCode, answer.body).toBe(201);
  await fetchAt(0);
  return answer.json<{ result: CapFeed }>().result;
};
/** Publishes alerts in a feed; a number is the status of the response instead of the alert. */
const publish = (alerts: Record<string, string | number>) => {
  for (const [name, content] of Object.entries(alerts)) server.pages.set(`/${name}`, content);
  const entries = Object.keys(alerts).map((name) => `<entry><link href="${server.url(name)}"/><updated>2026</updated></entry>`);
  server.respondWith(`<feed xmlns="http://www.w3.org/2005/Atom">${entries.join('')}</feed>`);
};
/** Makes the database refuse an alert until the returned function is called. */
const refuseAlert = async (identifier: string) => {
  await sql`create or replace function refuse_cap_alert() returns trigger language plpgsql as $$ begin
    if new.identifier = ${sql.lit(identifier)} then raise 'refused'; end if; return new; end $$`.execute(test.db);
  await sql`create trigger refuse_cap_alert before insert on emergency_cap_alerts for each row execute function refuse_cap_alert()`.execute(
    test.db,
  );
  return () => sql`drop trigger refuse_cap_alert on emergency_cap_alerts`.execute(test.db);
};

describe('a CAP feed', () => {
  it('raises messages by the alerts of its entries, each once', async () => {
    publish({ a1: aCapAlert('A1'), a2: aCapAlert('A2', { event: 'Wind' }) });
    await aFeed();
    expect(await list()).toMatchObject([{ state: 'current', problem: null, address: server.url() }]);
    expect(await listAlerts()).toMatchObject([{ raisedFrom: 'feed', raisedBy: 'Weather', isFromCap: true, drill: false, endedAt: null }]);
    const requests = server.requests.length;
    await fetchAt(6);
    expect(server.requests.length).toBe(requests + 1);
    expect(await listAlerts()).toHaveLength(1);
    const entry = await test.db.selectFrom('audit_entries').selectAll().where('action', '=', 'emergency.raise').execute();
    expect(entry).toMatchObject([{ user_id: ana.user._id, detail: { raisedFrom: 'feed', name: 'Weather' } }]);
  });

  it('applies updates and cancellations, in any order', async () => {
    publish({ b1: aCapAlert('B1') });
    await aFeed();
    publish({ b1: aCapAlert('B1'), b2: aCapAlert('B2', { type: 'Cancel', references: ['B1'] }) });
    await fetchAt(6);
    expect(await listAlerts()).toMatchObject([{ endedAt: expect.any(String) }]);
    const [second, third] = [1000, 2000].map((ms) => new Date(Date.now() + ms).toISOString());
    publish({
      c1: aCapAlert('C1'),
      c2: aCapAlert('C2', { type: 'Update', references: ['C1'], sent: second }),
      c3: aCapAlert('C3', { type: 'Cancel', references: [`C2,${second}`], sent: third }),
    });
    await fetchAt(12);
    expect(await listAlerts()).toHaveLength(1);
  });

  it('ignores expired and old alerts, and raises drills only if chosen', async () => {
    const old = new Date(Date.now() - 48 * 60 * MINUTE_MS).toISOString();
    const endless = aCapAlert('D3', { sent: old }).replace(/<expires>.*<\/expires>/, '');
    publish({
      d1: aCapAlert('D1', { minutes: -5 }),
      d2: aCapAlert('D2', { status: 'Exercise' }),
      d3: endless,
      d4: aCapAlert('D4', { status: 'Test' }),
    });
    const { _id } = await aFeed();
    expect(await listAlerts()).toEqual([]);
    publish({ e1: aCapAlert('E1', { status: 'Test' }) });
    await ana.call('PUT', `/emergency/feeds/${_id}`, { name: 'Weather', hasDrills: true });
    await fetchAt(0);
    expect(await listAlerts()).toMatchObject([{ drill: true }]);
  });

  it('may be one alert, and sends its validators', async () => {
    server.respondWith(aCapAlert('F1'), { etag: '"1"' });
    await aFeed();
    expect(await listAlerts()).toHaveLength(1);
    await fetchAt(6);
    expect(server.requests.at(-1)?.['if-none-match']).toBe('"1"');
    expect(await list()).toMatchObject([{ state: 'current' }]);
  });

  it('reads the remaining alerts again, and reports the problem', async () => {
    publish({ g1: aCapAlert('G1', { event: 'Wind' }), g2: 503 });
    await aFeed();
    expect(await list()).toMatchObject([{ state: 'current', problem: 'The site responded with an error. Try again later.' }]);
    publish({ g1: aCapAlert('G1', { event: 'Wind' }), g2: aCapAlert('G2') });
    await fetchAt(6);
    expect(await listAlerts()).toHaveLength(1);
  });

  it('applies the other alerts when one can’t be applied, tries it ten times, and reports the problem', async () => {
    const acceptAll = await refuseAlert('P1');
    publish({ p1: aCapAlert('P1'), p2: aCapAlert('P2', { sent: new Date(Date.now() - 1000).toISOString() }) });
    await aFeed();
    expect(await listAlerts()).toHaveLength(1);
    expect(await list()).toMatchObject([{ state: 'current', problem: expect.stringContaining('will try again') }]);
    const countRequests = () => server.requests.length;
    for (let attempt = 2; attempt <= 10; attempt++) {
      const before = countRequests();
      await fetchAt(6 * attempt);
      expect(countRequests()).toBe(before + 2);
    }
    expect(await list()).toMatchObject([{ state: 'current', problem: expect.stringContaining('couldn’t be shown') }]);
    const before = countRequests();
    await fetchAt(120);
    expect(countRequests()).toBe(before + 1);
    await acceptAll();
  });

  it('does not raise an alert whose cancellation can’t be applied yet', async () => {
    const acceptAll = await refuseAlert('Q2');
    const sent = new Date(Date.now() + 1000).toISOString();
    publish({ q1: aCapAlert('Q1'), q2: aCapAlert('Q2', { type: 'Cancel', references: ['Q1'], sent }) });
    await aFeed();
    await acceptAll();
    await fetchAt(6);
    expect(await listAlerts()).toEqual([]);
    expect(await list()).toMatchObject([{ state: 'current' }]);
  });

  it('is read once when it is one alert, also from a site without validators', async () => {
    server.respondWith(aCapAlert('R1'));
    await aFeed();
    await fetchAt(6);
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from emergency_cap_entries`.execute(test.db);
    expect([rows, await listAlerts()]).toMatchObject([[{ count: 1 }], [{ endedAt: null }]]);
  });

  it('requires signatures when it has trusted keys', async () => {
    const key = createSigningKey();
    publish({
      h1: aCapAlert('H1'),
      h2: signXml(aCapAlert('H2'), createSigningKey()),
      h3: signXml(aCapAlert('H3'), key).replace('Flood', 'Flood now'),
    });
    await aFeed({ trustedKeys: key.publicKey });
    expect(await list()).toMatchObject([{ state: 'current', problem: expect.stringContaining('refused') }]);
    expect(await listAlerts()).toEqual([]);
    publish({ h4: signXml(aCapAlert('H4'), key) });
    await fetchAt(6);
    expect(await listAlerts()).toHaveLength(1);
  });

  it('shows why it fails, and is fetched less often', async () => {
    server.respondWith('<html></html>');
    const { _id } = await aFeed();
    expect(await list()).toMatchObject([{ state: 'failing', failure: expect.stringContaining('neither a feed') }]);
    for (const minutes of [6, 12, 18, 41]) await fetchAt(minutes);
    const row = await test.db
      .selectFrom('emergency_cap_feeds')
      .select(['failures', 'next_fetch_at'])
      .where('id', '=', _id)
      .executeTakeFirstOrThrow();
    expect(row.failures).toBe(4);
    expect(row.next_fetch_at.getTime()).toBeGreaterThan(Date.now() + 70 * MINUTE_MS);
    publish({});
    await fetchAt(120);
    expect(await list()).toMatchObject([{ state: 'current', failure: null }]);
  });

  it('reads neither private networks nor other protocols', async () => {
    await aFeed({ address: 'http://10.0.0.8/cap.xml' });
    expect(await list()).toMatchObject([{ state: 'failing', failure: expect.stringContaining('private network') }]);
    await test.db.deleteFrom('emergency_cap_feeds').execute();
    server.respondWith('<feed><entry><link href="http://10.0.0.8/a"/></entry><entry><link href="file:///etc/passwd"/></entry></feed>');
    await aFeed();
    expect(await list()).toMatchObject([{ state: 'failing', failure: expect.stringContaining('private network') }]);
    expect((await ana.call('POST', '/emergency/feeds', { name: 'x', address: 'file:///etc/passwd' })).json()).toMatchObject({
      code: 'INVALID',
    });
  });

  it('discards the result of an address that was changed', async () => {
    publish({ i1: aCapAlert('I1') });
    const answer = await ana.call('POST', '/emergency/feeds', { name: 'Weather', address: server.url() });
    const { _id } = answer.json<{ result: CapFeed }>().result;
    await test.runWorkerTasks('emergency.fetch-feeds');
    await ana.call('PUT', `/emergency/feeds/${_id}`, { name: 'Weather', address: 'http://10.0.0.8/x' });
    await test.modules.getApi(emergencyModule).fetcher.idle();
    await fetchAt(0);
    expect(await list()).toMatchObject([{ state: 'failing' }]);
  });
});

describe('limits of feeds', () => {
  it('hold with many requests at the same time', async () => {
    const post = () => ana.call('POST', '/emergency/feeds', { name: 'Weather', address: server.url() });
    const statuses = (await Promise.all(Array.from({ length: 20 }, post))).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 201)).toHaveLength(5);
    expect(statuses.filter((status) => status === 409)).toHaveLength(15);
  });

  it('show their address to members of their family, and not to staff', async () => {
    const [ben, admin] = [await aPerson(test), await aStaffMember(test)];
    const { orgId } = await aFamily(test, ana, [ben]);
    await aFeed({ orgId });
    const listAddresses = async (person: TestPerson, query: string) =>
      (await person.call('GET', `/emergency/feeds?${query}`)).json<{ result: CapFeeds }>().result.feeds.map(({ address }) => address);
    expect(await listAddresses(ben, `orgId=${orgId}`)).toEqual([server.url()]);
    await viewAccount(admin, ana);
    expect(await listAddresses(admin, `userId=${ana.user._id}&orgId=${orgId}`)).toEqual([null]);
  });

  it('give nothing to other accounts, and no address in the database', async () => {
    const { _id } = await aFeed();
    const bob = await aPerson(test);
    const answers = await Promise.all([
      bob.call('GET', `/emergency/feeds?userId=${ana.user._id}`),
      bob.call('PUT', `/emergency/feeds/${_id}`, { name: 'Mine' }),
      bob.call('DELETE', `/emergency/feeds/${_id}`),
      bob.call('PUT', '/emergency/cap/keys', { userId: ana.user._id, trustedKeys: null }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
    const row = await test.db.selectFrom('emergency_cap_feeds').selectAll().where('id', '=', _id).executeTakeFirstOrThrow();
    expect(row.encrypted_address.toString('latin1')).not.toContain('127.0.0.1');
    expect((await ana.call('DELETE', `/emergency/feeds/${_id}`)).statusCode).toBe(200);
    expect(await list()).toEqual([]);
  });
});
