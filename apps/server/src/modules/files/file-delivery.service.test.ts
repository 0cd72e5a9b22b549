import { afterAll, beforeAll, expect, it } from 'vitest';
import { aPerson, type TestPerson, uploadFile } from '../../testing/builders.ts';
import { aJpeg } from '../../testing/media-files.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

it('looks up a file after the running calls of the same account, and at once for other accounts', async () => {
  const [ana, ben] = [await aPerson(test), await aPerson(test)];
  const upload = async (person: TestPerson) => (await uploadFile(test, person, { name: 'photo.jpg', bytes: await aJpeg() })).key;
  const keys = { ana: await upload(ana), ben: await upload(ben) };
  const finish: (() => void)[] = [];
  const runningCalls = Array.from({ length: 4 }, () =>
    test.app.runForAccount(ana.user._id, () => new Promise<void>((resolve) => finish.push(resolve))),
  );
  const paths = (key: string) => [`/uploads?key=${key}&width=160`, `/uploads/media/download?key=${key}`];
  const answered: string[] = [];
  const waiting = paths(keys.ana).map(async (path) => {
    const { statusCode } = await ana.call('GET', path);
    answered.push(path);
    return statusCode;
  });
  for (const path of paths(keys.ben)) expect((await ben.call('GET', path)).statusCode).toBe(200);
  expect(answered).toEqual([]);
  for (const done of finish) done();
  await Promise.all(runningCalls);
  expect(await Promise.all(waiting)).toEqual([200, 200]);
});
