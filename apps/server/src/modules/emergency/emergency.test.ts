import type { EmergencyAlert, EmergencyAlertDetails, EmergencyMessage, EmergencyUpdate, ScreenEmergency } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { screenIdOf } from '../../platform/live/live.ts';
import { insertApiToken } from '../../testing/api-tokens.ts';
import { anAlbum, aPerson, aScreen, aStoredPhoto, type TestPerson } from '../../testing/builders.ts';
import { insertScreens, type TestDeviceScreen } from '../../testing/device-screens.ts';
import { aFamily } from '../../testing/families.ts';
import { type CapturedMessages, captureLiveMessages } from '../../testing/live-messages.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { aWebhook } from '../../testing/webhooks.ts';

let test: TestApp;
let live: CapturedMessages;
beforeAll(async () => {
  test = await openTestApp();
  live = await captureLiveMessages(test);
});
afterAll(async () => {
  await live.stop();
  await test.close();
});

const CONTENT = {
  texts: [{ language: 'en', title: 'Leave the building', text: 'Use the stairs.' }],
  color: 'red',
  isForAll: true,
  minutes: 30,
};

const createMessage = async (person: TestPerson, change: object = {}) => {
  const answer = await person.call('POST', '/emergency/messages', { ...CONTENT, ...change });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ result: EmergencyMessage }>().result._id;
};
const tryRaise = (person: TestPerson, messageId: string, body: object = {}) =>
  person.call('POST', `/emergency/messages/${messageId}/raise`, body);
const raise = async (person: TestPerson, messageId: string, body: object = {}) => {
  const answer = await tryRaise(person, messageId, body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ result: EmergencyAlert }>().result;
};
const end = (person: TestPerson, { _id }: EmergencyAlert) => person.call('POST', `/emergency/alerts/${_id}/end`);
const read = async (person: TestPerson, { _id }: EmergencyAlert) =>
  (await person.call('GET', `/emergency/alerts/${_id}`)).json<{ result: EmergencyAlertDetails }>().result;
const list = async (person: TestPerson) => (await person.call('GET', '/emergency/alerts')).json<{ result: EmergencyAlert[] }>().result;
const code = (answer: { json: <T>() => T }) => answer.json<{ code?: string }>().code;

/** Messages to screens while an action runs. */
async function captureUpdates(act: () => Promise<unknown>): Promise<{ screenId: string; update: EmergencyUpdate }[]> {
  const nudges = await live.captureDuring(act);
  return nudges
    .filter(({ event }) => event === 'emergency')
    .flatMap(({ rooms, payload }) => rooms.map((room) => ({ screenId: screenIdOf(room), update: payload as EmergencyUpdate })));
}
const connect = ({ screenId }: TestDeviceScreen) => test.modules.emergencySockets.findState(screenId);
const listShown = async (screen: TestDeviceScreen) => (await connect(screen))?.alerts.map(({ alertId }) => alertId) ?? [];
const confirm = ({ screenId }: TestDeviceScreen, ...alerts: EmergencyAlert[]) =>
  test.modules.emergencySockets.recordPainted(screenId, { alertIds: alerts.map(({ _id }) => _id) });
const retryConfirmations = async () => test.modules.everyProcessTasks.find((task) => task.name === 'emergency.confirmations')?.run();
const readAsScreen = async ({ authorization }: TestDeviceScreen) =>
  (await test.app.inject({ method: 'GET', url: '/api/screens/emergency', headers: { authorization } })).json<{ result: ScreenEmergency }>()
    .result;

async function aPersonWithScreens<N extends 1 | 2>(count: N) {
  const person = await aPerson(test, { devices: 200 });
  const screens = await insertScreens(test, person, count);
  return { person, screens: screens as N extends 1 ? [TestDeviceScreen] : [TestDeviceScreen, TestDeviceScreen] };
}

describe('an emergency message', () => {
  it('is sent to all screens, confirmed by them and ended', async () => {
    const { person, screens } = await aPersonWithScreens(2);
    const messageId = await createMessage(person);
    let alert: EmergencyAlert | undefined;
    const updates = await captureUpdates(async () => (alert = await raise(person, messageId, { minutes: 10 })));
    if (!alert) return;
    expect(updates.map(({ screenId }) => screenId).sort()).toEqual(screens.map(({ screenId }) => screenId).sort());
    const [message] = (await readAsScreen(screens[0])).messages;
    expect(updates[0]?.update.alerts).toEqual([
      { alertId: alert._id, messageId, digest: message?.digest, endsAt: Date.parse(alert.endsAt), drill: false },
    ]);
    await confirm(screens[0], alert);
    await confirm(screens[0], alert);
    expect(await read(person, alert)).toMatchObject({ screens: 2, shown: 1, missing: [{ _id: screens[1].deviceId, isOnline: false }] });
    await confirm(screens[1], alert);
    expect(await read(person, alert)).toMatchObject({ screens: 2, shown: 2, missing: [], endedAt: null });
    const ends = await captureUpdates(() => end(person, alert as EmergencyAlert));
    expect(ends.map(({ update }) => update.alerts[0]?.endsAt)).toEqual([0, 0]);
    expect(ends[0]?.update.revision).toBeGreaterThan(updates[0]?.update.revision ?? 0);
    expect(await list(person)).toMatchObject([{ screens: 2, shown: 2, endedAt: expect.any(String) }]);
    expect(await listShown(screens[0])).toEqual([]);
  });

  it('is stored by screens in advance, with its picture', async () => {
    const { person, screens } = await aPersonWithScreens(1);
    expect(await connect(screens[0])).toBeUndefined();
    const { mediaId } = await aStoredPhoto(test, person, (await anAlbum(person))._id);
    const updates = await captureUpdates(() => createMessage(person, { mediaId }));
    const stored = await readAsScreen(screens[0]);
    expect(updates).toMatchObject([{ screenId: screens[0].screenId, update: { document: stored.document, alerts: [] } }]);
    const picture = stored.messages[0]?.picture ?? '';
    const { authorization } = screens[0];
    const getPicture = (headers: Record<string, string>) =>
      test.app.inject({ method: 'GET', url: `/api/screens/emergency/files/${picture}`, headers });
    expect((await getPicture({ authorization })).statusCode).toBe(200);
    const stranger = await aPersonWithScreens(1);
    expect((await getPicture({ authorization: stranger.screens[0].authorization })).statusCode).toBe(404);
  });

  it('is shown by a screen that returns only while it is valid', async () => {
    const { person, screens } = await aPersonWithScreens(1);
    const alert = await raise(person, await createMessage(person));
    expect(await listShown(screens[0])).toEqual([alert._id]);
    test.clock.offsetMs = 31 * 60_000;
    try {
      expect(await listShown(screens[0])).toEqual([]);
      await test.modules.workerTasks.find((task) => task.name === 'emergency.finish')?.run();
      expect(await list(person)).toMatchObject([{ _id: alert._id, endedAt: alert.endsAt, screens: 1, shown: 0 }]);
    } finally {
      test.clock.offsetMs = 0;
    }
  });

  it('replaces a drill, and is not replaced by one', async () => {
    const { person, screens } = await aPersonWithScreens(1);
    const messageId = await createMessage(person);
    const drill = await raise(person, messageId, { drill: true });
    const alert = await raise(person, messageId);
    expect(await listShown(screens[0])).toEqual([alert._id]);
    expect(alert._id).not.toBe(drill._id);
    expect(code(await tryRaise(person, messageId, { drill: true }))).toBe('EMERGENCY_ACTIVE');
    expect(code(await person.call('DELETE', `/emergency/messages/${messageId}`))).toBe('EMERGENCY_ACTIVE');
  });

  it('is raised once and ended once by two people at the same time', async () => {
    const { person, screens } = await aPersonWithScreens(1);
    const messageId = await createMessage(person);
    const raised = await Promise.all([raise(person, messageId), raise(person, messageId)]);
    expect(raised[0]?._id).toBe(raised[1]?._id);
    expect(await listShown(screens[0])).toHaveLength(1);
    const answers = await Promise.all(raised.map((alert) => end(person, alert)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await list(person)).toHaveLength(1);
  });

  it('is sent to webhooks and recorded in the audit trail', async () => {
    const { person } = await aPersonWithScreens(1);
    await aWebhook(person, 'https://example.com/hook', ['emergency.raised', 'emergency.ended']);
    const alert = await raise(person, await createMessage(person));
    await end(person, alert);
    const deliveries = await test.db
      .selectFrom('webhook_deliveries')
      .select(['type', 'subject'])
      .where('user_id', '=', person.user._id)
      .orderBy('number')
      .execute();
    expect(deliveries).toEqual([
      { type: 'emergency.raised', subject: alert._id },
      { type: 'emergency.ended', subject: alert._id },
    ]);
    const entries = await test.db
      .selectFrom('audit_entries')
      .select('action')
      .where('user_id', '=', person.user._id)
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['emergency.raise', 'emergency.end']);
  });

  it('counts confirmations that the database could not store at first', async () => {
    const { person, screens } = await aPersonWithScreens(1);
    const alert = await raise(person, await createMessage(person));
    vi.spyOn(test.db, 'transaction').mockImplementationOnce(() => {
      throw new Error('the connection was lost');
    });
    await confirm(screens[0], alert);
    vi.restoreAllMocks();
    expect(await read(person, alert)).toMatchObject({ shown: 0 });
    await retryConfirmations();
    expect(await read(person, alert)).toMatchObject({ shown: 1 });
  });

  it('keeps the newest confirmation of a screen when an earlier one is stored again', async () => {
    const { person, screens } = await aPersonWithScreens(1);
    const alert = await raise(person, await createMessage(person));
    vi.spyOn(test.db, 'transaction').mockImplementationOnce(() => {
      throw new Error('the connection was lost');
    });
    await test.modules.emergencySockets.recordPainted(screens[0].screenId, { alertIds: [alert._id], silentIds: [alert._id] });
    vi.restoreAllMocks();
    await confirm(screens[0], alert);
    await retryConfirmations();
    expect(await read(person, alert)).toMatchObject({ shown: 1, silent: [] });
  });

  it('limits the number of messages under concurrent requests', async () => {
    const person = await aPerson(test);
    const answers = await Promise.all(Array.from({ length: 22 }, () => person.call('POST', '/emergency/messages', CONTENT)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20);
    expect(answers.filter((answer) => answer.statusCode === 409).map(code)).toEqual(['EMERGENCY_LIMIT', 'EMERGENCY_LIMIT']);
  });
});

describe('an alert of a tag', () => {
  const tag = (person: TestPerson, { deviceId }: TestDeviceScreen, change: { add?: string[]; remove?: string[] }) =>
    person.call('POST', '/devices/many/tags', { deviceId: [deviceId], add: [], remove: [], ...change });
  const findTag = async (person: TestPerson) =>
    (await test.db.selectFrom('device_tags').select('id').where('user_id', '=', person.user._id).executeTakeFirstOrThrow()).id;

  it('stops on a device that loses the tag, starts on one that gets it, and stops with the tag', async () => {
    const { person, screens } = await aPersonWithScreens(2);
    const [first, second] = screens;
    await tag(person, first, { add: ['North'] });
    const tagIds = [await findTag(person)];
    const alert = await raise(person, await createMessage(person, { isForAll: false, tagIds }));
    expect([await listShown(first), await listShown(second)]).toEqual([[alert._id], []]);
    const updates = await captureUpdates(() => tag(person, second, { add: ['North'] }));
    expect(updates).toMatchObject([{ screenId: second.screenId, update: { isComplete: true, alerts: [{ alertId: alert._id }] } }]);
    await tag(person, first, { remove: ['North'] });
    expect([await listShown(first), await listShown(second)]).toEqual([[], [alert._id]]);
    const deleted = await captureUpdates(() => person.call('DELETE', `/devices/tags/${tagIds[0] ?? ''}`));
    expect(deleted).toMatchObject([{ screenId: second.screenId, update: { isComplete: true, alerts: [] } }]);
    expect(await read(person, alert)).toMatchObject({ screens: 0, missing: [] });
  });

  it('is edited while its tag is deleted, without a deadlock', async () => {
    const { person, screens } = await aPersonWithScreens(1);
    const messageId = await createMessage(person);
    for (let round = 0; round < 10; round++) {
      await tag(person, screens[0], { add: ['North'] });
      const tagIds = [await findTag(person)];
      const edit = () => person.call('PUT', `/emergency/messages/${messageId}`, { ...CONTENT, isForAll: false, tagIds });
      expect((await edit()).statusCode).toBe(200);
      const answers = await Promise.all([edit(), person.call('DELETE', `/devices/tags/${tagIds[0] ?? ''}`), edit()]);
      for (const { statusCode } of answers) expect(statusCode).toBeLessThan(500);
      await person.call('PUT', `/emergency/messages/${messageId}`, CONTENT);
    }
  });

  it('is sent to a device that is added, and not again when the device is edited', async () => {
    const { person, screens } = await aPersonWithScreens(1);
    const alert = await raise(person, await createMessage(person));
    const { deviceId } = await aScreen(test);
    const added = await captureUpdates(() => person.call('POST', '/devices', { name: 'Hall', deviceId, timeZone: 'UTC' }));
    expect(added).toMatchObject([{ update: { isComplete: true, alerts: [{ alertId: alert._id }] } }]);
    const id = screens[0].deviceId;
    const edited = await captureUpdates(async () => {
      expect((await person.call('PUT', `/devices/${id}`, { name: 'Lobby', timeZone: 'Europe/Berlin' })).statusCode).toBe(200);
      expect((await person.call('PUT', `/devices/settings/${id}`, { volume: 20 })).statusCode).toBe(200);
    });
    expect(edited).toEqual([]);
  });

  it('stops on a device that is deleted', async () => {
    const { person, screens } = await aPersonWithScreens(1);
    await raise(person, await createMessage(person));
    const updates = await captureUpdates(() => person.call('DELETE', `/devices/${screens[0].deviceId}`));
    expect(updates).toMatchObject([{ screenId: screens[0].screenId, update: { isComplete: true, alerts: [], document: '' } }]);
    expect(await readAsScreen(screens[0])).toMatchObject({ messages: [], alerts: [] });
  });

  it('stops on a device that moves to another owner', async () => {
    const { person, screens } = await aPersonWithScreens(1);
    const olga = await aPerson(test, { devices: 200 });
    const { orgId } = await aFamily(test, olga, [person]);
    const alert = await raise(person, await createMessage(person));
    const updates = await captureUpdates(() => person.call('POST', '/devices/many/move', { deviceId: [screens[0].deviceId], orgId }));
    expect(updates).toMatchObject([{ screenId: screens[0].screenId, update: { isComplete: true, alerts: [] } }]);
    await confirm(screens[0], alert);
    expect(await read(person, alert)).toMatchObject({ screens: 0, shown: 0 });
  });
});

describe('access to emergency messages', () => {
  it('is refused to other accounts, for their own messages, too', async () => {
    const { person, screens } = await aPersonWithScreens(1);
    const messageId = await createMessage(person);
    const other = await aPerson(test);
    const foreign = { ...CONTENT, isForAll: false, deviceIds: [screens[0].deviceId] };
    const updates = await captureUpdates(async () => {
      expect((await tryRaise(other, messageId)).statusCode).toBe(404);
      expect((await other.call('POST', '/emergency/messages', foreign)).statusCode).toBe(404);
      expect((await other.call('POST', '/emergency/messages', { ...CONTENT, userId: person.user._id })).statusCode).toBe(404);
      expect(code(await tryRaise(other, await createMessage(other)))).toBe('EMERGENCY_NO_SCREENS');
    });
    expect(updates).toEqual([]);
    const alert = await raise(person, messageId);
    expect((await end(other, alert)).statusCode).toBe(404);
    expect((await other.call('PUT', `/emergency/alerts/${alert._id}`, { minutes: 5 })).statusCode).toBe(404);
  });

  it('is given to members of a family for its screens, until they leave', async () => {
    const { person: olga, screens } = await aPersonWithScreens(1);
    const ben = await aPerson(test);
    const { orgId } = await aFamily(test, olga, [ben]);
    await test.db.updateTable('devices').set({ org_id: orgId }).where('id', '=', screens[0].deviceId).execute();
    const messageId = await createMessage(ben, { orgId });
    const alert = await raise(ben, messageId);
    expect(await listShown(screens[0])).toEqual([alert._id]);
    expect((await end(olga, alert)).statusCode).toBe(200);
    await test.db.deleteFrom('organisation_members').where('user_id', '=', ben.user._id).execute();
    expect((await tryRaise(ben, messageId)).statusCode).toBe(404);
  });

  it('needs its own scope of API tokens', async () => {
    const { person } = await aPersonWithScreens(1);
    const messageId = await createMessage(person);
    const raiseWith = async (scopes: string[]) => {
      const token = await insertApiToken(test.db, person.user._id, scopes);
      const url = `/api/emergency/messages/${messageId}/raise`;
      return test.app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${token}` }, payload: {} });
    };
    expect(code(await raiseWith(['devices:write', 'publishing:write', 'emergency:write']))).toBe('SCOPE_REQUIRED');
    expect((await raiseWith(['emergency:raise'])).statusCode).toBe(201);
  });

  it('ignores confirmations of alerts that a screen does not show', async () => {
    const [{ person }, stranger] = [await aPersonWithScreens(1), await aPersonWithScreens(1)];
    const alert = await raise(person, await createMessage(person));
    await confirm(stranger.screens[0], alert);
    await test.modules.emergencySockets.recordPainted(stranger.screens[0].screenId, { alertIds: 'all' });
    expect(await read(person, alert)).toMatchObject({ screens: 1, shown: 0 });
  });
});
