import { randomUUID } from 'node:crypto';
import type { AccessCase, MatrixObjects } from '../modules/access/index.ts';
import { aScreen, aStoredPhoto, type TestPerson } from './builders.ts';
import { aCapFeed, insertEmergencyAlert } from './emergency.ts';
import { aCopiedTable } from './sources.ts';
import type { TestApp } from './test-app.ts';

const home = { street: '12 Long Lane', city: 'Portland', state: 'Oregon', zipcode: '97201', country: 'US' };

export type RequestOfCase = Pick<AccessCase, 'url' | 'body'>;

/** Creates an object by POST and returns the result. */
const post = async <T extends { _id: string } = { _id: string }>(person: TestPerson, url: string, body: object): Promise<T> =>
  (await person.call('POST', url, body)).json<{ result: T }>().result;

/**
 * Creates the objects of the person, or of the family in `scope`, that the request of a case names, with everything that belongs to them. A case may destroy
 * them. Without a case, creates one object of every kind.
 */
export async function createMatrixContent(
  test: TestApp,
  person: TestPerson,
  scope: { orgId?: string },
  entry?: RequestOfCase,
): Promise<MatrixObjects> {
  const request = JSON.stringify(entry);
  const isNamed = (...names: string[]) => entry === undefined || names.some((name) => request.includes(`{${name}}`));
  const objects: Record<string, string> = {};
  if (isNamed('albumId', 'mediaId', 'fileKey', 'playlistId', 'publishId', 'tagPublishId', 'waitingPublishId', 'removalId')) {
    objects['albumId'] = (await post(person, '/albums', { name: 'Summer', ...scope }))._id;
    const media = await aStoredPhoto(test, person, objects['albumId']);
    objects['mediaId'] = media.mediaId;
    objects['fileKey'] = media.fileId;
  }
  if (isNamed('otherAlbumId')) objects['otherAlbumId'] = (await post(person, '/albums', { name: 'Winter', ...scope }))._id;
  if (isNamed('playlistId', 'publishId', 'tagPublishId', 'waitingPublishId', 'removalId')) {
    objects['playlistId'] = (await post(person, '/playlists', { name: 'Evenings', ...scope }))._id;
    await post(person, `/playlists/album/add/${objects['playlistId']}`, { albumArr: [{ albumId: objects['albumId'] }] });
  }
  if (isNamed('deviceId', 'publishId', 'waitingPublishId', 'removalId', 'changeId')) {
    const { deviceId: code } = await aScreen(test);
    objects['deviceCode'] = code;
    objects['deviceId'] = (await post(person, '/devices', { name: 'Kitchen', deviceId: code, timeZone: 'UTC', ...scope }))._id;
  }
  if (isNamed('changeId')) {
    const change = { deviceId: [objects['deviceId']], brightness: [{ time: '20:00', percent: 40 }] };
    const changed = await person.call('PUT', '/devices/many/settings', change);
    objects['changeId'] = changed.json<{ result: { changeId: string } }>().result.changeId;
  }
  if (objects['playlistId'] && objects['deviceId']) {
    const publish = { playlistId: objects['playlistId'], deviceId: [objects['deviceId']] };
    if (isNamed('removalId')) {
      await person.call('POST', '/publishes', publish);
      const removed = await person.call('POST', '/publishes/many/delete', publish);
      objects['removalId'] = removed.json<{ result: { removalId: string } }>().result.removalId;
    }
    const published = await person.call('POST', '/publishes', publish);
    objects['publishId'] = published.json<{ result: { _id: string }[] }>().result[0]?._id ?? '';
  }
  if (isNamed('tagId', 'tagPublishId')) {
    const tagId = randomUUID();
    const tag = { name: `Lobby ${tagId.slice(0, 8)}`, folded: `lobby ${tagId.slice(0, 8)}`, org_id: scope.orgId ?? null };
    await test.db
      .insertInto('device_tags')
      .values({ id: tagId, user_id: person.user._id, ...tag })
      .execute();
    objects['tagId'] = tagId;
  }
  if (isNamed('tagPublishId')) {
    const [tagPublish] = await post<{ _id: string }[] & { _id: string }>(person, '/publishes/tags', {
      playlistId: objects['playlistId'],
      tagId: [objects['tagId']],
    });
    objects['tagPublishId'] = tagPublish?._id ?? '';
  }
  if (isNamed('waitingPublishId')) {
    const [waitingPublish] = await post<{ _id: string }[] & { _id: string }>(person, '/publishes/waiting', {
      playlistId: objects['playlistId'],
      deviceId: [objects['deviceId']],
    });
    objects['waitingPublishId'] = waitingPublish?._id ?? '';
  }
  if (isNamed('emergencyMessageId', 'emergencyAlertId')) {
    const { messageId, alertId } = await insertEmergencyAlert(test, person, scope.orgId, isNamed('emergencyAlertId'));
    Object.assign(objects, { emergencyMessageId: messageId, emergencyAlertId: alertId });
  }
  if (isNamed('capFeedId')) objects['capFeedId'] = await aCapFeed(test, person, scope);
  if (isNamed('sourceId')) objects['sourceId'] = await aCopiedTable(test, person);
  if (isNamed('spareCode')) objects['spareCode'] = (await aScreen(test)).deviceId;
  if (isNamed('addressId')) {
    // A person may have 200 addresses, and there are more cases than that.
    await test.db.deleteFrom('addresses').where('user_id', '=', person.user._id).execute();
    objects['addressId'] = (await post(person, '/address', home))._id;
  }
  return objects;
}
