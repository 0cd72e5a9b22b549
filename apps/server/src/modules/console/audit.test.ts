import type { AuditEntryDetails, AuditRow } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getFirstIdAt, newId } from '../../platform/ids.ts';
import { anAlbum, aPerson, aStoredPhoto, type TestPerson } from '../../testing/builders.ts';
import { countPagesRead, PLANS } from '../../testing/database-reads.ts';
import { aPosterOrder } from '../../testing/ordering.ts';
import { forgeView } from '../../testing/staff.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { insertAuditEntry } from '../access/index.ts';
import { type AuditFilterValues, listMatchingEntries } from './audit.read-model.ts';

let test: TestApp;
let [admin, other, ana, ben]: TestPerson[] = [];
beforeAll(async () => {
  test = await createTestApp();
  [admin, other, ana, ben] = [
    await aPerson(test, { name: 'Adam Admin' }),
    await aPerson(test, { name: 'Olga Other' }),
    await aPerson(test, { name: 'Ana Lima' }),
    await aPerson(test, { name: 'Ben Roth' }),
  ];
  for (const person of [admin, other])
    await test.db
      .updateTable('users')
      .set({ role: 'admin' })
      .where('id', '=', person?.user._id ?? '')
      .execute();
  await admin?.call('PUT', `/users/${ana?.user._id}`, { name: 'Ana Luz' });
  await other?.call('PUT', `/users/status/${ben?.user._id}`, { status: false });
});
afterAll(() => test.close());

const list = async (query = '') => (await admin?.call('GET', `/console/audit?${query}`))?.json<{ result: AuditRow[] }>().result ?? [];
const actionsOf = (rows: AuditRow[]) => rows.map(({ action }) => action);

describe('the audit trail', () => {
  it('lists actions with their actor and owner, newest first', async () => {
    const rows = await list();
    expect(rows).toMatchObject([
      {
        actor: { name: 'Olga Other' },
        owner: { name: 'Ben Roth', email: ben?.email },
        table: 'users',
        objectIds: [ben?.user._id],
        objectName: 'Ben Roth',
      },
      { actor: { name: 'Adam Admin', email: admin?.email }, owner: { name: 'Ana Luz' }, table: 'users', objectName: 'Ana Lima' },
    ]);
    expect(await list('dataPerPage=1')).toEqual(rows.slice(0, 1));
    expect(await list(`dataPerPage=1&after=${rows[0]?._id}`)).toEqual(rows.slice(1));
  });

  it('is filtered by actor, owner, action, kind, object and days', async () => {
    const [second, first] = await list();
    expect(await list(`actor=${admin?.email.toUpperCase()}`)).toEqual([first]);
    expect(await list(`actor=${other?.user._id}`)).toEqual([second]);
    expect(await list(`owner=${ben?.email}`)).toEqual([second]);
    expect(await list('actor=nobody@example.com')).toEqual([]);
    expect(await list(`action=${first?.action}`)).toEqual([first]);
    expect(await list('table=users')).toEqual([second, first]);
    expect(await list('table=albums')).toEqual([]);
    expect(await list(`object=${ana?.user._id}`)).toEqual([first]);
    expect(await list(`object=${ana?.user._id}&actor=${other?.email}`)).toEqual([]);
    const at = Date.parse(first?.createdAt ?? '');
    expect(await list(`until=${at - 60_000}`)).toEqual([]);
    expect(await list(`from=${at - 60_000}&until=${at + 60_000}`)).toEqual([second, first]);
    const choices = (await admin?.call('GET', '/console/audit/choices'))?.json<{ result: object }>().result;
    expect(choices).toEqual({ actions: [...new Set(actionsOf([second, first] as AuditRow[]))].sort(), tables: ['users'] });
  });

  it('contains the values before and after a change, also of deleted objects', async () => {
    const [first] = await list(`object=${ana?.user._id}`);
    const read = async (id = '') => (await admin?.call('GET', `/console/audit/${id}`))?.json<{ result: AuditEntryDetails }>().result;
    expect(await read(first?._id)).toMatchObject({
      ...first,
      before: { [ana?.user._id ?? '']: { name: 'Ana Lima' } },
      after: { [ana?.user._id ?? '']: { name: 'Ana Luz' } },
    });
    expect((await admin?.call('GET', `/console/audit/${newId()}`))?.statusCode).toBe(404);
    const gone = await aPerson(test, { name: 'Gone Soon' });
    const { _id: albumId } = await anAlbum(gone);
    if (admin) await forgeView(test, admin, gone.user._id);
    await admin?.call('PUT', `/albums/${albumId}`, { name: 'Renamed' });
    await sql`update audit_entries set actor_id = ${newId()} where user_id = ${gone.user._id}`.execute(test.db);
    expect((await list(`object=${albumId}`))[0]).toMatchObject({ actor: { name: null, email: null }, table: 'albums' });
  });

  it('uses the text of a question as its name', async () => {
    await admin?.call('POST', '/faqs', { question: 'Why is it dark?', answer: '<p>It is night.</p>' });
    expect((await list('table=faqs'))[0]).toMatchObject({ objectName: 'Why is it dark?' });
  });

  it('uses the number of an order as its name', async () => {
    const buyer = await aPerson(test);
    const { mediaId } = await aStoredPhoto(test, buyer, (await anAlbum(buyer))._id);
    const order = await aPosterOrder(buyer, { mediaId });
    await test.db.transaction().execute((tx) =>
      insertAuditEntry(tx, {
        actorId: admin?.user._id ?? '',
        userId: buyer.user._id,
        action: 'order.statusUpdate',
        objects: { table: 'orders', ids: [order._id] },
      }),
    );
    expect((await list('table=orders'))[0]).toMatchObject({ objectName: order.orderId });
  });

  it('is exported as CSV with the values before and after, filtered like the list', async () => {
    const answer = await admin?.call('GET', `/console/audit/csv?object=${ana?.user._id}`);
    expect(answer?.headers['content-disposition']).toContain('audit-trail.csv');
    const [head, line, end] = answer?.body.split('\r\n') ?? [];
    expect(head).toContain('Date,ID,Performed by,');
    expect(line).toContain(`${admin?.email},Ana Luz,${ana?.email}`);
    expect(line).toContain('""name"": ""Ana Luz""'.replace(': ', ':'));
    expect(end).toBe('');
    expect((await admin?.call('GET', '/console/audit/csv?actor=nobody@example.com'))?.body.split('\r\n')).toHaveLength(2);
  });

  it.each(['object=1', 'after=x', 'from=yesterday', 'dataPerPage=0', 'dataPerPage=101', "table='"])('refuses %s', async (query) => {
    expect((await admin?.call('GET', `/console/audit?${query}`))?.json()).toMatchObject({ code: 'INVALID' });
  });

  it.each(['%', "' or 1=1 --", '\\', '{}'])('has no entries for %j', async (text) => {
    for (const name of ['actor', 'owner', 'action']) expect(await list(`${name}=${encodeURIComponent(text)}`)).toEqual([]);
  });
});

describe('the audit trail with many entries', () => {
  const START = Date.UTC(2025, 0, 1);
  const MINUTE_MS = 60_000;
  const MANY = 20_000;
  const rare = newId();

  beforeAll(async () => {
    const ids = Array.from({ length: MANY }, (_, n) =>
      getFirstIdAt(START + n * MINUTE_MS).replace('0000-0000-000000000000', '7000-8000-00000000000a'),
    );
    await sql`insert into audit_entries (id, actor_id, user_id, action, object_kind, object_ids)
      select id, ${admin?.user._id}, null, case when n % 2 = 0 then 'device.update' else 'video.skip' end,
        case when n % 2 = 0 then 'devices' else 'media' end, case when n = 5 then array[${rare}::uuid] else '{}' end
      from unnest(${ids}::uuid[]) with ordinality as given (id, n)`.execute(test.db);
    await sql`analyze audit_entries`.execute(test.db);
    await test.db
      .transaction()
      .execute((tx) => insertAuditEntry(tx, { actorId: other?.user._id ?? '', userId: null, action: 'rare.thing' }));
  });

  it.each(PLANS)('reads about as many entries as it returns, with any filter, on the first page and deep inside (%s)', async (plan) => {
    const middle = getFirstIdAt(START + (MANY / 2) * MINUTE_MS);
    const filters: [AuditFilterValues, number][] = [
      [{}, 10],
      [{ actorId: admin?.user._id }, 10],
      [{ action: 'video.skip' }, 10],
      [{ table: 'devices' }, 10],
      [{ actorId: admin?.user._id, action: 'video.skip' }, 10],
      [{ actorId: admin?.user._id, table: 'devices' }, 10],
      [{ from: START, until: START + 1000 * MINUTE_MS }, 10],
      [{ action: 'video.skip', from: START, until: START + 1000 * MINUTE_MS }, 10],
      [{ actorId: other?.user._id, action: 'video.skip' }, 0],
      [{ ownerId: ana?.user._id, table: 'devices' }, 0],
      [{ object: rare }, 1],
      [{ action: 'rare.thing' }, 1],
    ];
    for (const [choice, expected] of filters)
      for (const after of [undefined, ...(expected === 10 ? [middle] : [])]) {
        let found: string[] = [];
        const read = await countPagesRead(test.db, plan, ['audit_entries'], async (tx) => {
          found = await listMatchingEntries(tx, choice, { after, limit: 10 });
        });
        expect(found.length, JSON.stringify(choice)).toBe(expected);
        // Planning alone reads both ends of each index. All entries and their indexes occupy about a thousand pages.
        expect(read, JSON.stringify(choice)).toBeLessThan(150);
      }
  });

  it('lists the filter values without reading all entries', async () => {
    const read = await countPagesRead(test.db, 'force_generic_plan', ['audit_entries'], async () => {
      const { actions, tables } = (await admin?.call('GET', '/console/audit/choices'))?.json<{
        result: { actions: string[]; tables: string[] };
      }>().result ?? {
        actions: [],
        tables: [],
      };
      expect(actions).toEqual(expect.arrayContaining(['device.update', 'rare.thing', 'video.skip']));
      expect(tables).toEqual(expect.arrayContaining(['albums', 'devices', 'media', 'users']));
    });
    expect(read).toBeLessThan(100);
  });
});
