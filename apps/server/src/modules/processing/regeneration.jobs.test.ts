import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { anAlbum, aPerson, type TestPerson, uploadFile } from '../../testing/builders.ts';
import { aPlainHeic, phoneColours, readMiddle } from '../../testing/media-files.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  test = await createTestApp();
  ana = await aPerson(test);
});
afterAll(() => test.close());

const madeOf = (fileId: string) =>
  test.db.selectFrom('files').select(['id', 'role', 'recipe', 'storage_key']).where('root_id', '=', fileId).orderBy('role').execute();
const remake = async () => {
  await test.modules.workerTasks.find((task) => task.name === 'media.remake')?.run();
  await test.runJobs();
};

/** As an earlier version of the product left it. */
async function anOldHeic(): Promise<string> {
  const album = await anAlbum(ana);
  const bytes = await aPlainHeic([234, 51, 35], await phoneColours());
  const { key } = await uploadFile(test, ana, { name: 'red.heic', bytes });
  await ana.call('POST', '/medias', { albumId: album._id, mediaFile: [{ key }] });
  await test.runJobs();
  for (const { id, storage_key } of await madeOf(key)) {
    const oldKey = storage_key.replace(/\.r\d$/, '');
    await test.files.put(oldKey, await test.files.read(storage_key));
    await test.files.remove(storage_key);
    await test.db.updateTable('files').set({ recipe: 1, storage_key: oldKey }).where('id', '=', id).execute();
  }
  return key;
}

it('makes what an older recipe made of a HEIC again, and lets the old bytes go later', async () => {
  const fileId = await anOldHeic();
  const before = await madeOf(fileId);
  await remake();
  const after = await madeOf(fileId);
  expect(after.map(({ role, recipe }) => [role, recipe])).toEqual([
    ['display', 2],
    ['screen', 3],
  ]);
  expect(after.map(({ id }) => id)).not.toEqual(before.map(({ id }) => id));
  const screen = await test.files.read(after[1]?.storage_key ?? '');
  expect((await readMiddle(screen))[0]).toBeGreaterThan(245);
  // A request may still be reading them.
  for (const { storage_key } of before) expect((await test.files.read(storage_key)).length).toBeGreaterThan(0);
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(test.db);
  await test.runJobs();
  for (const { storage_key } of before) expect(await test.files.has(storage_key)).toBe(false);
  const jobs = await sql`select id from graphile_worker.jobs`.execute(test.db);
  await remake();
  expect(jobs.rows).toEqual([]);
  expect(await madeOf(fileId)).toEqual(after);
});

it('leaves a photo that no longer decodes as it is, and stops trying', async () => {
  const fileId = await anOldHeic();
  const develop = vi.spyOn(test.tools.jobImages, 'develop').mockRejectedValue(new AppError('FILE_BROKEN'));
  const before = await madeOf(fileId);
  await remake();
  await remake();
  expect(develop).toHaveBeenCalledTimes(1);
  expect((await madeOf(fileId)).map(({ id, storage_key }) => [id, storage_key])).toEqual(
    before.map(({ id, storage_key }) => [id, storage_key]),
  );
  develop.mockRestore();
});
