import type { EmergencyAlert, EmergencyAlertDetails, EmergencyMessage, ScreenEmergency } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { insertScreens, type TestDeviceScreen } from '../../testing/device-screens.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const CONTENT = { texts: [{ language: 'en', title: 'Fire' }], color: 'red', isForAll: true, minutes: 30 };

const post = (person: TestPerson, change: object) => person.call('POST', '/emergency/messages', { ...CONTENT, ...change });
const createMessage = async (person: TestPerson, change: object) => {
  const answer = await post(person, change);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ result: EmergencyMessage }>().result;
};
const press = ({ authorization }: TestDeviceScreen, messageId: string) =>
  test.app.inject({ method: 'POST', url: '/api/screens/emergency/raise', headers: { authorization }, payload: { messageId } });
const readAsScreen = async ({ authorization }: TestDeviceScreen) =>
  (await test.app.inject({ method: 'GET', url: '/api/screens/emergency', headers: { authorization } })).json<{ result: ScreenEmergency }>()
    .result;
const list = async (person: TestPerson) => (await person.call('GET', '/emergency/alerts')).json<{ result: EmergencyAlert[] }>().result;

async function aPersonWithScreens() {
  const person = await aPerson(test, { devices: 10 });
  const [reception, hall] = (await insertScreens(test, person, 2)) as [TestDeviceScreen, TestDeviceScreen];
  return { person, reception, hall };
}

describe('a key of a message', () => {
  it('raises it from the chosen screen, once, and is recorded as raised by the screen', async () => {
    const { person, reception, hall } = await aPersonWithScreens();
    const { _id, key } = await createMessage(person, { key: { digit: 1, deviceIds: [reception.deviceId] } });
    expect(key).toEqual({ digit: 1, deviceIds: [reception.deviceId] });
    const [ofReception, ofHall] = [await readAsScreen(reception), await readAsScreen(hall)];
    expect([ofReception.keys, ofHall.keys]).toEqual([[{ digit: 1, messageId: _id }], undefined]);
    expect(ofReception.document).toBe(ofHall.document);
    expect((await press(reception, _id)).statusCode).toBe(200);
    const [alert] = await list(person);
    expect(alert).toMatchObject({ raisedFrom: 'screen', raisedBy: 'Wall', screens: 2, drill: false });
    expect((await press(reception, _id)).statusCode).toBe(200);
    expect(await list(person)).toEqual([alert]);
    const entry = await test.db.selectFrom('audit_entries').selectAll().where('user_id', '=', person.user._id).execute();
    expect(entry.filter(({ action }) => action === 'emergency.raise')).toMatchObject([{ detail: { raisedFrom: 'screen', name: 'Wall' } }]);
  });

  it('is refused to other screens, to other accounts, and after the owner has removed it', async () => {
    const { person, reception, hall } = await aPersonWithScreens();
    const other = await aPersonWithScreens();
    const { _id } = await createMessage(person, { key: { digit: 1, deviceIds: [reception.deviceId] } });
    const withoutKey = await createMessage(person, {});
    const statuses = [
      await press(hall, _id),
      await press(other.reception, _id),
      await press(reception, withoutKey._id),
      await press({ ...reception, authorization: `${reception.authorization}x` }, _id),
    ].map(({ statusCode }) => statusCode);
    expect(statuses).toEqual([404, 404, 404, 401]);
    expect((await person.call('PUT', `/emergency/messages/${_id}`, CONTENT)).statusCode).toBe(200);
    expect((await press(reception, _id)).statusCode).toBe(404);
    expect((await readAsScreen(reception)).keys).toBeUndefined();
    expect(await list(person)).toEqual([]);
  });

  it('stops to work when the screen gets another owner', async () => {
    const { person, reception } = await aPersonWithScreens();
    const other = await aPersonWithScreens();
    const { _id } = await createMessage(person, { key: { digit: 1, deviceIds: [reception.deviceId] } });
    await test.db.updateTable('devices').set({ user_id: other.person.user._id }).where('id', '=', reception.deviceId).execute();
    expect((await press(reception, _id)).statusCode).toBe(404);
  });

  it('is limited in how often it is pressed', async () => {
    const { person, reception } = await aPersonWithScreens();
    const { _id } = await createMessage(person, { key: { digit: 1, deviceIds: [reception.deviceId] } });
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => press(reception, _id)))).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(17);
    expect(await list(person)).toHaveLength(1);
  });

  it('must be free, and belong to screens of the owner', async () => {
    const { person, reception } = await aPersonWithScreens();
    const other = await aPersonWithScreens();
    const key = { digit: 1, deviceIds: [reception.deviceId] };
    const { _id } = await createMessage(person, { key });
    expect((await post(person, { key })).json()).toMatchObject({ code: 'INVALID', issues: [{ path: 'key.digit' }] });
    expect((await post(person, { key: { digit: 2, deviceIds: [other.reception.deviceId] } })).statusCode).toBe(404);
    for (const refused of [
      { digit: 0, deviceIds: key.deviceIds },
      { digit: 1, deviceIds: [] },
      { digit: 1.5, deviceIds: key.deviceIds },
    ])
      expect((await post(person, { key: refused })).json()).toMatchObject({ code: 'INVALID' });
    expect((await person.call('PUT', `/emergency/messages/${_id}`, { ...CONTENT, key })).statusCode).toBe(200);
  });
});

describe('a sound of a message', () => {
  it('is stored by screens, which report that their browser blocks it', async () => {
    const { person, reception, hall } = await aPersonWithScreens();
    const { _id } = await createMessage(person, { sound: 'siren', isSoundForced: false });
    expect((await readAsScreen(hall)).messages).toMatchObject([{ sound: { tone: 'siren', isForced: false } }]);
    const raised = (await person.call('POST', `/emergency/messages/${_id}/raise`, {})).json<{ result: EmergencyAlert }>().result;
    const alertIds = [raised._id];
    const confirm = (screen: TestDeviceScreen, silentIds?: string[]) =>
      test.modules.emergencySockets.recordPainted(screen.screenId, { alertIds, ...(silentIds && { silentIds }) });
    const read = async () => (await person.call('GET', `/emergency/alerts/${raised._id}`)).json<{ result: EmergencyAlertDetails }>().result;
    await Promise.all([confirm(reception), confirm(reception, alertIds), confirm(hall)]);
    expect(await read()).toMatchObject({ shown: 2, silent: [{ _id: reception.deviceId }] });
    await confirm(reception, []);
    expect(await read()).toMatchObject({ shown: 2, silent: [] });
  });

  it('leaves the stored messages of others as they were', async () => {
    const { person, reception } = await aPersonWithScreens();
    await createMessage(person, {});
    expect((await readAsScreen(reception)).messages[0]).not.toHaveProperty('sound');
    expect((await post(person, { sound: 'loud' })).json()).toMatchObject({ code: 'INVALID' });
  });
});
