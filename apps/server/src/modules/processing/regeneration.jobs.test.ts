import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { anAlbum, aPerson, type TestPerson, uploadFile } from '../../testing/builders.ts';
import { aPlainHeic, displayP3ColourBox, readCenterColour } from '../../testing/media-files.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test);
});
afterAll(() => test.close());

const listDerivatives = (fileId: string) =>
  test.db.selectFrom('files').select(['id', 'role', 'recipe', 'storage_key']).where('root_id', '=', fileId).orderBy('role').execute();
const regenerate = async () => {
  await test.modules.workerTasks.find((task) => task.name === 'media.remake')?.run();
  await test.runJobs();
};

/** Creates a HEIC whose derivatives have the version and keys of an earlier release. */
async function anOldHeic(): Promise<string> {
  const album = await anAlbum(ana);
  const bytes = await aPlainHeic([234, 51, 35], await displayP3ColourBox());
  const { key } = await uploadFile(test, ana, { name: 'red.heic', bytes });
  await ana.call('POST', '/medias', { albumId: album._id, mediaFile: [{ key }] });
  await test.runJobs();
  for (const { id, storage_key } of await listDerivatives(key)) {
    const oldKey = storage_key.replace(/\.r\d$/, '');
    await test.files.put(oldKey, await test.files.read(storage_key));
    await test.files.remove(storage_key);
    await test.db.updateTable('files').set({ recipe: 1, storage_key: oldKey }).where('id', '=', id).execute();
  }
  return key;
}

it('regenerates outdated derivatives of a HEIC, and deletes the old bytes later', async () => {
  const fileId = await anOldHeic();
  const before = await listDerivatives(fileId);
  await regenerate();
  const after = await listDerivatives(fileId);
  expect(after.map(({ role, recipe }) => [role, recipe])).toEqual([
    ['display', 2],
    ['screen', 3],
  ]);
  expect(after.map(({ id }) => id)).not.toEqual(before.map(({ id }) => id));
  const screen = await test.files.read(after[1]?.storage_key ?? '');
  expect((await readCenterColour(screen))[0]).toBeGreaterThan(245);
  // A request may still be reading them.
  for (const { storage_key } of before) expect((await test.files.read(storage_key)).length).toBeGreaterThan(0);
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(test.db);
  await test.runJobs();
  for (const { storage_key } of before) expect(await test.files.has(storage_key)).toBe(false);
  const jobs = await sql`select id from graphile_worker.jobs`.execute(test.db);
  await regenerate();
  expect(jobs.rows).toEqual([]);
  expect(await listDerivatives(fileId)).toEqual(after);
});

it('keeps the derivatives of a photo that no longer decodes, without retrying', async () => {
  const fileId = await anOldHeic();
  const develop = vi.spyOn(test.tools.jobImages, 'develop').mockRejectedValue(new AppError('FILE_BROKEN'));
  const before = await listDerivatives(fileId);
  await regenerate();
  await regenerate();
  expect(develop).toHaveBeenCalledTimes(1);
  expect((await listDerivatives(fileId)).map(({ id, storage_key }) => [id, storage_key])).toEqual(
    before.map(({ id, storage_key }) => [id, storage_key]),
  );
  develop.mockRestore();
});
