import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, type TestPerson } from '../../testing/builders.ts';
import { countPagesRead, PLANS } from '../../testing/database-reads.ts';
import { aContentId, addFile, listAlbumMedia } from '../../testing/live-photo-items.ts';
import { aLiveStill, aLiveVideo } from '../../testing/live-photos.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { findLivePhotoPart } from './live-photos.store.ts';

let test: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  test = await createTestApp();
  ana = await aPerson(test);
});
afterAll(() => test.close());

/** Inserts photos with the content identifier of this one into its album. */
const insertCopies = (fileId: string, albumId: string, count: number) =>
  sql`
    with copies as (
      insert into files (id, owner_id, role, storage_key, sha256, size_bytes, mimetype, kind, original_name, content_id)
      select gen_random_uuid(), owner_id, role, gen_random_uuid()::text, sha256, size_bytes, mimetype, kind, original_name, content_id
      from files, generate_series(1, ${count}::integer) where id = ${fileId} returning id, owner_id, size_bytes)
    insert into media (id, album_id, file_id, kind, name, sequence, uploaded_by, size_bytes)
    select gen_random_uuid(), ${albumId}, id, 'image', 'copy', 2, owner_id, size_bytes from copies`.execute(test.db);

/** Pages for the twenty files that are examined. A thousand files would need several thousand. */
const MAX_PAGES = 300;

describe('a content identifier that a thousand photos have', () => {
  it('makes an upload examine twenty of them, and gives the video to one', async () => {
    const album = await anAlbum(ana);
    const contentId = aContentId();
    const photoId = await addFile(test, ana, album._id, { name: 'IMG_1.JPG', bytes: await aLiveStill(contentId) });
    const other = await anAlbum(ana);
    await addFile(test, ana, other._id, { name: 'IMG_1.MOV', bytes: await aLiveVideo(contentId) });
    const userId = ana.user._id;
    const search = { contentId, ownerId: userId, kind: 'image', albumId: album._id, uploadedBy: userId, name: 'IMG_1' } as const;
    await insertCopies(photoId, album._id, 1000);
    await sql`analyze media, files`.execute(test.db);
    for (const plan of PLANS)
      expect(await countPagesRead(test.db, plan, ['media', 'files'], (tx) => findLivePhotoPart(tx, search))).toBeLessThan(MAX_PAGES);
    await addFile(test, ana, album._id, { name: 'IMG_1.MOV', bytes: await aLiveVideo(contentId) });
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from media where album_id = ${album._id} and live_video_id is not null`.execute(test.db);
    expect(rows).toEqual([{ count: 1 }]);
    expect(await listAlbumMedia(ana, other._id)).toMatchObject([{ kind: 'video' }]);
  });
});
