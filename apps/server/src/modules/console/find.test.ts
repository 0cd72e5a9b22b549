import type { SearchResult } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { aDevice, anAlbum, aPerson, aScreen, aStoredPhoto, type TestPerson } from '../../testing/builders.ts';
import { aPosterOrder, payOrder } from '../../testing/ordering.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { insertAuditEntry } from '../access/index.ts';

let test: TestApp;
let [admin, support, partner, ana]: TestPerson[] = [];
let deviceId: string;
let code: string;
let order: { _id: string; orderId: string };
beforeAll(async () => {
  test = await openTestApp();
  [admin, support, partner, ana] = [
    await aPerson(test),
    await aPerson(test),
    await aPerson(test, { name: 'Petra Partner' }),
    await aPerson(test, { name: 'Anabel Quill', devices: 5 }),
  ];
  const give = (person: TestPerson, values: object) => test.db.updateTable('users').set(values).where('id', '=', person.user._id).execute();
  await give(admin, { role: 'admin' });
  await give(support, { role: 'support' });
  await give(partner, { role: 'admin', platform: 'WV' });
  const screen = await aScreen(test);
  code = screen.deviceId;
  ({ _id: deviceId } = await aDevice(ana, screen));
  await sql`update devices set name = 'Quill hall' where id = ${deviceId}`.execute(test.db);
  await sql`update screens set serial_number = 'SN-77-X' where listed_id = ${deviceId}`.execute(test.db);
  const { mediaId } = await aStoredPhoto(test, ana, (await anAlbum(ana))._id);
  const placed = await aPosterOrder(ana, { mediaId });
  await payOrder(test, ana, placed);
  order = placed;
});
afterAll(() => test.close());

const find = async (person: TestPerson | undefined, q: string) =>
  (await person?.call('GET', `/console/find?q=${encodeURIComponent(q)}`))?.json<{ result: SearchResult[] }>().result ?? [];
const found = async (person: TestPerson | undefined, q: string) => (await find(person, q)).map(({ kind, _id }) => [kind, _id]);

describe('the search of the console', () => {
  it('finds a person, their device and their order by a part of a name or an address', async () => {
    expect(await find(support, 'quill')).toEqual([
      { kind: 'person', _id: ana?.user._id, name: 'Anabel Quill', note: ana?.email },
      { kind: 'device', _id: deviceId, name: 'Quill hall', note: `${code} · Anabel Quill` },
      { kind: 'order', _id: order._id, name: order.orderId, note: expect.stringMatching(/^Anabel Quill · /), orderType: 'poster' },
    ]);
    expect(await found(support, ana?.email ?? '')).toEqual([
      ['person', ana?.user._id],
      ['device', deviceId],
      ['order', order._id],
    ]);
  });

  it('finds each object by its id, number, code or serial number', async () => {
    expect(await found(support, ana?.user._id ?? '')).toEqual([['person', ana?.user._id]]);
    expect(await found(support, deviceId.toUpperCase())).toEqual([['device', deviceId]]);
    expect(await found(support, code.toLowerCase())).toEqual([['device', deviceId]]);
    expect(await found(support, 'sn-77-x')).toEqual([['device', deviceId]]);
    expect(await found(support, order._id)).toEqual([['order', order._id]]);
    expect(await found(support, order.orderId)).toEqual([['order', order._id]]);
    const { rows } = await sql<{ intent: string }>`select payment_intent_id as intent from orders where id = ${order._id}`.execute(test.db);
    expect(await found(support, rows[0]?.intent ?? '')).toEqual([['payment', order._id]]);
    expect(await found(support, newId())).toEqual([]);
  });

  it('finds plans, questions and audit entries for users who may see them', async () => {
    expect(await find(support, 'family plan')).toMatchObject([{ kind: 'plan', name: 'Family Plan', note: 'PP' }]);
    expect(await find(support, 'what is free')).toMatchObject([{ kind: 'question', name: 'What is free?' }]);
    await test.db.transaction().execute((tx) => insertAuditEntry(tx, { actorId: admin?.user._id ?? '', userId: null, action: 'a.thing' }));
    const { id } = await test.db.selectFrom('audit_entries').select('id').executeTakeFirstOrThrow();
    expect(await find(admin, id)).toMatchObject([{ kind: 'auditEntry', _id: id, name: 'a.thing' }]);
    expect(await find(support, id)).toEqual([]);
  });

  it('returns only objects of the partner to its administrators', async () => {
    expect(await found(partner, 'petra')).toEqual([['person', partner?.user._id]]);
    for (const q of [
      'quill',
      ana?.email ?? '',
      ana?.user._id ?? '',
      deviceId,
      'SN-77-X',
      order._id,
      order.orderId,
      'family plan',
      'what is free',
    ])
      expect(await found(partner, q)).toEqual([]);
  });

  it('returns at most five objects of a kind', async () => {
    await sql`insert into users (id, name, email, password_hash) select gen_random_uuid(), 'Twin ' || n, 'twin' || n || '@example.com', 'x'
      from generate_series(1, 9) n`.execute(test.db);
    expect(await find(support, 'twin')).toHaveLength(5);
  });

  it.each(['', 'a', ' a ', 'x'.repeat(255)])('refuses %j', async (q) => {
    expect((await support?.call('GET', `/console/find?q=${encodeURIComponent(q)}`))?.json()).toMatchObject({ code: 'INVALID' });
  });

  it.each(['%%', '__', "' or 1=1 --", '\\\\', '{a,b}', '😀😀', 'pi_'])('finds nothing for %j', async (q) => {
    expect(await find(support, q)).toEqual([]);
  });
});
