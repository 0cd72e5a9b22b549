import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type Album, type Media, TUS_PATH } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, type TestPerson } from '../../testing/builders.ts';
import { aJpeg, aVideo } from '../../testing/media-files.ts';
import { startS3, type TestS3 } from '../../testing/s3-server.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

/** Two processes of one installation that share a database and an object store, and nothing on the disk. */
let s3: TestS3;
let processes: { app: TestApp; origin: string }[];
let ana: TestPerson;
let album: Album;

beforeAll(async () => {
  s3 = await startS3();
  const env = { ...s3.env, SERVER_KEY: randomBytes(32).toString('base64') };
  const first = await createTestApp(env);
  const second = await createTestApp(env, undefined, { ...first, dataDir: path.join(first.dataDir, 'beside') });
  processes = await Promise.all(
    [first, second].map(async (app) => ({ app, origin: await app.app.listen({ port: 0, host: '127.0.0.1' }) })),
  );
  ana = await aPerson(first, { devices: 5 });
  album = await anAlbum(ana);
});
afterAll(async () => {
  for (const { app } of processes.toReversed()) await app.close();
  await s3.close();
});

const processAt = (turn: number) => processes[turn % processes.length] ?? { app: {} as TestApp, origin: '' };
const call = (turn: number, method: string, url: string, headers: Record<string, string> = {}, body?: Buffer): Promise<Response> =>
  fetch(new URL(url, processAt(turn).origin), {
    method,
    headers: { authorization: ana.token, 'tus-resumable': '1.0.0', ...headers },
    body: body && new Uint8Array(body),
  });
async function begin(sizeBytes: number, name: string): Promise<string> {
  const metadata = `filename ${btoa(name)},albumId ${btoa(album._id)}`;
  const answer = await call(0, 'POST', TUS_PATH, { 'upload-length': String(sizeBytes), 'upload-metadata': metadata });
  expect(answer.status).toBe(201);
  return new URL(answer.headers.get('location') ?? '', processAt(0).origin).pathname;
}
const patch = (turn: number, url: string, offset: number, bytes: Buffer) =>
  call(turn, 'PATCH', url, { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }, bytes);
const mediaOf = async (id: string | null) => (await ana.call('GET', `/medias/media/${id}`)).json<{ result: Media }>().result;
const readStored = async (turn: number, key: string) =>
  Buffer.from(await (await call(turn, 'GET', `/api/uploads/media/download/?key=${key}`)).arrayBuffer());

describe('two processes on one object store', () => {
  it('take turns at one upload, which is stored unchanged and shown by both', async () => {
    const bytes = await aJpeg({ width: 900, height: 600 });
    const url = await begin(bytes.length, 'turns.jpg');
    const step = Math.ceil(bytes.length / 5);
    let answer = new Response();
    for (let at = 0, turn = 0; at < bytes.length; at += step, turn++) {
      expect(Number((await call(turn + 1, 'HEAD', url)).headers.get('upload-offset'))).toBe(at);
      answer = await patch(turn, url, at, bytes.subarray(at, at + step));
      expect(answer.status).toBe(204);
    }
    const { mediaFile } = await mediaOf(answer.headers.get('x-media-id'));
    for (const turn of [0, 1]) {
      expect((await readStored(turn, mediaFile.key)).equals(bytes)).toBe(true);
      expect((await call(turn, 'GET', `/api/uploads?key=${mediaFile.key}&width=320&fit=inside`)).headers.get('content-type')).toBe(
        'image/jpeg',
      );
    }
    const row = await processAt(0).app.db.selectFrom('files').select('sha256').where('id', '=', mediaFile.key).executeTakeFirst();
    expect(row?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('refer to one media after duplicate checks in both processes', async () => {
    const bytes = await aJpeg({ width: 320, height: 200 });
    const url = await begin(bytes.length, 'once.jpg');
    const sent = await Promise.all([0, 1, 0, 1].map((turn) => patch(turn, url, 0, bytes)));
    expect(sent.some(({ status }) => status === 204)).toBe(true);
    const ids = await Promise.all([0, 1].map(async (turn) => (await call(turn, 'HEAD', url)).headers.get('x-media-id')));
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(ids[1]).toBe(ids[0]);
  });

  it('prepare a video in the process that did not receive it, and play its parts from both', async () => {
    const bytes = await aVideo();
    const url = await begin(bytes.length, 'film.mp4');
    const id = (await patch(1, url, 0, bytes)).headers.get('x-media-id');
    await processAt(0).app.runJobs();
    const media = await mediaOf(id);
    expect(media).toMatchObject({ kind: 'video', status: 6 });
    for (const turn of [0, 1]) {
      const address = `/api/${media.main?.replace('main.m3u8', 'seg_0.m4s')}`;
      const answer = await call(turn, 'GET', address, { range: 'bytes=0-3' });
      expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([206, 4]);
    }
    const [one, other] = await Promise.all([readStored(0, media.mediaFile.key), readStored(1, media.mediaFile.key)]);
    expect(one.equals(bytes) && other.equals(bytes)).toBe(true);
  });

  it('leave nothing in the store after deletion', async () => {
    const rows = await processAt(0).app.db.selectFrom('media').select('id').where('album_id', '=', album._id).execute();
    await ana.call('DELETE', `/medias/${album._id}`, { mediaIdArr: rows.map(({ id }) => id) });
    await ana.call('DELETE', `/bin/${ana.user._id}`, { mediaIdArr: rows.map(({ id }) => id) });
    await processAt(1).app.runJobs();
    // Renditions expire by the bucket's lifecycle rule.
    expect((await s3.keys()).filter((key) => !key.startsWith('renditions/'))).toEqual([]);
    for (const { app } of processes)
      expect((await readdir(path.join(app.dataDir, 'scratch', 'tmp'))).filter((name) => !name.endsWith('.copies'))).toEqual([]);
  });
});
