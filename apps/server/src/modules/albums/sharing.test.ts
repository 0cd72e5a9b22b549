import { type Album, alreadyAddedMessage, invalidEmailMessage, MESSAGES, type Notification } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { aNewUser, anAlbum, aPerson, aPhoto, aPlan, aPlaylist, mailLink, type TestPerson } from '../../testing/builders.ts';
import { anOrganisation } from '../../testing/organisations.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { joinAlbum, shareAlbum } from '../../testing/sharing.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test);
  await aPlan(test, ana);
  ben = await aPerson(test, { name: 'Ben Costa' });
});
afterAll(() => test.close());

const details = async (person: TestPerson, albumId: string) =>
  (await person.call('GET', `/albums/details/${albumId}`)).json<{ result: Album }>().result;
const sharedNames = async (person: TestPerson) =>
  (await person.call('GET', `/albums/shares/${person.user._id}`)).json<{ result: Album[] }>().result.map((album) => album.name);
const notices = async (person: TestPerson) =>
  (await person.call('GET', `/notifications/${person.user._id}`)).json<{ result: Notification[] }>().result;

describe('sharing an album', () => {
  it('sends a notification and an email, and gives access only after the invitation is accepted', async () => {
    const album = await anAlbum(ana, { name: 'Lisbon' });
    const shared = (await shareAlbum(ana, album._id, ben, 'read')).json<{ result: Album }>().result;
    expect(shared.sharedWith).toMatchObject([{ userId: ben.user._id, userEmail: ben.email, permission: 'read', accepted: false }]);
    expect((await ben.call('GET', `/albums/details/${album._id}`)).statusCode).toBe(404);
    expect(await sharedNames(ben)).not.toContain('Lisbon');
    await test.runJobs();
    expect(test.printed.some((line) => line.startsWith(`Email to ${ben.email}: Ana Lima invited you to an album`))).toBe(true);
    const [notice] = await notices(ben);
    expect(notice).toMatchObject({ invitationType: 'share_album', status: true, createdUser: [{ name: 'Ana Lima' }] });
    const answer = await ben.call('PUT', `/albums/share/action/${notice?.invitationId}`, { type: 'accept', notificationId: notice?._id });
    expect(answer.json()).toMatchObject({ result: { name: 'Lisbon', abilities: { addMedia: false, rename: false, leave: true } } });
    expect(await sharedNames(ben)).toContain('Lisbon');
    expect((await details(ben, album._id)).sharedBy).toMatchObject([{ userId: ana.user._id, name: 'Ana Lima' }]);
    expect((await notices(ben))[0]).toMatchObject({ invitationType: null, invitationId: null, status: false });
    expect((await notices(ana))[0]?.notificationBody).toBe('Ben Costa joined the album “Lisbon”.');
  });

  it('deletes the invitation when it is declined', async () => {
    const album = await anAlbum(ana, { name: 'Declined' });
    await shareAlbum(ana, album._id, ben, 'write');
    const [notice] = await notices(ben);
    const body = { type: 'canceled', notificationId: notice?._id };
    expect((await ben.call('PUT', `/albums/share/action/${notice?.invitationId}`, body)).json()).toMatchObject({ result: null });
    expect((await ben.call('PUT', `/albums/share/action/${notice?.invitationId}`, { type: 'accept' })).statusCode).toBe(404);
    expect((await details(ana, album._id)).sharedWith).toEqual([]);
  });

  it('does not let other accounts answer an invitation', async () => {
    const cleo = await aPerson(test);
    const album = await anAlbum(ana);
    await shareAlbum(ana, album._id, ben, 'read');
    const [notice] = await notices(ben);
    for (const person of [cleo, ana])
      expect((await person.call('PUT', `/albums/share/action/${notice?.invitationId}`, { type: 'accept' })).statusCode).toBe(404);
  });

  it('refuses the caller’s own address, invalid addresses and existing members without changing anything', async () => {
    const album = await anAlbum(ana);
    await shareAlbum(ana, album._id, ben, 'read');
    const other = 'new@example.com';
    const shareError = async (...emails: string[]) =>
      (await ana.call('PUT', `/albums/share/${album._id}`, { emailArr: emails.map((email) => ({ email, permission: 'read' })) })).json<{
        message: string;
      }>().message;
    expect(await shareError(other, ana.email.toUpperCase())).toBe(MESSAGES.shareWithYourself);
    expect(await shareError(other, 'not an address')).toBe(invalidEmailMessage('not an address'));
    expect(await shareError(other, other)).toBe(alreadyAddedMessage(other));
    expect(await shareError(other, ben.email)).toBe(alreadyAddedMessage(ben.email));
    expect((await details(ana, album._id)).notRegisterUser).toEqual([]);
  });

  it('changes the permission of a member, and refuses the default album', async () => {
    const album = await anAlbum(ana);
    await joinAlbum(ana, album._id, ben, 'read');
    await shareAlbum(ana, album._id, ben, 'write');
    expect((await details(ben, album._id)).abilities).toMatchObject({ addMedia: true, arrange: false });
    const [fixed] = (await ana.call('GET', `/albums/${ana.user._id}?sort=createdAt`))
      .json<{ result: Album[] }>()
      .result.filter((entry) => entry.albumType === 'default');
    expect((await shareAlbum(ana, fixed?._id ?? '', ben, 'read')).json()).toMatchObject({ code: 'ALBUM_DEFAULT' });
  });

  it('is limited to a hundred people', async () => {
    await test.db
      .updateTable('users')
      .set({ created_at: new Date(0) })
      .where('id', '=', ana.user._id)
      .execute();
    const album = await anAlbum(ana);
    const emailArr = Array.from({ length: 100 }, (_, index) => ({ email: `p${index}@example.com`, permission: 'read' }));
    expect((await ana.call('PUT', `/albums/share/${album._id}`, { emailArr })).statusCode).toBe(200);
    expect((await shareAlbum(ana, album._id, ben, 'read')).json()).toMatchObject({
      message: 'You can share an album with up to 100 people.',
    });
  });
});

describe('an invitation to an address without an account', () => {
  it('is sent by email and accepted when an account signs up with the address', async () => {
    const album = await anAlbum(ana, { name: 'Waiting' });
    const email = `${newId()}@example.com`;
    const emailArr = [{ email: email.toUpperCase(), permission: 'write' }];
    const shared = (await ana.call('PUT', `/albums/share/${album._id}`, { emailArr })).json<{ result: Album }>().result;
    expect(shared.notRegisterUser).toEqual([{ email, permission: 'write' }]);
    await test.runJobs();
    expect(test.printed.some((line) => line.trim() === `http://vitrine.test/signup?email=${encodeURIComponent(email)}`)).toBe(true);
    const dora = await aNewUser(test, { email });
    expect(await sharedNames(dora)).toEqual(['Waiting']);
    expect((await details(dora, album._id)).abilities.addMedia).toBe(true);
    expect((await details(ana, album._id)).notRegisterUser).toEqual([]);
  });

  it('is accepted when an existing account verifies the invited address', async () => {
    const album = await anAlbum(ana, { name: 'Changed' });
    const email = `${newId()}@example.com`;
    await ana.call('PUT', `/albums/share/${album._id}`, { emailArr: [{ email, permission: 'read' }] });
    const dora = await aPerson(test);
    await dora.call('PUT', `/users/${dora.user._id}`, { email, password: dora.password });
    await test.runJobs();
    expect(await sharedNames(dora)).toEqual([]);
    const link = mailLink(test, 'emailvfkey').searchParams;
    const payload = { key: link.get('emailvfkey'), lock: link.get('emailvflock') };
    await test.app.inject({ method: 'PUT', url: '/api/users/email/verify?type=create_user', payload });
    expect(await sharedNames(dora)).toEqual(['Changed']);
  });

  it('is deleted when the address is removed from the album', async () => {
    const album = await anAlbum(ana);
    const email = `${newId()}@example.com`;
    await ana.call('PUT', `/albums/share/${album._id}`, { emailArr: [{ email, permission: 'read' }] });
    await ana.call('DELETE', `/albums/shares/${album._id}`, { userRemoveId: [email] });
    expect(await sharedNames(await aNewUser(test, { email }))).toEqual([]);
  });
});

describe('members', () => {
  it('see each other but not pending invitations', async () => {
    const [album, cleo] = [await anAlbum(ana), await aPerson(test)];
    await joinAlbum(ana, album._id, ben, 'read');
    await shareAlbum(ana, album._id, cleo, 'read');
    expect((await details(ben, album._id)).sharedWith.map((member) => member.userId)).toEqual([ben.user._id]);
    expect((await details(ana, album._id)).sharedWith).toHaveLength(2);
  });

  it('cannot change the album, remove others or share it further', async () => {
    const album = await anAlbum(ana);
    const cleo = await aPerson(test);
    await joinAlbum(ana, album._id, ben, 'write');
    await joinAlbum(ana, album._id, cleo, 'read');
    expect((await ben.call('PUT', `/albums/${album._id}`, { name: 'Mine now' })).json()).toMatchObject({
      code: 'ACCESS_DENIED',
      message: 'You are not authourised to edit this album',
    });
    expect((await shareAlbum(ben, album._id, await aPerson(test), 'read')).json()).toMatchObject({ code: 'ACCESS_DENIED' });
    expect((await ben.call('DELETE', `/albums/${album._id}`)).statusCode).toBe(404);
    expect((await ben.call('DELETE', `/albums/shares/${album._id}`, { userRemoveId: [cleo.user._id] })).statusCode).toBe(404);
    expect((await details(ana, album._id)).sharedWith).toHaveLength(2);
  });

  it('lose access immediately when they leave or are removed, also through their playlists', async () => {
    const album = await anAlbum(ana);
    const photo = await aPhoto(test, ana, album._id);
    await joinAlbum(ana, album._id, ben, 'read');
    const playlist = await aPlaylist(ben, { albumIds: [album._id] });
    const items = async () => (await ben.call('GET', `/playlists/items/${playlist._id}`)).json<{ result?: unknown[] }>().result;
    const picture = () => ben.call('GET', `/uploads?key=${photo.mediaFile.key}&width=64`);
    expect((await picture()).statusCode).toBe(200);
    expect(await items()).toHaveLength(1);
    await ana.call('DELETE', `/albums/shares/${album._id}`, { userRemoveId: [ben.user._id] });
    expect((await picture()).statusCode).toBe(404);
    expect(await items()).toEqual([]);
    expect((await ben.call('GET', `/albums/details/${album._id}`)).statusCode).toBe(404);
    await joinAlbum(ana, album._id, ben, 'read');
    expect((await picture()).statusCode).toBe(200);
    expect((await ben.call('DELETE', `/albums/shares/${album._id}`, { userRemoveId: [ben.user._id] })).statusCode).toBe(200);
    expect((await picture()).statusCode).toBe(404);
    expect((await ben.call('DELETE', `/albums/shares/${album._id}`, { userRemoveId: [ben.user._id] })).statusCode).toBe(404);
  });
});

describe('deleting an account', () => {
  const leave = (person: TestPerson) => person.call('DELETE', `/users/${person.user._id}`, { password: person.password });

  it('removes its albums from the lists of their members', async () => {
    const dora = await aPerson(test);
    const album = await anAlbum(dora, { name: 'Of Dora' });
    await aPhoto(test, dora, album._id);
    await joinAlbum(dora, album._id, ben, 'write');
    await aPhoto(test, ben, album._id, { colour: '#778899' });
    expect((await leave(dora)).statusCode).toBe(200);
    expect(await sharedNames(ben)).not.toContain('Of Dora');
    expect((await notices(ben)).some((notice) => notice.invitationId !== null && notice.notificationBody.includes('Of Dora'))).toBe(false);
  });

  it('keeps albums shared with the account and its invitations to family albums', async () => {
    const [dora, finn] = [await aPerson(test), await aPerson(test)];
    const orgId = await anOrganisation(test, dora, finn);
    const album = (await dora.call('POST', '/albums', { name: 'Of both', orgId })).json<{ result: Album }>().result;
    await joinAlbum(finn, album._id, ben, 'read');
    expect((await details(ben, album._id)).sharedBy.map((sharer) => sharer.userId)).toEqual([dora.user._id, finn.user._id]);
    expect((await leave(finn)).statusCode).toBe(200);
    expect(await sharedNames(ben)).toContain('Of both');
    expect((await details(ben, album._id)).sharedBy.map((sharer) => sharer.userId)).toEqual([dora.user._id]);
  });
});

describe('concurrent requests', () => {
  it('create one invitation when two members invite the same person', async () => {
    const album = await anAlbum(ana);
    const answers = await Promise.all([shareAlbum(ana, album._id, ben, 'read'), shareAlbum(ana, album._id, ben, 'read')]);
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200, 422]));
    expect((await details(ana, album._id)).sharedWith).toHaveLength(1);
  });

  it('do not leave a removed member in the album when the invitation is accepted at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const album = await anAlbum(ana);
      await shareAlbum(ana, album._id, ben, 'read');
      const [notice] = await notices(ben);
      await Promise.all([
        ben.call('PUT', `/albums/share/action/${notice?.invitationId}`, { type: 'accept' }),
        ana.call('DELETE', `/albums/shares/${album._id}`, { userRemoveId: [ben.user._id] }),
      ]);
      expect((await details(ana, album._id)).sharedWith).toEqual([]);
      expect((await ben.call('GET', `/albums/details/${album._id}`)).statusCode).toBe(404);
    }
  });

  it('do not leave invitations to an album that is deleted at the same time', async () => {
    const album = await anAlbum(ana, { name: 'Going' });
    const [, shared] = await Promise.all([ana.call('DELETE', `/albums/${album._id}`), shareAlbum(ana, album._id, ben, 'read')]);
    expect([200, 404]).toContain(shared?.statusCode);
    expect((await ana.call('GET', `/albums/details/${album._id}`)).statusCode).toBe(404);
    expect((await notices(ben)).filter((notice) => notice.invitationId !== null && notice.notificationBody.includes(album.name))).toEqual(
      [],
    );
  });
});

describe('GET /share/email/search', () => {
  const suggest = async (person: TestPerson, text: string) =>
    (await person.call('GET', `/share/email/search/${encodeURIComponent(text)}`)).json<{ result: { email: string }[] }>().result;
  const emails = async (person: TestPerson, text: string) => (await suggest(person, text)).map(({ email }) => email);
  const update = (person: TestPerson, values: { platform?: string; disabled_at?: Date; verified_at?: null }) =>
    test.db.updateTable('users').set(values).where('id', '=', person.user._id).execute();

  it('finds strangers by their exact address only', async () => {
    const start = `zz${newId().slice(-12)}`;
    const stranger = await aPerson(test, { email: `${start}.Found@example.com` });
    for (let length = 3; length < stranger.email.length; length++) expect(await suggest(ana, stranger.email.slice(0, length))).toEqual([]);
    expect(await suggest(ana, stranger.email.toUpperCase())).toEqual([{ _id: stranger.user._id, email: stranger.email }]);
    for (const pattern of ['zz', '%_%', `${start}%@example.com`, `${start}.found@example.co`])
      expect(await suggest(ana, pattern)).toEqual([]);
    expect(await suggest(stranger, stranger.email)).toEqual([]);
  });

  it('hides accounts of another platform, and accounts that are disabled or not verified', async () => {
    for (const values of [{ platform: 'WV' }, { disabled_at: new Date() }, { verified_at: null }]) {
      const person = await aPerson(test);
      expect(await emails(ana, person.email)).toEqual([person.email]);
      await update(person, values);
      expect(await suggest(ana, person.email)).toEqual([]);
    }
  });

  it('suggests people of accepted shares and of the family by the beginning of their address', async () => {
    const start = `yy${newId().slice(-12)}`;
    const named = (name: string) => aPerson(test, { email: `${start}.${name}@example.com` });
    const [owner, joined, invited, relative] = [await named('a'), await named('b'), await named('c'), await named('d')];
    const album = await anAlbum(owner);
    await joinAlbum(owner, album._id, joined, 'read');
    await shareAlbum(owner, album._id, invited, 'read');
    await anOrganisation(test, owner, relative);
    expect(await emails(owner, start.toUpperCase())).toEqual([joined.email, relative.email]);
    expect(await emails(joined, start)).toEqual([owner.email]);
    expect(await emails(relative, start)).toEqual([owner.email]);
    expect(await emails(invited, start)).toEqual([]);
    await owner.call('DELETE', `/albums/shares/${album._id}`, { userRemoveId: [joined.user._id] });
    expect(await emails(owner, start)).toEqual([relative.email]);
  });

  it('answers 300 exact lookups of strangers a day, also when all arrive at once', async () => {
    const [finder, stranger] = [await aPerson(test), await aPerson(test)];
    expect(await emails(finder, stranger.email)).toEqual([stranger.email]);
    // Sets all counters to 20 below the limit.
    await test.db.updateTable('attempt_counts').set({ count: 280 }).execute();
    const found = await Promise.all(Array.from({ length: 100 }, () => emails(finder, stranger.email)));
    expect(found.flat()).toHaveLength(20);
    await test.db.deleteFrom('attempt_counts').execute();
    expect(await emails(ana, stranger.email)).toEqual([stranger.email]);
  });
});
