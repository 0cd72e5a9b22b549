/** Chosen covers of albums when a family contains albums of several owners. */
import type { Album } from '@vitrine/contract';
import { createAlbum } from '@vitrine/contract/albums.endpoints';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { anAlbum, aPerson, aPhoto, callEndpoint, type TestPerson } from '../../testing/builders.ts';
import { aFamily, aFamilyPlan } from '../../testing/families.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let owner: TestPerson;
let member: TestPerson;
let orgId: string;
let kitchen: Album;
let own: Album;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  [owner, member] = [await aPerson(test), await aPerson(test)];
  orgId = (await aFamily(test, owner, [member])).orgId;
  kitchen = await callEndpoint(owner, createAlbum, { body: { name: 'Kitchen', orgId } });
  own = await anAlbum(member, { name: 'My own' });
});

const choose = async (person: TestPerson, album: Album, key: string) =>
  expect((await person.call('PUT', `/albums/${album._id}`, { thumbnail: { key } })).statusCode).toBe(200);
const coverOf = async (album: Album) =>
  (await test.db.selectFrom('albums').select('thumbnail_file_id').where('id', '=', album._id).executeTakeFirstOrThrow()).thumbnail_file_id;
const leave = (person: TestPerson) => person.call('DELETE', `/organizations/${orgId}/members/${person.user._id}`);
const readFileStatus = async (person: TestPerson, key: string) => (await person.call('GET', `/uploads?key=${key}`)).statusCode;
const handOver = (from: TestPerson, to: TestPerson) =>
  from.call('PUT', `/organizations/${orgId}/owner`, { userId: to.user._id, password: from.password });

it('removes a member’s picture from a family cover when the member leaves', async () => {
  const { key } = (await aPhoto(test, member, own._id)).mediaFile;
  await choose(member, kitchen, key);
  expect(await readFileStatus(owner, key)).toBe(200);
  expect((await leave(member)).statusCode).toBe(200);
  expect(await coverOf(kitchen)).toBeNull();
  expect(await readFileStatus(owner, key)).toBe(404);
});

it('keeps a cover from the album’s own media when the member who chose it leaves', async () => {
  const guest = await aPerson(test);
  await joinAlbum(owner, kitchen._id, guest, 'write');
  const guestKey = (await aPhoto(test, guest, kitchen._id)).mediaFile.key;
  await owner.call('POST', '/users/org/user', { orgId, emails: [guest.email] });
  await choose(guest, kitchen, guestKey);
  await leave(guest);
  expect(await coverOf(kitchen)).toBe(guestKey);
});

it('removes a family’s photo from the cover of a former owner’s album', async () => {
  const holiday = await anAlbum(owner, { name: 'Holiday' });
  const { key } = (await aPhoto(test, owner, kitchen._id)).mediaFile;
  const { key: privateKey } = (await aPhoto(test, owner, holiday._id, { colour: '#102030' })).mediaFile;
  const party = await anAlbum(owner, { name: 'Party' });
  await choose(owner, holiday, key);
  await choose(owner, party, privateKey);
  await aFamilyPlan(test, member);
  expect((await handOver(owner, member)).statusCode).toBe(200);
  expect([await coverOf(holiday), await coverOf(party)]).toEqual([null, privateKey]);
  await leave(owner);
  expect([await readFileStatus(owner, key), await readFileStatus(owner, privateKey)]).toEqual([404, 200]);
});

it('removes a photo that moves into the family from the cover of another album', async () => {
  const party = await anAlbum(member, { name: 'Party' });
  const photo = await aPhoto(test, member, own._id);
  await choose(member, party, photo.mediaFile.key);
  await member.call('PUT', `/medias/${own._id}/move`, { albumId: kitchen._id, mediaIdArr: [photo._id] });
  expect(await coverOf(party)).toBeNull();
});
