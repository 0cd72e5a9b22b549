import type { Source, SourceDetails } from '@vitrine/contract/sources';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { captureLiveMessages } from '../../testing/live-messages.ts';
import { aCopiedTable, aFeed, allowLocal, createFeed, type DataServer, fetchDueSources, startDataServer } from '../../testing/sources.ts';
import { viewAccount } from '../../testing/staff.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { MODULES } from '../../wiring.ts';
import { claimDueSources } from './fetches.store.ts';

let server: DataServer;
let test: TestApp;
let otherProcess: TestApp;
beforeAll(async () => {
  server = await startDataServer();
  server.respondWith(createFeed('News'));
  test = await createTestApp(allowLocal(server));
  otherProcess = await createTestApp(allowLocal(server), MODULES, test);
});
afterAll(async () => {
  await otherProcess.close();
  await test.close();
  await server.close();
});

const create = (person: TestPerson) =>
  person.call('POST', '/sources', { name: 'News', settings: { kind: 'feed' }, address: server.url('secret-path') });
const claim = (limit: number, now = new Date()) => test.db.transaction().execute((tx) => claimDueSources(tx, now, limit));
const countSources = async (person: TestPerson) =>
  (await test.db.selectFrom('sources').select('id').where('owner_id', '=', person.user._id).execute()).length;

describe('due sources', () => {
  it('are fetched once by two processes', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => aPerson(test)));
    for (const person of people) await Promise.all([create(person), create(person), create(person)]);
    server.requests.length = 0;
    await Promise.all([fetchDueSources(test), fetchDueSources(otherProcess), fetchDueSources(test), fetchDueSources(otherProcess)]);
    await fetchDueSources(test);
    expect(server.requests).toHaveLength(18);
  });

  it('are claimed in turns between accounts, at most two of one account', async () => {
    const [ana, ben] = [await aPerson(test), await aPerson(test)];
    for (let count = 0; count < 10; count++) await create(ana);
    await create(ben);
    const first = await claim(8);
    expect(first.map(({ owner_id }) => owner_id).toSorted()).toEqual([ana.user._id, ana.user._id, ben.user._id].toSorted());
    expect(await claim(8)).toEqual([]);
  });

  it('are claimed again two minutes after the process that claimed them was killed', async () => {
    const claimed = await claim(100, new Date(Date.now() + 10 * 60_000));
    expect(claimed.length).toBeGreaterThan(0);
    const again = await claim(100, new Date(Date.now() + 12 * 60_000));
    expect(new Set(again.map(({ id }) => id))).toEqual(new Set(claimed.map(({ id }) => id)));
    await test.db.deleteFrom('sources').execute();
  });
});

describe('the address', () => {
  it('is neither in responses to other calls nor in messages, and is part of the export of personal data', async () => {
    const ana = await aPerson(test);
    const live = await captureLiveMessages(test);
    let id = '';
    const messages = await live.captureDuring(async () => {
      id = (await aFeed(test, ana, server.url('secret-path')))._id;
    });
    await live.stop();
    const answers = [await ana.call('GET', '/sources'), await ana.call('PUT', `/sources/${id}`, { name: 'Renamed' })];
    expect(answers.map(({ body }) => body).join()).not.toContain('secret-path');
    expect(messages).not.toEqual([]);
    expect(JSON.stringify(messages)).not.toContain('secret-path');
    expect((await ana.call('POST', '/users/export', { password: ana.password })).body).toContain('secret-path');
  });

  it('is hidden from administrators who view the account, and from the audit trail', async () => {
    const [ana, admin] = [await aPerson(test), await aPerson(test)];
    await test.db.updateTable('users').set({ role: 'admin', is_super_admin: true }).where('id', '=', admin.user._id).execute();
    const source = (await create(ana)).json<{ result: Source }>().result;
    expect((await admin.call('GET', `/sources/${source._id}`)).statusCode).toBe(404);
    await viewAccount(admin, ana);
    const seen = (await admin.call('GET', `/sources/${source._id}`)).json<{ result: SourceDetails }>().result;
    expect(seen).toMatchObject({ address: null, source: { _id: source._id, hasAddress: true, isOwn: true } });
    expect((await admin.call('PUT', `/sources/${source._id}`, { address: server.url('other-secret') })).statusCode).toBe(200);
    const entries = await test.db.selectFrom('audit_entries').selectAll().where('user_id', '=', ana.user._id).execute();
    expect(JSON.stringify(entries)).toContain('source.update');
    expect(JSON.stringify(entries)).not.toContain('secret');
  });
});

describe('rows', () => {
  it('are deleted with their account', async () => {
    const ana = await aPerson(test);
    await aFeed(test, ana, server.url());
    expect(await countSources(ana)).toBe(1);
    const deleted = await ana.call('DELETE', `/users/${ana.user._id}`, { password: ana.password });
    expect(deleted.statusCode, deleted.body).toBe(200);
    await test.runJobs();
    expect(await countSources(ana)).toBe(0);
  });

  it('of copies are deleted when no widget uses them', async () => {
    const ana = await aPerson(test);
    await aCopiedTable(test, ana);
    await test.runWorkerTasks('sources.delete-copies');
    expect(await countSources(ana)).toBe(0);
  });
});
