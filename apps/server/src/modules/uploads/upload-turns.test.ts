import { TUS_PATH } from '@vitrine/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anAlbum, aPerson, type TestPerson, uploadFile } from '../../testing/builders.ts';
import { aJpeg } from '../../testing/media-files.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let origin: string;
let photo: Buffer;
beforeAll(async () => {
  test = await createTestApp();
  origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
  photo = await aJpeg();
});
afterAll(() => test.close());

/** Occupies the four lanes of the account until the returned function is called. */
function occupyLanes(person: TestPerson): () => Promise<void> {
  const release: (() => void)[] = [];
  const calls = Array.from({ length: 4 }, () =>
    test.app.runForAccount(person.user._id, () => new Promise<void>((resolve) => release.push(resolve))),
  );
  return async () => {
    for (const done of release) done();
    await Promise.all(calls);
  };
}

const countReservations = async (person: TestPerson): Promise<number> =>
  (await test.db.selectFrom('upload_reservations').select('id').where('user_id', '=', person.user._id).execute()).length;

it('reserves space for a form after the running calls of the same account, and at once for other accounts', async () => {
  const [ana, ben] = [await aPerson(test), await aPerson(test)];
  const release = occupyLanes(ana);
  const waiting = Array.from({ length: 3 }, (_, index) => uploadFile(test, ana, { name: `${index}.jpg`, bytes: photo }));
  await uploadFile(test, ben, { name: 'photo.jpg', bytes: photo });
  expect(await countReservations(ana)).toBe(0);
  await release();
  expect(await Promise.all(waiting)).toHaveLength(3);
});

it('completes a resumable upload after the running calls of the same account, and at once for other accounts', async () => {
  const [ana, ben] = [await aPerson(test), await aPerson(test)];
  const send = (person: TestPerson, method: string, url: string, headers: Record<string, string>, body?: Buffer) =>
    fetch(new URL(url, origin), {
      method,
      headers: { authorization: person.token, 'tus-resumable': '1.0.0', ...headers },
      body: body && new Uint8Array(body),
    });
  const create = async (person: TestPerson): Promise<string> => {
    const album = await anAlbum(person);
    const metadata = `filename ${btoa('photo.jpg')},albumId ${btoa(album._id)}`;
    const { headers } = await send(person, 'POST', TUS_PATH, { 'upload-length': String(photo.length), 'upload-metadata': metadata });
    return headers.get('location') ?? '';
  };
  const patch = (person: TestPerson, url: string) =>
    send(person, 'PATCH', url, { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }, photo);
  const [ofAna, ofBen] = [await create(ana), await create(ben)];
  const release = occupyLanes(ana);
  const waiting = patch(ana, ofAna);
  expect((await patch(ben, ofBen)).status).toBe(204);
  expect(await countReservations(ana)).toBe(1);
  expect(await countReservations(ben)).toBe(0);
  await release();
  expect((await waiting).headers.get('x-media-id')).toMatch(/^[0-9a-f-]{36}$/);
});
