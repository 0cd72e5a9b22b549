import type { Playlist } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { anAlbum, aPerson, aPhoto, aPlaylist, type TestPerson } from '../../testing/builders.ts';
import { countRowsRead } from '../../testing/database-reads.ts';
import { anOrganisation } from '../../testing/organisations.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import { viewAccount } from '../../testing/staff.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { listPlaylists } from './playlists.read-model.ts';

let test: TestApp;
let ana: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  test = await createTestApp();
  ana = await aPerson(test);
  ben = await aPerson(test);
});
afterAll(() => test.close());

const SORTS = ['az', 'za', 'lastmodified', 'createdAt', 'sizeasc', 'sizedesc'] as const;

const playlists = async (person: TestPerson, url: string) => (await person.call('GET', url)).json<{ result: Playlist[] }>().result;
const names = async (person: TestPerson, url: string) => (await playlists(person, url)).map((playlist) => playlist.name);

describe('lists of playlists', () => {
  it('are sorted in the requested order', async () => {
    const eva = await aPerson(test);
    const [small, large] = [await anAlbum(eva, { name: 'Small' }), await anAlbum(eva, { name: 'Large' })];
    await aPhoto(test, eva, small._id);
    for (const colour of ['#101010', '#202020']) await aPhoto(test, eva, large._id, { colour });
    const first = await aPlaylist(eva, { name: 'Beta', albumIds: [large._id] });
    await aPlaylist(eva, { name: 'alpha', albumIds: [small._id] });
    await aPlaylist(eva, { name: 'Gamma' });
    await eva.call('PUT', `/playlists/${first._id}`, { caption: 'Touched last' });
    const sorted = (sort: string) => names(eva, `/playlists/${eva.user._id}?sort=${sort}`);
    expect(await sorted('az')).toEqual(['alpha', 'Beta', 'Gamma']);
    expect(await sorted('za')).toEqual(['Gamma', 'Beta', 'alpha']);
    expect(await sorted('lastmodified')).toEqual(['Beta', 'Gamma', 'alpha']);
    expect(await sorted('createdAt')).toEqual(['Gamma', 'alpha', 'Beta']);
    expect(await sorted('sizeasc')).toEqual(['Gamma', 'alpha', 'Beta']);
    expect(await sorted('sizedesc')).toEqual(['Beta', 'alpha', 'Gamma']);
    expect((await eva.call('GET', `/playlists/${eva.user._id}?sort=colour`)).statusCode).toBe(422);
  });

  it.each(SORTS)('sorted by %s continue after the last playlist of the previous page', async (sort) => {
    const eva = await aPerson(test);
    const rows = Array.from({ length: 60 }, (_, index) => ({ id: newId(), name: `Same ${index % 3}`, user_id: eva.user._id }));
    await test.db.insertInto('playlists').values(rows).execute();
    const all = (await playlists(eva, `/playlists/${eva.user._id}?sort=${sort}&dataPerPage=300`)).map((playlist) => playlist._id);
    expect(all).toHaveLength(60);
    const first = await playlists(eva, `/playlists/${eva.user._id}?sort=${sort}`);
    expect(first).toHaveLength(50);
    const second = await playlists(eva, `/playlists/${eva.user._id}?sort=${sort}&after=${first.at(-1)?._id}`);
    expect([...first, ...second].map((playlist) => playlist._id)).toEqual(all);
    expect((await playlists(eva, `/playlists/${eva.user._id}?sort=${sort}&page=2`)).map(({ _id }) => _id)).toEqual(all.slice(50));
    expect((await eva.call('GET', `/playlists/count/${eva.user._id}`)).json()).toMatchObject({ result: { count: 60 } });
  });

  it.each(['az', 'za', 'lastmodified', 'createdAt'] as const)('by %s read about as many rows as they return', async (sort) => {
    const [eva, finn] = [await aPerson(test), await aPerson(test)];
    const orgId = await anOrganisation(test, eva, finn);
    const rows = Array.from({ length: 3000 }, (_, index) => ({
      id: newId(),
      name: `Playlist ${index}`,
      user_id: index % 2 ? eva.user._id : finn.user._id,
      org_id: index % 3 ? null : orgId,
    }));
    await test.db.insertInto('playlists').values(rows).execute();
    await sql`analyze playlists`.execute(test.db);
    for (const scope of [{ userId: eva.user._id }, { userId: eva.user._id, orgId }]) {
      const read = await countRowsRead(test.db, 'playlists', async (tx) => {
        expect(await listPlaylists(tx, scope.userId, scope, { sort, page: 1, dataPerPage: 25 })).toHaveLength(25);
      });
      // A few rows per returned row, because PostgreSQL's choice of index for a small table varies by run and version. Never all 3,000.
      expect(read).toBeLessThan(600);
    }
  });

  it('of an organisation contain those of all members and the caller’s own', async () => {
    const [eva, finn] = [await aPerson(test), await aPerson(test)];
    const orgId = await anOrganisation(test, eva, finn);
    await eva.call('POST', '/playlists', { name: 'Ours', orgId });
    await aPlaylist(finn, { name: 'Mine' });
    await aPlaylist(eva, { name: 'Hers alone' });
    expect(await names(finn, `/playlists/${finn.user._id}?orgId=${orgId}&sort=az`)).toEqual(['Mine', 'Ours']);
    expect(await names(finn, `/playlists/search/o?orgId=${orgId}`)).toEqual(['Ours']);
    expect(await names(finn, '/playlists/search/o')).toEqual([]);
    expect((await ben.call('GET', `/playlists/${ben.user._id}?orgId=${orgId}`)).statusCode).toBe(404);
  });
});

describe('the abilities of a playlist', () => {
  const createUser = async (role: string) => {
    const person = await aPerson(test);
    await test.db.updateTable('users').set({ role }).where('id', '=', person.user._id).execute();
    return person;
  };
  const ALL = { edit: true, delete: true, publish: true };
  const NOTHING = { edit: false, delete: false, publish: false };

  it('allow everything to its owners and administrators, and nothing to support with read-only access', async () => {
    const [eva, finn, admin, support] = [await aPerson(test), await aPerson(test), await createUser('admin'), await createUser('support')];
    const orgId = await anOrganisation(test, eva, finn, support);
    const mine = await aPlaylist(eva, { name: 'Looked at' });
    for (const staff of [admin, support]) await viewAccount(staff, eva);
    const { result: ours } = (await eva.call('POST', '/playlists', { name: 'Looked at by all', orgId })).json<{ result: Playlist }>();
    const abilities = async (person: TestPerson, id: string) =>
      (await person.call('GET', `/playlists/details/${id}`)).json<{ result: Playlist }>().result.abilities;
    expect([mine.abilities, ours.abilities]).toEqual([ALL, ALL]);
    for (const person of [eva, admin]) expect(await abilities(person, mine._id)).toEqual(ALL);
    expect(await abilities(finn, ours._id)).toEqual(ALL);
    expect(await abilities(support, mine._id)).toEqual(NOTHING);
    // Objects of an organisation belong to its owner as well.
    expect(await abilities(support, ours._id)).toEqual(ALL);
    const seen = await playlists(support, `/playlists/${eva.user._id}?sort=az`);
    expect(seen.map((playlist) => playlist.abilities)).toEqual([NOTHING, ALL]);
    const found = await playlists(support, `/playlists/search/looked?userId=${eva.user._id}`);
    expect(found.map((playlist) => playlist.abilities)).toEqual([NOTHING, ALL]);
  });

  it('match the responses of the routes', async () => {
    const [eva, admin, support] = [await aPerson(test), await createUser('admin'), await createUser('support')];
    const { _id } = await aPlaylist(eva);
    for (const staff of [admin, support]) await viewAccount(staff, eva);
    for (const [person, status] of [
      [support, 404],
      [admin, 200],
    ] as const) {
      expect((await person.call('PUT', `/playlists/${_id}`, { caption: 'Written by another' })).statusCode).toBe(status);
      expect((await person.call('DELETE', `/playlists/${_id}`)).statusCode).toBe(status);
    }
  });
});

describe('search', () => {
  it('finds playlists by any part of the name, and treats wildcards as text', async () => {
    const eva = await aPerson(test);
    await aPlaylist(eva, { name: '100% Summer_1' });
    const find = (text: string) => names(eva, `/playlists/search/${encodeURIComponent(text)}`);
    for (const text of ['sum', 'SUMMER', '0%', 'r_1', ' summer ']) expect(await find(text), text).toEqual(['100% Summer_1']);
    for (const text of ['%s', 'x', ' ', 'a/b']) expect(await find(text), text).toEqual([]);
    expect(await names(ben, '/playlists/search/summer')).toEqual([]);
    expect((await ben.call('GET', `/playlists/search/summer?userId=${eva.user._id}`)).statusCode).toBe(404);
  });
});

describe('covers', () => {
  const coverOf = async (person: TestPerson, id: string) =>
    (await person.call('GET', `/playlists/details/${id}`)).json<{ result: Playlist }>().result.thumbnail;
  const choose = (person: TestPerson, id: string, key: string | null) =>
    person.call('PUT', `/playlists/${id}`, { thumbnail: key === null ? null : { key, name: 'a.jpg', mimetype: 'image/jpeg', size: 1 } });

  it('are the first album’s, or a photo its owner sees, and disappear with their media', async () => {
    const album = await anAlbum(ana, { name: 'Covered' });
    const [one, two] = [await aPhoto(test, ana, album._id), await aPhoto(test, ana, album._id, { colour: '#aa0000' })];
    const playlist = await aPlaylist(ana, { albumIds: [album._id] });
    expect(await coverOf(ana, playlist._id)).toMatchObject({ key: one.mediaFile.key, isChosen: false });
    const answer = await choose(ana, playlist._id, `${two.mediaFile.key}~90`);
    expect(answer.json()).toMatchObject({ message: 'Thumbnail updated successfully' });
    expect(await coverOf(ana, playlist._id)).toMatchObject({ key: `${two.mediaFile.key}~90`, isChosen: true });
    await ana.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [two._id] });
    expect(await coverOf(ana, playlist._id)).toMatchObject({ key: one.mediaFile.key, isChosen: false });
    expect((await choose(ana, playlist._id, two.mediaFile.key)).statusCode).toBe(404);
    await choose(ana, playlist._id, one.mediaFile.key);
    await choose(ana, playlist._id, null);
    expect(await coverOf(ana, playlist._id)).toMatchObject({ isChosen: false });
    expect((await choose(ana, playlist._id, 'nonsense')).statusCode).toBe(422);
  });

  it('never show an album that the user cannot see, also after its share was revoked', async () => {
    const playlist = await aPlaylist(ana);
    const theirs = await anAlbum(ben);
    const photo = await aPhoto(test, ben, theirs._id, { colour: '#0055aa' });
    expect((await choose(ana, playlist._id, photo.mediaFile.key)).statusCode).toBe(404);
    await joinAlbum(ben, theirs._id, ana, 'read');
    expect((await choose(ana, playlist._id, photo.mediaFile.key)).statusCode).toBe(200);
    expect(await coverOf(ana, playlist._id)).toMatchObject({ key: photo.mediaFile.key });
    await ben.call('DELETE', `/albums/shares/${theirs._id}`, { userRemoveId: [ana.user._id] });
    expect(await coverOf(ana, playlist._id)).toBeNull();
    expect((await ana.call('GET', `/uploads?key=${photo.mediaFile.key}&width=64`)).statusCode).toBe(404);
  });

  it('and items of a private album are shown to its owner only, not to other members of the family', async () => {
    const [eva, finn] = [await aPerson(test), await aPerson(test)];
    const orgId = await anOrganisation(test, eva, finn);
    const album = await anAlbum(eva);
    const photo = await aPhoto(test, eva, album._id, { colour: '#aa5500' });
    const playlist = (await eva.call('POST', '/playlists', { name: 'Half private', orgId })).json<{ result: Playlist }>().result;
    await eva.call('POST', `/playlists/album/add/${playlist._id}`, { albumArr: [{ albumId: album._id }] });
    await test.runJobs();
    const listed = async (person: TestPerson) =>
      (await playlists(person, `/playlists/${person.user._id}?orgId=${orgId}`)).map(({ thumbnail, albumArr }) => [
        thumbnail?.key,
        albumArr.map(({ albumId }) => albumId.thumbnail?.key),
      ]);
    const countItems = async (person: TestPerson) =>
      (await person.call('GET', `/playlists/items/${playlist._id}`)).json<{ result: unknown[] }>().result.length;
    const { key } = photo.mediaFile;
    expect([await coverOf(eva, playlist._id), await listed(eva), await countItems(eva)]).toMatchObject([{ key }, [[key, [key]]], 1]);
    expect([await coverOf(finn, playlist._id), await listed(finn), await countItems(finn)]).toEqual([null, [[undefined, [undefined]]], 0]);
    const countPrivate = async (person: TestPerson) =>
      (await playlists(person, `/playlists/${person.user._id}?orgId=${orgId}`)).map(({ privateAlbums }) => privateAlbums);
    expect([await countPrivate(eva), await countPrivate(finn)]).toEqual([[0], [1]]);
    await joinAlbum(eva, album._id, finn, 'read');
    expect([await coverOf(finn, playlist._id), await countItems(finn), await countPrivate(finn)]).toMatchObject([{ key }, 1, [0]]);
  });

  it('chosen for an organisation are visible to its members, and do not keep deleted files', async () => {
    const [eva, finn] = [await aPerson(test), await aPerson(test)];
    const orgId = await anOrganisation(test, eva, finn);
    const album = await anAlbum(eva);
    const photo = await aPhoto(test, eva, album._id, { colour: '#345678' });
    const playlist = (await eva.call('POST', '/playlists', { name: 'Ours', orgId })).json<{ result: Playlist }>().result;
    expect((await choose(finn, playlist._id, photo.mediaFile.key)).statusCode).toBe(404);
    await choose(eva, playlist._id, photo.mediaFile.key);
    expect(await coverOf(finn, playlist._id)).toMatchObject({ key: photo.mediaFile.key });
    expect((await finn.call('GET', `/uploads?key=${photo.mediaFile.key}&width=64`)).statusCode).toBe(200);
    await eva.call('DELETE', `/albums/${album._id}`);
    expect(await coverOf(finn, playlist._id)).toBeNull();
    await eva.call('DELETE', `/bin/${eva.user._id}`, { all: true });
    expect(await test.db.selectFrom('files').select('id').where('id', '=', photo.mediaFile.key).execute()).toEqual([]);
  });
});
