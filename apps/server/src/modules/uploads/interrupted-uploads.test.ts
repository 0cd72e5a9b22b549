import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { aPerson, postFile, type TestPerson } from '../../testing/builders.ts';
import { aJpeg, aVideo } from '../../testing/media-files.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { findStorageUsage } from '../entitlements/index.ts';

let test: TestApp;
let ana: TestPerson;
let origin: string;

beforeAll(async () => {
  test = await createTestApp();
  origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
  ana = await aPerson(test);
});
afterAll(() => test.close());

const listTemp = () => test.files.temp();
const reservations = () => test.db.selectFrom('upload_reservations').selectAll().execute();

/** Timeout of a condition, which can take longer than a second on a busy machine. */
const LONG = { timeout: 30_000 };

describe('an interrupted upload', () => {
  it('leaves neither bytes nor a reservation behind', async () => {
    const headers = { authorization: ana.token, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 50_000_000 };
    const request = http.request(new URL('/api/uploads', origin), { method: 'POST', headers });
    request.on('error', () => undefined);
    request.write('--x\r\ncontent-disposition: form-data; name="file"; filename="half.jpg"\r\n\r\n');
    request.write(Buffer.concat([await aJpeg(), Buffer.alloc(8_000_000)]));
    await vi.waitFor(async () => expect(await listTemp()).toHaveLength(1), LONG);
    expect(await reservations()).toHaveLength(1);
    request.destroy();
    await vi.waitFor(async () => {
      expect(await listTemp()).toEqual([]);
      expect(await reservations()).toEqual([]);
    }, LONG);
  });

  it('of a server that died is deleted when its reservation has expired', async () => {
    const { workerTasks } = test.modules;
    const id = crypto.randomUUID();
    await test.db
      .insertInto('upload_reservations')
      .values({ id, user_id: ana.user._id, payer_id: ana.user._id, album_id: null, size_bytes: 10, expires_at: new Date(0) })
      .execute();
    await workerTasks.find((task) => task.name === 'uploads.reservations')?.run();
    expect(await reservations()).toEqual([]);
  });
});

describe('large uploads', () => {
  it('are hashed on a thread, with the same checksum', async () => {
    const bytes = Buffer.concat([await aVideo({ seconds: 1 }), Buffer.alloc(9_000_000, 'x')]);
    const answer = await postFile(test, ana, { name: 'large.mp4', bytes });
    const { key } = answer.json<{ result: [{ key: string }] }>().result[0];
    const stored = await test.db.selectFrom('files').select('sha256').where('id', '=', key).executeTakeFirstOrThrow();
    const expected = Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex');
    expect(stored.sha256).toBe(expected);
  });
});

describe('uploads that were never added to an album', () => {
  it('are deleted with their bytes and reservations after a day', async () => {
    const answer = await postFile(test, ana, { name: 'lost.jpg', bytes: await aJpeg({ width: 40, height: 30 }) });
    const { key } = answer.json<{ result: [{ key: string }] }>().result[0];
    const clear = test.modules.workerTasks.find((task) => task.name === 'files.forgotten');
    await clear?.run();
    expect(await test.db.selectFrom('files').select('id').where('id', '=', key).execute()).toHaveLength(1);
    await test.db
      .updateTable('files')
      .set({ created_at: new Date(Date.now() - 25 * 3600_000) })
      .execute();
    await clear?.run();
    await test.runJobs();
    expect(await test.db.selectFrom('files').select('id').execute()).toEqual([]);
    expect(await findStorageUsage(test.db, ana.user._id)).toBe(0);
  });
});

describe('media whose job is lost', () => {
  it('are marked failed instead of waiting forever', async () => {
    const album = (await ana.call('POST', '/albums', { name: 'Lost' })).json<{ result: { _id: string } }>().result;
    const { key } = (await postFile(test, ana, { name: 'lost.jpg', bytes: await aJpeg() })).json<{ result: [{ key: string }] }>().result[0];
    await ana.call('POST', '/medias', { albumId: album._id, mediaFile: [{ key }] });
    const sweep = test.modules.workerTasks.find((task) => task.name === 'media.abandoned');
    await test.db
      .updateTable('media')
      .set({ updated_at: new Date(0) })
      .execute();
    await sweep?.run();
    const state = () => test.db.selectFrom('media').select(['status', 'failure_reason']).executeTakeFirstOrThrow();
    expect((await state()).status).toBe(1);
    await test.db.deleteFrom('graphile_worker._private_jobs' as never).execute();
    await sweep?.run();
    expect(await state()).toEqual({ status: 9, failure_reason: 'Processing failed after several attempts.' });
  });
});
