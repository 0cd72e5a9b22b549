import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aPerson } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

/** More than the 65,535 parameters that PostgreSQL accepts in one statement. */
const FILE_COUNT = 66_000;

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const insertFiles = (ownerId: string) =>
  sql`insert into files (id, owner_id, role, storage_key, sha256, size_bytes, mimetype, kind, original_name)
    select gen_random_uuid(), ${ownerId}, 'original', gen_random_uuid()::text, repeat('0', 64), 1, 'image/jpeg', 'image', 'a.jpg'
    from generate_series(1, ${FILE_COUNT}::integer) n`.execute(test.db);

it('deletes an account with more files than a statement accepts parameters', { timeout: 60_000 }, async () => {
  const ana = await aPerson(test);
  await insertFiles(ana.user._id);
  expect((await ana.call('DELETE', `/users/${ana.user._id}`, { password: ana.password })).statusCode).toBe(200);
  expect(await test.db.selectFrom('files').select('id').where('owner_id', '=', ana.user._id).execute()).toEqual([]);
});

it('empties a bin with an album of that many media', { timeout: 120_000 }, async () => {
  const ana = await aPerson(test);
  const album = (await ana.call('POST', '/albums', { name: 'Huge' })).json<{ result: { _id: string } }>().result._id;
  await sql`update albums set deleted_at = now() where id = ${album}`.execute(test.db);
  await insertFiles(ana.user._id);
  await sql`insert into binned_media (id, album_id, file_id, kind, name, caption, sequence, uploaded_by, size_bytes, status, rotation, created_at, updated_at, with_album)
    select gen_random_uuid(), ${album}, id, 'image', 'a', '', row_number() over (), owner_id, 1, 6, 0, now(), now(), true
    from files where owner_id = ${ana.user._id}`.execute(test.db);
  expect((await ana.call('DELETE', `/bin/${ana.user._id}`, { all: true })).statusCode).toBe(200);
  expect(await test.db.selectFrom('files').select('id').where('owner_id', '=', ana.user._id).execute()).toEqual([]);
});
