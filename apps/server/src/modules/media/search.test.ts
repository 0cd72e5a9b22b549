import type { Album, Media } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, aPhoto, aPlan, type TestPerson } from '../../testing/builders.ts';
import { countPagesRead, fillAlbum, fillSmallAlbums, PLANS } from '../../testing/database-reads.ts';
import { aFamily } from '../../testing/families.ts';
import { insertMany } from '../../testing/search-indexes.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { searchMedia } from './search.read-model.ts';

let test: TestApp;
/** Has an album of thousands, the newest of thousands. */
let ana: TestPerson;
/** Sees the huge album because it is shared. */
let ben: TestPerson;
let hugeId: string;
beforeAll(async () => {
  test = await createTestApp();
  [ana, ben] = [await aPerson(test), await aPerson(test)];
  await aPlan(test, ana);
  hugeId = (await anAlbum(ana))._id;
  const { mediaFile } = await aPhoto(test, ana, hugeId);
  const filling = { ownerId: ana.user._id, fileId: mediaFile.key };
  await insertMany(test.db, 'media_search', 6000, async () => {
    await fillSmallAlbums(test.db, { ...filling, count: 2000 });
    await fillAlbum(test.db, hugeId, { ...filling, count: 4000, name: 'zebra' });
  });
  await test.db.updateTable('media').set({ sequence: 5000 }).where('name', '=', 'zebra').execute();
  await joinAlbum(ana, hugeId, ben, 'read');
  const insertUsers = sql`insert into users (id, name, email, password_hash, platform)
    select gen_random_uuid(), 'N', n || '@example.org', '-', 'PP' from generate_series(1, 2000) n`;
  await insertMany(test.db, 'people_search', 2000, () => insertUsers.execute(test.db));
  await sql`insert into albums (id, name, created_by) select gen_random_uuid(), 'One', id from users where name = 'N'`.execute(test.db);
  for (const table of ['albums', 'media', 'users']) await sql`vacuum analyze ${sql.table(table)}`.execute(test.db);
});
afterAll(() => test.close());

const find = async (person: TestPerson, text: string, orgId?: string) =>
  (await person.call('GET', `/medias/search?string=${encodeURIComponent(text)}${orgId ? `&orgId=${orgId}` : ''}`)).json<{
    result: Media[];
  }>().result;

describe('a search among thousands of media', () => {
  it.each(['z', 'ze', 'zeb', 'zebra'])('finds the one media with “%s”, for its owner and for members of a shared album', async (text) => {
    for (const person of [ana, ben]) expect((await find(person, text)).map((media) => media.name)).toEqual(['zebra']);
    expect(await find(await aPerson(test), text)).toEqual([]);
  });

  it('returns fifty different results, of the family if requested and otherwise the caller’s own', async () => {
    const [eva, finn] = [await aPerson(test), await aPerson(test)];
    const { orgId } = await aFamily(test, eva, [finn]);
    const album = (await finn.call('POST', '/albums', { name: 'Ours', orgId })).json<{ result: Album }>().result;
    const { mediaFile } = await aPhoto(test, finn, album._id);
    await fillAlbum(test.db, album._id, { ownerId: eva.user._id, fileId: mediaFile.key, count: 470 });
    await sql`update media set name = 'giraffe ' || sequence where album_id = ${album._id} and sequence > 410`.execute(test.db);
    for (const text of ['filler', 'giraffe']) {
      for (const found of [await find(eva, text), await find(eva, text, orgId), await find(finn, text, orgId)])
        expect([found.length, new Set(found.map((media) => media._id)).size], text).toEqual([50, 50]);
    }
    for (const person of [eva, finn])
      expect((await find(person, 'giraffe 412', orgId)).map((media) => media.name)).toEqual(['giraffe 412']);
    expect(await find(finn, 'giraffe 412')).toEqual([]);
  });

  it.each(PLANS)('reads few media for a rare text (%s)', async (plan) => {
    for (const { user } of [ana, ben])
      for (const text of ['z', 'zebra', '~~~'])
        expect(
          await countPagesRead(test.db, plan, ['media'], (tx) => searchMedia(tx, { userId: user._id, orgIds: [] }, text, 50)),
          text,
        ).toBeLessThan(60);
  });

  it('reads few albums with a generic plan', async () => {
    for (const { user } of [ana, ben])
      expect(
        await countPagesRead(test.db, 'force_generic_plan', ['albums'], (tx) =>
          searchMedia(tx, { userId: user._id, orgIds: [] }, 'zebra', 50),
        ),
      ).toBeLessThan(16);
  });
});
