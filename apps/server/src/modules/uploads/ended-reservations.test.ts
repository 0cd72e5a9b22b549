/** The bytes of a reservation that has ended may be reserved for another upload. */
import { Readable } from 'node:stream';
import { type Album, FREE_PLAN, TUS_PATH } from '@vitrine/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, type TestPerson } from '../../testing/builders.ts';
import { aJpeg } from '../../testing/media-files.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { findStorageUsage } from '../entitlements/index.ts';
import { uploadsModule } from './index.ts';

let test: TestApp;
let ana: TestPerson;
let album: Album;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  ana = await aPerson(test);
  album = await anAlbum(ana);
});

const endReservations = () =>
  test.db
    .updateTable('upload_reservations')
    .set({ expires_at: new Date(0) })
    .execute();
const setUsage = (bytes: number) =>
  test.db.updateTable('storage_usage').set({ used_bytes: bytes }).where('user_id', '=', ana.user._id).execute();
const countMedia = async () => (await test.db.selectFrom('media').select('id').where('album_id', '=', album._id).execute()).length;

describe('an upload whose reservation has ended', () => {
  it('is not found, so that the client announces it again', async () => {
    const bytes = await aJpeg();
    const headers = { authorization: ana.token, 'tus-resumable': '1.0.0' };
    const metadata = `filename ${btoa('wall.jpg')},albumId ${btoa(album._id)}`;
    const created = await test.app.inject({
      method: 'POST',
      url: TUS_PATH,
      headers: { ...headers, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
    });
    await endReservations();
    const sent = await test.app.inject({
      method: 'PATCH',
      url: String(created.headers.location),
      headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      payload: bytes,
    });
    expect(sent.statusCode).toBe(404);
    expect([await countMedia(), await findStorageUsage(test.db, ana.user._id)]).toEqual([0, 0]);
  });

  /** Receives all bytes of an upload, and returns it before it is stored. */
  const receive = async (bytes: Buffer) => {
    const actor = await test.modules.resolvePerson(ana.token);
    if (!actor) throw new Error('No session');
    const upload = await test.modules
      .getApi(uploadsModule)
      .beginStream(actor, { albumId: album._id, fileName: 'wall.jpg', expectedBytes: bytes.length });
    await upload.receive(Readable.from([bytes]));
    return upload;
  };

  it('is stored when it still fits', async () => {
    const bytes = await aJpeg();
    const upload = await receive(bytes);
    await endReservations();
    await setUsage(FREE_PLAN.storageBytes - bytes.length);
    await upload.commit();
    expect([await countMedia(), await findStorageUsage(test.db, ana.user._id)]).toEqual([1, FREE_PLAN.storageBytes]);
  });

  it('is refused when its bytes were used otherwise', async () => {
    const bytes = await aJpeg();
    const upload = await receive(bytes);
    await endReservations();
    await setUsage(FREE_PLAN.storageBytes - bytes.length + 1);
    await expect(upload.commit()).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
    await upload.discard();
    expect([await countMedia(), await findStorageUsage(test.db, ana.user._id)]).toEqual([0, FREE_PLAN.storageBytes - bytes.length + 1]);
  });
});
