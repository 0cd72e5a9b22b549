import type { CapFilter, CapResult, EmergencyAlert, EmergencyMessage } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ToolError, ToolLimitError } from '../../platform/media-tools/tool-child.ts';
import { insertApiToken } from '../../testing/api-tokens.ts';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { aCapAlert, createSigningKey, signXml } from '../../testing/cap.ts';
import { insertScreens } from '../../testing/device-screens.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

async function aReceiver(cap: Partial<CapFilter> = { events: ['flood'] }) {
  const person = await aPerson(test, { devices: 10 });
  await insertScreens(test, person, 1);
  const answer = await person.call('POST', '/emergency/messages', {
    texts: [{ language: 'en', title: 'Flood' }],
    color: 'blue',
    isForAll: true,
    minutes: 30,
    cap,
  });
  const token = await insertApiToken(test.db, person.user._id, ['emergency:raise']);
  const send = (payload: string, contentType = 'application/cap+xml') =>
    test.app.inject({
      method: 'POST',
      url: '/api/emergency/cap',
      headers: { authorization: `Bearer ${token}`, 'content-type': contentType },
      payload,
    });
  const post = async (...given: Parameters<typeof aCapAlert>) => (await send(aCapAlert(...given))).json<{ result: CapResult }>().result;
  return { person, send, post, messageId: answer.json<{ result: EmergencyMessage }>().result._id };
}
const list = async (person: TestPerson) => (await person.call('GET', '/emergency/alerts')).json<{ result: EmergencyAlert[] }>().result;
const minutesLeft = ({ endsAt }: EmergencyAlert) => Math.round((Date.parse(endsAt) - Date.now()) / 60_000);

it('raises matching messages until the alert expires, updates and cancels them', async () => {
  const { person, post } = await aReceiver();
  const raised = await post('A1');
  expect(raised).toMatchObject({ isNew: true, raised: [expect.any(String)], ended: [] });
  expect((await list(person)).map(minutesLeft)).toEqual([60]);
  expect(await post('A1', { minutes: 200 })).toEqual({ isNew: false, raised: [], ended: [] });
  expect(await post('A2', { type: 'Update', references: ['A1'], minutes: 20 })).toMatchObject({ raised: raised.raised });
  expect((await list(person)).map(minutesLeft)).toEqual([20]);
  expect(await post('A3', { type: 'Cancel', references: ['A1', 'A2'] })).toMatchObject({ ended: raised.raised });
  expect(await list(person)).toMatchObject([{ isFromCap: true, endedAt: expect.any(String) }]);
});

it('ignores an alert that arrives after its cancellation', async () => {
  const { person, post } = await aReceiver();
  expect(await post('B2', { type: 'Cancel', references: ['B1'] })).toMatchObject({ isNew: true, raised: [], ended: [] });
  expect(await post('B1')).toMatchObject({ isNew: false });
  expect(await list(person)).toEqual([]);
});

it('ends the alert when an update no longer matches', async () => {
  const { person, post } = await aReceiver();
  await post('C1');
  expect((await post('C2', { type: 'Update', references: ['C1'], event: 'Wind' })).ended).toHaveLength(1);
  expect((await list(person)).filter(({ endedAt }) => endedAt === null)).toEqual([]);
});

it('raises drills by exercises and nothing by tests and other events', async () => {
  const { person, post } = await aReceiver();
  expect((await post('D1', { status: 'Test' })).raised).toEqual([]);
  expect((await post('D2', { event: 'Heat' })).raised).toEqual([]);
  expect((await post('D3', { status: 'Exercise' })).raised).toHaveLength(1);
  expect(await list(person)).toMatchObject([{ drill: true }]);
});

it('parses large alerts outside of the server’s process', async () => {
  const { send } = await aReceiver();
  const readCap = vi.spyOn(test.tools.sourceParser, 'readCap');
  const pad = (xml: string, bytes: number) => xml.replace('<info>', `<note>${'x'.repeat(bytes)}</note><info>`);
  expect((await send(pad(aCapAlert('L1'), 4 * 1024))).json()).toMatchObject({ result: { raised: [expect.any(String)] } });
  expect(readCap).not.toHaveBeenCalled();
  expect((await send(pad(aCapAlert('L2', { type: 'Update', references: ['L1'] }), 200 * 1024))).json()).toMatchObject({
    result: { isNew: true, raised: [expect.any(String)] },
  });
  expect((await send(`<alert>${'<a>'.repeat(60_000)}`)).json()).toMatchObject({ code: 'CAP_INVALID' });
  expect(readCap).toHaveBeenCalledTimes(2);
  readCap.mockRejectedValueOnce(new ToolLimitError('time', 'too slow')).mockRejectedValueOnce(new ToolError('ended'));
  expect((await send(pad(aCapAlert('L3'), 200 * 1024))).json()).toMatchObject({ code: 'CAP_INVALID' });
  expect((await send(pad(aCapAlert('L4'), 200 * 1024))).json()).toMatchObject({ code: 'UNAVAILABLE' });
});

it('refuses what is not CAP, entities and large bodies', async () => {
  const { person, send } = await aReceiver();
  const codeOf = async (payload: string, contentType?: string) => {
    const answer = await send(payload, contentType);
    return [answer.statusCode, answer.json<{ code?: string }>().code];
  };
  expect(await codeOf('<rss/>')).toEqual([422, 'CAP_INVALID']);
  expect(await codeOf(`<!DOCTYPE alert [<!ENTITY a "b">]>${aCapAlert('E1')}`, 'text/xml')).toEqual([422, 'CAP_INVALID']);
  expect(await codeOf(' '.repeat(257 * 1024))).toEqual([413, 'BODY_TOO_LARGE']);
  expect(await list(person)).toEqual([]);
});

it('accepts a later alert with the same identifier, and refuses times that no calendar has', async () => {
  const { post, send } = await aReceiver();
  await post('F1');
  expect(await post('F1', { sent: new Date(Date.now() + 1000).toISOString() })).toMatchObject({ isNew: true });
  expect(await post('F1', { sent: new Date(Date.now() - 60_000).toISOString() })).toMatchObject({ isNew: false });
  expect((await send(aCapAlert('F2', { sent: 'yesterday' }))).json()).toMatchObject({ code: 'CAP_INVALID' });
});

it('remembers the newest 10,000 alerts of an owner, and signed ones apart from the others', async () => {
  const { person, post } = await aReceiver();
  const insert = (isSigned: boolean) => sql`
    insert into emergency_cap_alerts (scope_id, user_id, sender, identifier, received_at, is_signed)
    select ${person.user._id}::uuid, ${person.user._id}::uuid, 'sender', ${isSigned}::text || number, now() - make_interval(secs => number), ${isSigned}::boolean
    from generate_series(1, 10050) as number`;
  await insert(false).execute(test.db);
  await insert(true).execute(test.db);
  const references = Array.from({ length: 50 }, (_, at) => `R${at}`);
  expect(await post('A1', { type: 'Update', references })).toMatchObject({ isNew: true });
  const counts = await sql`
    select is_signed, count(*)::integer as count, min(received_at) > now() - interval '9960 seconds' as "isNewest"
    from emergency_cap_alerts where scope_id = ${person.user._id} group by is_signed order by is_signed`.execute(test.db);
  expect(counts.rows).toEqual([
    { is_signed: false, count: 10_000, isNewest: true },
    { is_signed: true, count: 10_050, isNewest: false },
  ]);
  expect(await post('R7')).toMatchObject({ isNew: false });
});

it('changes real alerts neither by tests nor by exercises', async () => {
  const { person, post } = await aReceiver();
  await post('G1');
  expect(await post('G2', { type: 'Cancel', references: ['G1'], status: 'Test' })).toMatchObject({ ended: [] });
  expect(await post('G3', { type: 'Cancel', references: ['G1'], status: 'Exercise' })).toMatchObject({ ended: [] });
  expect(await list(person)).toMatchObject([{ endedAt: null }]);
});

it('requires a signature of a trusted key once the owner has entered one', async () => {
  const { person, send } = await aReceiver();
  const key = createSigningKey();
  const edit = (trustedKeys: string | null) => person.call('PUT', '/emergency/cap/keys', { trustedKeys });
  expect((await edit('hello')).json()).toMatchObject({ code: 'INVALID', issues: [{ path: 'trustedKeys' }] });
  expect((await edit(key.publicKey)).statusCode).toBe(200);
  expect((await person.call('GET', '/emergency/feeds')).json()).toMatchObject({ result: { feeds: [], postingKeys: key.publicKey.trim() } });
  const codeOf = async (xml: string) => (await send(xml)).json<{ code?: string }>().code;
  expect(await codeOf(aCapAlert('H1'))).toBe('CAP_SIGNATURE_INVALID');
  expect(await codeOf(signXml(aCapAlert('H1'), createSigningKey()))).toBe('CAP_SIGNATURE_INVALID');
  expect(await codeOf(signXml(aCapAlert('H1'), key).replace('Flood', 'Wind'))).toBe('CAP_SIGNATURE_INVALID');
  expect(await list(person)).toEqual([]);
  expect((await send(signXml(aCapAlert('H1'), key))).json()).toMatchObject({ result: { raised: [expect.any(String)] } });
  // Without the requirement, alerts that anyone can write do not end the signed one.
  await edit(null);
  await send(aCapAlert('H2', { type: 'Update', references: ['H1'], minutes: 500 }));
  await send(aCapAlert('H3', { type: 'Cancel', references: ['H1', 'H2'] }));
  expect(await list(person)).toMatchObject([{ endedAt: null }]);
});
