import { type Album, ERRORS, type Playlist } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { anAlbum, aPerson, aPlan, aPlaylist, type TestPerson } from '../../testing/builders.ts';
import { aFamily } from '../../testing/families.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import { viewAccount } from '../../testing/staff.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test);
  await aPlan(test, ana);
});
afterAll(() => test.close());

const detailsOf = async (id: string) => (await ana.call('GET', `/playlists/details/${id}`)).json<{ result: Playlist }>().result;
const albumsOf = async (id: string) => (await detailsOf(id)).albumArr.map((entry) => entry.albumId.name);
const arrange = (id: string, albumIds: string[]) =>
  ana.call('PUT', `/playlists/${id}`, { albumArr: albumIds.map((albumId, index) => ({ albumId, duration: 0, sequence: index + 1 })) });

async function aPlaylistOf(names: string[]): Promise<{ id: string; ids: string[] }> {
  const ids: string[] = [];
  for (const name of names) ids.push((await anAlbum(ana, { name }))._id);
  return { id: (await aPlaylist(ana, { albumIds: ids }))._id, ids };
}

describe('the sequence of albums', () => {
  it('is numbered from 1 in the requested order', async () => {
    const { id, ids } = await aPlaylistOf(['One', 'Two', 'Three']);
    const answer = await arrange(id, ids.toReversed());
    expect(answer.json()).toMatchObject({ message: 'Playlist updated.' });
    expect((await detailsOf(id)).albumArr.map(({ albumId, sequence }) => [albumId.name, sequence])).toEqual([
      ['Three', 1],
      ['Two', 2],
      ['One', 3],
    ]);
  });

  it('ignores albums deleted in the meantime, and keeps the position of an album in the bin', async () => {
    const { id, ids } = await aPlaylistOf(['Kept one', 'Binned', 'Kept two', 'Removed']);
    const [one, binned, two, removed] = ids as [string, string, string, string];
    await ana.call('DELETE', `/albums/${binned}`);
    await ana.call('DELETE', `/playlists/${id}/album/remove`, { albumId: removed });
    await arrange(id, [two, removed, one]);
    expect(await albumsOf(id)).toEqual(['Kept two', 'Kept one']);
    await ana.call('PUT', `/bin/${ana.user._id}/restore`, { albumIdArr: [binned] });
    expect(await albumsOf(id)).toEqual(['Kept two', 'Kept one', 'Binned']);
  });

  it('is one of several concurrently requested orders', async () => {
    const { id, ids } = await aPlaylistOf(['A1', 'B2', 'C3', 'D4']);
    const [one, other] = [ids.toReversed(), [ids[2], ids[0], ids[3], ids[1]] as string[]];
    await Promise.all([arrange(id, one), arrange(id, other), arrange(id, one)]);
    const { albumArr } = await detailsOf(id);
    expect([one, other]).toContainEqual(albumArr.map((entry) => entry.albumId._id));
    expect(albumArr.map((entry) => entry.sequence)).toEqual([1, 2, 3, 4]);
  });

  it('adds new albums at the end, in their given order', async () => {
    const { id } = await aPlaylistOf(['First']);
    const [two, three] = [await anAlbum(ana, { name: 'Second' }), await anAlbum(ana, { name: 'Third' })];
    const albumArr = [
      { albumId: three._id, duration: 0, sequence: 3 },
      { albumId: two._id, duration: 0, sequence: 2 },
    ];
    expect((await ana.call('POST', `/playlists/album/add/${id}`, { albumArr })).statusCode).toBe(200);
    expect(await albumsOf(id)).toEqual(['First', 'Second', 'Third']);
  });
});

describe('albums of a playlist', () => {
  it('may belong to other accounts while these share them', async () => {
    const ben = await aPerson(test);
    const theirs = await anAlbum(ben, { name: 'Theirs' });
    const { id, ids } = await aPlaylistOf(['Own']);
    const add = () => ana.call('POST', `/playlists/album/add/${id}`, { albumArr: [{ albumId: theirs._id }] });
    expect((await add()).statusCode).toBe(404);
    await joinAlbum(ben, theirs._id, ana, 'read');
    expect((await add()).statusCode).toBe(200);
    expect(await albumsOf(id)).toEqual(['Own', 'Theirs']);
    await ben.call('DELETE', `/albums/shares/${theirs._id}`, { userRemoveId: [ana.user._id] });
    expect(await albumsOf(id)).toEqual(['Own']);
    expect((await arrange(id, ids)).statusCode).toBe(200);
  });

  it('are refused when the owner cannot see them, regardless of the account that adds them', async () => {
    const [mia, admin] = [await aPerson(test), await aPerson(test)];
    await test.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.user._id).execute();
    const { orgId } = await aFamily(test, ana, [mia]);
    const inFamily = { name: 'Evenings', orgId };
    const { _id: id } = (await ana.call('POST', '/playlists', inFamily)).json<{ result: Playlist }>().result;
    const [miaAlbum, familyAlbum] = [await anAlbum(mia), (await ana.call('POST', '/albums', inFamily)).json<{ result: Album }>().result];
    const add = (person: TestPerson, ...albums: Album[]) =>
      person.call('POST', `/playlists/album/add/${id}`, { albumArr: albums.map(({ _id }) => ({ albumId: _id })) });
    await viewAccount(admin, mia);
    for (const person of [mia, admin]) {
      expect((await add(person, familyAlbum, miaAlbum)).json()).toMatchObject({
        code: 'ALBUM_UNSEEN',
        message: ERRORS.ALBUM_UNSEEN.message,
      });
    }
    expect(await albumsOf(id)).toEqual([]);
    await joinAlbum(mia, miaAlbum._id, ana, 'read');
    expect((await add(mia, familyAlbum, miaAlbum)).statusCode).toBe(200);
    expect(await albumsOf(id)).toEqual(['Evenings', 'Summer']);
  });

  it('are added once by concurrent calls, and not to a deleted playlist', async () => {
    const { id } = await aPlaylistOf([]);
    const album = await anAlbum(ana);
    const add = () => ana.call('POST', `/playlists/album/add/${id}`, { albumArr: [{ albumId: album._id }] });
    const answers = await Promise.all([add(), add()]);
    expect(answers.map((answer) => answer.statusCode)).toEqual(expect.arrayContaining([200, 409]));
    const [, late] = await Promise.all([ana.call('DELETE', `/playlists/${id}`), arrange(id, [album._id])]);
    expect([200, 404]).toContain(late?.statusCode);
    expect((await add()).statusCode).toBe(404);
  });

  it('are limited to 500', async () => {
    const { id } = await aPlaylistOf(['Last']);
    const rows = Array.from({ length: 499 }, (_, index) => ({ id: newId(), name: `Album ${index}`, created_by: ana.user._id }));
    await test.db.insertInto('albums').values(rows).execute();
    const full = await ana.call('POST', `/playlists/album/add/${id}`, { albumArr: rows.map((row) => ({ albumId: row.id })) });
    expect(full.json<{ result: Playlist }>().result.albumArr).toHaveLength(500);
    const more = await ana.call('POST', `/playlists/album/add/${id}`, { albumArr: [{ albumId: (await anAlbum(ana))._id }] });
    expect(more.json()).toMatchObject({ code: 'PLAYLIST_FULL' });
  });
});
