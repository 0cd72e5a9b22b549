import type { Notification, Publish, WaitingPublish } from '@vitrine/contract';
import { anAlbum, aPlaylist, aStoredPhoto, type TestPerson } from './builders.ts';
import { insertScreens, type TestDeviceScreen } from './device-screens.ts';
import type { TestApp } from './test-app.ts';

/** Inserts a device of the person, or of the family, whose screen is offline. */
export async function anOfflineDevice(test: TestApp, person: TestPerson, orgId?: string): Promise<TestDeviceScreen> {
  const [screen] = await insertScreens(test, person, 1);
  if (!screen) throw new Error('The screen was not inserted.');
  if (orgId !== undefined) await test.db.updateTable('devices').set({ org_id: orgId }).where('id', '=', screen.deviceId).execute();
  return screen;
}

/** Creates a playlist with a photo. */
export async function aPlayablePlaylist(test: TestApp, person: TestPerson, name = 'Evenings'): Promise<string> {
  const album = await anAlbum(person);
  await aStoredPhoto(test, person, album._id);
  return (await aPlaylist(person, { name, albumIds: [album._id] }))._id;
}

export const publishWhenBack = (person: TestPerson, playlistId: string, deviceId: string[], more: object = {}) =>
  person.call('POST', '/publishes/waiting', { playlistId, deviceId, ...more });

export const listWaiting = async (person: TestPerson, deviceId: string): Promise<WaitingPublish[]> =>
  (await person.call('GET', `/publishes/waiting?deviceId=${deviceId}`)).json<{ result: WaitingPublish[] }>().result;

export const listDevicePublishes = async (person: TestPerson, deviceId: string): Promise<Publish[]> =>
  (await person.call('GET', `/publishes?deviceId=${deviceId}`)).json<{ result: Publish[] }>().result;

/** Connects the screen to the process, and runs the jobs that follow. */
export async function connectScreen(test: TestApp, { screenId }: TestDeviceScreen): Promise<void> {
  await test.modules.screenSockets.connected(screenId, '127.0.0.1');
  await test.runJobs();
}

/** Returns the texts of the person's notifications, newest first. */
export const listNotificationTexts = async (person: TestPerson): Promise<string[]> =>
  (await person.call('GET', `/notifications/${person.user._id}`))
    .json<{ result: Notification[] }>()
    .result.map(({ notificationBody }) => notificationBody);
