import type { CapFilter, CapResult, EmergencyAlert, EmergencyMessage } from '@vitrine/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertApiToken } from '../../testing/api-tokens.ts';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { insertScreens } from '../../testing/device-screens.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

interface CapOptions {
  type?: string;
  status?: string;
  references?: string[];
  event?: string;
  minutes?: number;
}

const sentAt = new Date().toISOString();
const aCapAlert = (
  identifier: string,
  { type = 'Alert', status = 'Actual', references = [], event = 'Flood', minutes = 60 }: CapOptions = {},
) =>
  `<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>${identifier}</identifier><sender>weather@example.com</sender>
    <sent>${sentAt}</sent><status>${status}</status><msgType>${type}</msgType><scope>Public</scope>
    <references>${references.map((reference) => `weather@example.com,${reference},${sentAt}`).join(' ')}</references>
    <info><category>Met</category><event>${event}</event><urgency>Immediate</urgency><severity>Severe</severity><certainty>Likely</certainty>
      <expires>${new Date(Date.now() + minutes * 60_000).toISOString()}</expires><area><areaDesc>Harbor</areaDesc></area></info></alert>`;

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
