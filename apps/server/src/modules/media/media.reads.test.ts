import { randomUUID } from 'node:crypto';
import type { Media } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, aPhoto, aPlan, type TestPerson } from '../../testing/builders.ts';
import { countPagesRead, fillAlbum, fillSmallAlbums, PLANS } from '../../testing/database-reads.ts';
import { insertMany } from '../../testing/search-indexes.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { listZipEntries, sumSelected } from '../downloads/zip.read-model.ts';
import { listSourceMedia } from '../transfers/transfer-sources.read-model.ts';
import { moveMediaToBin } from './binned-media.store.ts';
import { findDuplicates, listExistingSizes } from './duplicates.read-model.ts';
import { listFavouriteIds } from './favourites.store.ts';
import { listMedia, readMediaRatios } from './media.read-model.ts';
import { lockMediaOfAlbum } from './media-order.store.ts';

let test: TestApp;
let ana: TestPerson;
let albumId: string;
let late: string;
beforeAll(async () => {
  test = await createTestApp();
  ana = await aPerson(test);
  await aPlan(test, ana);
  albumId = (await anAlbum(ana))._id;
  const { mediaFile } = await aPhoto(test, ana, albumId);
  const filling = { ownerId: ana.user._id, fileId: mediaFile.key };
  await insertMany(test.db, 'media_search', 6000, async () => {
    await fillAlbum(test.db, albumId, { ...filling, count: 4000 });
    await fillSmallAlbums(test.db, { ...filling, count: 2000 });
  });
  // A full vacuum removes empty pages. PostgreSQL always uses the index of the id while an empty page is not marked visible.
  for (const how of ['full', 'analyze']) await sql`vacuum (${sql.raw(how)}) media`.execute(test.db);
  late = (await test.db.selectFrom('media').select('id').where('sequence', '=', 3900).executeTakeFirstOrThrow()).id;
});
afterAll(() => test.close());

describe('in an album of thousands of media, among thousands of small albums,', () => {
  const page = { filter: 'all', page: 1, dataPerPage: 1, userId: randomUUID() } as const;

  it.each(PLANS)('a deep page reads as little as the first page (%s)', async (plan) => {
    const read = (after?: string) =>
      countPagesRead(test.db, plan, ['media'], (tx) => listMedia(tx, albumId, after ? { ...page, after } : page));
    expect(await read(late)).toBeLessThan((await read()) + 12);
  });

  it.each(PLANS)('a deep page by capture date reads as little as the first page (%s)', async (plan) => {
    // Planning both statements reads a page of each index.
    for (const sort of ['takenasc', 'takendesc'] as const)
      expect(await countPagesRead(test.db, plan, ['media'], (tx) => listMedia(tx, albumId, { ...page, sort, after: late }))).toBeLessThan(
        46,
      );
  });

  it.each(PLANS)('media are found by id without reading others (%s)', async (plan) => {
    const ids = [late];
    // Planning reads the first page of each index of the table.
    const read = (work: Parameters<typeof countPagesRead>[3]) => countPagesRead(test.db, plan, ['media'], work);
    expect(await read((tx) => lockMediaOfAlbum(tx, albumId, ids))).toBeLessThan(29);
    expect(await read((tx) => listSourceMedia(tx, albumId, ids, { ownerId: ana.user._id, orgId: null }))).toBeLessThan(29);
    expect(await read((tx) => sumSelected(tx, { albumId, ids }))).toBeLessThan(29);
    expect(await read((tx) => listZipEntries(tx, { albumId, ids }, undefined, 100))).toBeLessThan(29);
    const [small] = (await ana.call('GET', `/medias/${albumId}?dataPerPage=1`)).json<{ result: Media[] }>().result;
    // Most pages are read to remove the row from more than a dozen indexes.
    expect(await read((tx) => moveMediaToBin(tx, albumId, [small?._id ?? '']))).toBeLessThan(48);
  });

  it.each(PLANS)('existing files are found without reading others (%s)', async (plan) => {
    const read = (work: Parameters<typeof countPagesRead>[3]) => countPagesRead(test.db, plan, ['media'], work);
    const { sha256 } = await test.db.selectFrom('files').select('sha256').where('role', '=', 'original').executeTakeFirstOrThrow();
    // Thousands of media show this test's only file, so the query uses an unknown checksum.
    expect(await read((tx) => findDuplicates(tx, albumId, ana.user._id, ['0'.repeat(64)]))).toBeLessThan(24);
    expect((await findDuplicates(test.db, albumId, ana.user._id, [sha256 ?? ''])).size).toBe(1);
    const sizes = Array.from({ length: 20 }, (_, at) => 1e9 + at);
    expect(await read((tx) => listExistingSizes(tx, albumId, sizes))).toBeLessThan(24 + 3 * sizes.length);
  });

  it.each(PLANS)('favourites are found without reading other media (%s)', async (plan) => {
    await ana.call('PUT', `/medias/media/${late}/favourite`, { isFavourite: true });
    await sql`analyze favourites`.execute(test.db);
    const query = { filter: 'favourite', userId: ana.user._id } as const;
    const read = (work: Parameters<typeof countPagesRead>[3]) => countPagesRead(test.db, plan, ['media'], work);
    expect(await read((tx) => listFavouriteIds(tx, ana.user._id, albumId))).toBeLessThan(16);
    expect(await read((tx) => readMediaRatios(tx, albumId, query))).toBeLessThan(16);
    expect(await read((tx) => listMedia(tx, albumId, { ...query, page: 1, dataPerPage: 100 }))).toBeLessThan(32);
  });

  it('a page after a media of another album is refused', async () => {
    const elsewhere = await aPhoto(test, ana, (await anAlbum(ana))._id);
    expect((await ana.call('GET', `/medias/${albumId}?after=${elsewhere._id}`)).statusCode).toBe(404);
    expect((await ana.call('GET', `/medias/${albumId}?after=${late}`)).statusCode).toBe(200);
  });
});
