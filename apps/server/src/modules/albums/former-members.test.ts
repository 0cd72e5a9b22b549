/** Actions that a member started with a family's albums before leaving it. */
import type { Album, Notification } from '@vitrine/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { aFamily } from '../../testing/families.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { shareAlbum } from '../../testing/sharing.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const noticesOf = async (person: TestPerson) =>
  (await person.call('GET', `/notifications/${person.user._id}`)).json<{ result: Notification[] }>().result;
const made = async (person: TestPerson, body: object) => (await person.call('POST', '/albums', body)).json<{ result: Album }>().result;

it('notifies the owner, not the former member, when someone accepts the former member’s invitation', async () => {
  const [olga, mia, ben] = [
    await aPerson(test, { name: 'Olga' }),
    await aPerson(test, { name: 'Mia' }),
    await aPerson(test, { name: 'Ben' }),
  ];
  const { orgId } = await aFamily(test, olga, [mia]);
  const [ofFamily, own] = [await made(mia, { name: 'Together', orgId }), await made(mia, { name: 'Only hers' })];
  for (const album of [ofFamily, own]) await shareAlbum(mia, album._id, ben, 'read');
  expect((await olga.call('DELETE', `/organizations/${orgId}/members/${mia.user._id}`)).statusCode).toBe(200);
  for (const { invitationId, _id: notificationId } of await noticesOf(ben))
    expect((await ben.call('PUT', `/albums/share/action/${invitationId}`, { type: 'accept', notificationId })).statusCode).toBe(200);
  const joinedAs = async (person: TestPerson) =>
    (await noticesOf(person)).map((notice) => notice.notificationBody).filter((text) => text.startsWith('Ben joined'));
  expect(await joinedAs(mia)).toEqual(['Ben joined the album “Only hers”.']);
  expect(await joinedAs(olga)).toEqual(['Ben joined the album “Together”.']);
  const shared = (await ben.call('GET', `/albums/shares/${ben.user._id}`)).json<{ result: Album[] }>().result;
  const sharers = new Map(shared.map((album) => [album.name, album.sharedBy.map(({ name }) => name)]));
  expect(sharers.get('Together')).toEqual(['Olga']);
  expect(sharers.get('Only hers')).toEqual(['Mia']);
});
