import type { Album, Media } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { anAlbum, aPerson, aPhoto, type TestPerson } from '../../testing/builders.ts';
import { countRowsRead } from '../../testing/database-reads.ts';
import { anOrganisation } from '../../testing/organisations.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import { viewAccount } from '../../testing/staff.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { selectFirstPicture } from '../media/album-contents.read-model.ts';
import { listAlbums } from './albums.read-model.ts';

let test: TestApp;
let ana: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  test = await createTestApp();
  ana = await aPerson(test);
  ben = await aPerson(test);
});
afterAll(() => test.close());

const albums = async (person: TestPerson, url: string) => (await person.call('GET', url)).json<{ result: Album[] }>().result;
const names = async (person: TestPerson, url: string) => (await albums(person, url)).map((album) => album.name);

describe('lists of albums', () => {
  it('contain 25 rows when sorted, 50 otherwise, or the requested number', async () => {
    const eva = await aPerson(test);
    const rows = Array.from({ length: 60 }, (_, index) => ({ id: newId(), name: `Album ${index}`, created_by: eva.user._id }));
    await test.db.insertInto('albums').values(rows).execute();
    const count = async (query: string) => (await albums(eva, `/albums/${eva.user._id}${query}`)).length;
    expect([await count(''), await count('?sort=az'), await count('?sort=az&dataPerPage=250')]).toEqual([50, 25, 61]);
    const total = async (query = '') => (await eva.call('GET', `/albums/count?${query}`)).json<{ result: object }>().result;
    expect([await total(), await total('type=shared')]).toEqual([{ count: 61 }, { count: 0 }]);
    expect((await ben.call('GET', `/albums/count?userId=${eva.user._id}`)).statusCode).toBe(404);
  });

  it.each(['az', 'za', 'lastmodified', 'createdAt', 'sizeasc', 'sizedesc'])(
    'sorted by %s continue after the last album of the previous page',
    async (sort) => {
      const eva = await aPerson(test);
      const rows = Array.from({ length: 20 }, (_, index) => ({
        id: newId(),
        name: `Same ${index % 3}`,
        size_bytes: index % 4,
        created_by: eva.user._id,
      }));
      await test.db.insertInto('albums').values(rows).execute();
      const all = (await albums(eva, `/albums/?sort=${sort}`)).map((album) => album._id);
      const collected: string[] = [];
      for (let after = ''; collected.length <= all.length; ) {
        const page = await albums(eva, `/albums/?sort=${sort}&dataPerPage=6${after}`);
        collected.push(...page.map((album) => album._id));
        if (page.length < 6) break;
        after = `&after=${page.at(-1)?._id}`;
      }
      expect(collected).toEqual(all);
    },
  );

  it('of an organisation contain its albums and the member’s own, for members only', async () => {
    const [eva, finn] = [await aPerson(test), await aPerson(test)];
    const orgId = await anOrganisation(test, eva, finn);
    const answer = await eva.call('POST', '/albums', { name: 'Ours', orgId });
    expect(answer.json()).toMatchObject({ result: { orgId } });
    expect(await names(finn, `/albums/?orgId=${orgId}&sort=az`)).toEqual(['My photos', 'Ours']);
    expect((await albums(finn, `/albums/?orgId=${orgId}`)).find((album) => album.name === 'Ours')?.abilities).toMatchObject({
      rename: true,
      share: true,
    });
    expect((await ben.call('GET', `/albums/?orgId=${orgId}`)).statusCode).toBe(404);
    expect((await ben.call('POST', '/albums', { name: 'Planted', orgId })).statusCode).toBe(404);
    expect((await finn.call('PUT', `/albums/${answer.json<{ result: Album }>().result._id}`, { name: 'All ours' })).statusCode).toBe(200);
  });

  it('of another account are visible to an administrator who views it', async () => {
    expect((await ben.call('GET', `/albums/?userId=${ana.user._id}`)).statusCode).toBe(404);
    const admin = await aPerson(test);
    await test.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.user._id).execute();
    expect((await admin.call('GET', `/albums/?userId=${ana.user._id}`)).statusCode).toBe(404);
    await viewAccount(admin, ana);
    expect(await names(admin, `/albums/?userId=${ana.user._id}`)).toContain('My photos');
  });

  it.each(['az', 'za', 'lastmodified', 'createdAt', 'sizeasc', 'sizedesc'] as const)(
    'sorted by %s read few more rows than they return',
    async (sort) => {
      const eva = await aPerson(test);
      await test.db
        .insertInto('albums')
        .values(Array.from({ length: 3000 }, (_, index) => ({ id: newId(), name: `Album ${index}`, created_by: eva.user._id })))
        .execute();
      await sql`analyze albums`.execute(test.db);
      const read = await countRowsRead(test.db, 'albums', async (tx) => {
        expect(await listAlbums(tx, selectFirstPicture, { ownerId: eva.user._id }, { sort, page: 1, dataPerPage: 25 })).toHaveLength(25);
      });
      // The bound is generous, because the index that PostgreSQL chooses for a small table varies by run and version.
      expect(read).toBeLessThan(600);
    },
  );
});

describe('covers', () => {
  it('are the first photo, a chosen photo of the album or an upload, and disappear with their media', async () => {
    const album = await anAlbum(ana, { name: 'Covered' });
    const [one, two] = [await aPhoto(test, ana, album._id), await aPhoto(test, ana, album._id, { colour: '#aa0000' })];
    const elsewhere = await aPhoto(test, ben, (await anAlbum(ben))._id);
    const set = (key: string | null) => ana.call('PUT', `/albums/${album._id}`, { thumbnail: key === null ? null : { key } });
    const cover = async () => (await ana.call('GET', `/albums/details/${album._id}`)).json<{ result: Album }>().result.thumbnail?.key;
    expect(await cover()).toBe(one.mediaFile.key);
    expect((await set(two.mediaFile.key)).json()).toMatchObject({ message: 'Thumbnail updated successfully' });
    expect(await cover()).toBe(two.mediaFile.key);
    await set(`${two.mediaFile.key}~90`);
    expect(await cover()).toBe(`${two.mediaFile.key}~90`);
    expect((await set(elsewhere.mediaFile.key)).statusCode).toBe(404);
    expect((await set('nonsense')).statusCode).toBe(422);
    await ana.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [two._id] });
    expect(await cover()).toBe(one.mediaFile.key);
    await set(two.mediaFile.key);
    await set(null);
    expect(await cover()).toBe(one.mediaFile.key);
  });
});

describe('the bin', () => {
  it('restores a deleted album with its media and members', async () => {
    const album = await anAlbum(ana, { name: 'Forgiven' });
    const photo = await aPhoto(test, ana, album._id);
    await joinAlbum(ana, album._id, ben, 'write');
    await ana.call('DELETE', `/albums/${album._id}`);
    expect(await names(ana, `/albums/${ana.user._id}`)).not.toContain('Forgiven');
    expect(await names(ben, `/albums/shares/${ben.user._id}`)).not.toContain('Forgiven');
    expect((await ben.call('GET', `/uploads?key=${photo.mediaFile.key}&width=64`)).statusCode).toBe(404);
    const { result } = (await ana.call('GET', `/bin/${ana.user._id}`)).json<{ result: { albums: object[]; medias: object[] } }>();
    expect(result.albums).toMatchObject([{ _id: album._id, name: 'Forgiven', mediaCount: 1, size: photo.mediaFile.size }]);
    expect((await ben.call('GET', `/bin/${ana.user._id}`)).statusCode).toBe(404);
    expect((await ben.call('PUT', `/bin/${ben.user._id}/restore`, { albumIdArr: [album._id] })).statusCode).toBe(404);
    expect((await ana.call('PUT', `/bin/${ana.user._id}/restore`, { albumIdArr: [album._id] })).statusCode).toBe(200);
    const back = (await ben.call('GET', `/albums/details/${album._id}`)).json<{ result: Album }>().result;
    expect(back).toMatchObject({ imageCount: 1, albumStorage: photo.mediaFile.size, abilities: { addMedia: true } });
  });

  it('lets the member who deleted an organisation’s album restore it', async () => {
    const [eva, finn] = [await aPerson(test), await aPerson(test)];
    const orgId = await anOrganisation(test, eva, finn);
    const album = (await eva.call('POST', '/albums', { name: 'Ours', orgId })).json<{ result: Album }>().result;
    const photo = await aPhoto(test, eva, album._id);
    await finn.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [photo._id] });
    expect((await ben.call('PUT', `/bin/${ben.user._id}/restore`, { mediaIdArr: [photo._id] })).statusCode).toBe(404);
    expect((await finn.call('PUT', `/bin/${finn.user._id}/restore`, { mediaIdArr: [photo._id] })).statusCode).toBe(200);
    await finn.call('DELETE', `/albums/${album._id}`);
    expect((await finn.call('PUT', `/bin/${finn.user._id}/restore`, { albumIdArr: [album._id] })).statusCode).toBe(200);
    expect((await eva.call('GET', `/albums/details/${album._id}`)).json()).toMatchObject({ result: { imageCount: 1 } });
  });

  it('is emptied by its owner and after the retention period', async () => {
    const eva = await aPerson(test);
    const stored = async () =>
      (await eva.call('GET', `/albums/users/storages/${eva.user._id}`)).json<{ result: { totalStorage: number } }>().result.totalStorage;
    const [early, late] = [await anAlbum(eva, { name: 'Early' }), await anAlbum(eva, { name: 'Late' })];
    for (const album of [early, late]) {
      await aPhoto(test, eva, album._id);
      await eva.call('DELETE', `/albums/${album._id}`);
    }
    await test.db
      .updateTable('albums')
      .set({ deleted_at: new Date(Date.now() - 31 * 86_400_000) })
      .where('id', '=', early._id)
      .execute();
    for (const task of test.modules.workerTasks) if (task.name === 'albums.bin') await task.run();
    const bin = async () =>
      (await eva.call('GET', `/bin/${eva.user._id}`))
        .json<{ result: { albums: { name: string }[] } }>()
        .result.albums.map(({ name }) => name);
    expect(await bin()).toEqual(['Late']);
    expect((await ben.call('DELETE', `/bin/${eva.user._id}`, { all: true })).statusCode).toBe(404);
    expect((await eva.call('DELETE', `/bin/${eva.user._id}`, { all: true })).statusCode).toBe(200);
    expect([await bin(), await stored()]).toEqual([[], 0]);
  });
});

describe('search', () => {
  it('finds own and shared albums by any part of the name', async () => {
    const eva = await aPerson(test);
    const album = await anAlbum(eva, { name: '100% Lisbon_1' });
    await joinAlbum(eva, album._id, ben, 'read');
    const find = async (person: TestPerson, query: string) => names(person, `/albums/all/search?${query}`);
    for (const text of ['lis', 'LISBON', '0%', 'n_1', 's'])
      expect(await find(eva, `string=${encodeURIComponent(text)}`)).toContain('100% Lisbon_1');
    for (const text of ['%a', '_', 'x', '']) {
      const found = await find(eva, `string=${encodeURIComponent(text)}`);
      expect(found, text).toEqual(text === '_' ? ['100% Lisbon_1'] : []);
    }
    expect(await find(ben, 'string=lisbon')).toEqual([]);
    expect(await find(ben, 'string=lisbon&type=shared')).toEqual(['100% Lisbon_1']);
    expect((await ben.call('GET', `/albums/all/search?string=lisbon&userId=${eva.user._id}`)).statusCode).toBe(404);
  });

  it('finds media by name or caption, in accessible albums only', async () => {
    const eva = await aPerson(test);
    const [own, shared] = [await anAlbum(eva), await anAlbum(ana, { name: 'Shared' })];
    await joinAlbum(ana, shared._id, eva, 'read');
    await aPhoto(test, eva, own._id, { name: 'sunset.jpg' });
    const theirs = await aPhoto(test, ana, shared._id, { name: 'beach.jpg' });
    await ana.call('PUT', `/medias/${theirs._id}`, { caption: 'A sunset too' });
    const find = async (person: TestPerson, text: string) =>
      (await person.call('GET', `/medias/search?string=${encodeURIComponent(text)}`))
        .json<{ result: Media[] }>()
        .result.map((media) => media.name)
        .toSorted();
    expect(await find(eva, 'UNSE')).toEqual(['beach', 'sunset']);
    expect(await find(ben, 'unse')).toEqual([]);
    // Enough other rows that the query must use the index.
    const file = theirs.mediaFile.key;
    const rows = Array.from({ length: 1500 }, (_, index) => ({
      id: newId(),
      album_id: own._id,
      file_id: file,
      kind: 'image',
      name: `filler ${index}`,
      sequence: -index - 1,
      uploaded_by: eva.user._id,
      size_bytes: 1,
      status: 6,
    }));
    await test.db.insertInto('media').values(rows).execute();
    for (const text of ['unse', 'sunset', 'ns', 'nse']) expect(await find(eva, text), text).toEqual(['beach', 'sunset']);
    expect(await find(eva, 'filler')).toHaveLength(50);
    expect(await find(eva, 'filler 1499')).toEqual(['filler 1499']);
    expect(await find(eva, 'never there')).toEqual([]);
  });
});
