import { createHash } from 'node:crypto';
import http from 'node:http';
import path from 'node:path';
import { type Album, LIMITS, type Media, TUS_PATH } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, type TestPerson } from '../../testing/builders.ts';
import { linkDatabase } from '../../testing/database-link.ts';
import { aJpeg, aVideo } from '../../testing/media-files.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let bob: TestPerson;
let album: Album;
let origin: string;

beforeAll(async () => {
  test = await createTestApp();
  origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
  ana = await aPerson(test, { devices: 5 });
  bob = await aPerson(test, { name: 'Bob' });
  album = await anAlbum(ana);
});
afterAll(() => test.close());

const call = (person: TestPerson, method: string, url: string, headers: Record<string, string> = {}, body?: Buffer): Promise<Response> =>
  fetch(new URL(url, origin), {
    method,
    headers: { authorization: person.token, 'tus-resumable': '1.0.0', ...headers },
    body: body && new Uint8Array(body),
  });

const metadata = (name: string, albumId: string) => `filename ${btoa(name)},albumId ${btoa(albumId)}`;
const create = (sizeBytes: number, { person = ana, name = 'wall.jpg', albumId = album._id } = {}) =>
  call(person, 'POST', TUS_PATH, { 'upload-length': String(sizeBytes), 'upload-metadata': metadata(name, albumId) });
const patch = (url: string, offset: number, bytes: Buffer, person = ana) =>
  call(person, 'PATCH', url, { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }, bytes);
const begin = async (sizeBytes: number, name?: string) => (await create(sizeBytes, { name })).headers.get('location') ?? '';
const listTus = () => test.files.resumable();

it('allows no other origin to read its responses', async () => {
  const answers = [
    await call(ana, 'OPTIONS', TUS_PATH, { origin: 'https://elsewhere.example' }),
    await call(ana, 'POST', TUS_PATH, {
      origin: 'https://elsewhere.example',
      'upload-length': '10',
      'upload-metadata': metadata('a.jpg', album._id),
    }),
  ];
  for (const { headers } of answers) expect(headers.get('access-control-allow-origin') ?? '').not.toMatch(/elsewhere|\*/);
  await call(ana, 'DELETE', answers.at(-1)?.headers.get('location') ?? '');
});

describe('unfinished uploads', () => {
  it('are limited to 100 per account when many are created at once', async () => {
    const eva = await aPerson(test, { name: 'Eva' });
    const albumId = (await anAlbum(eva))._id;
    const created = await Promise.all(Array.from({ length: 130 }, () => create(10, { person: eva, albumId })));
    expect(created.filter(({ status }) => status === 201)).toHaveLength(LIMITS.openUploads);
    const refused = created.find(({ status }) => status !== 201);
    expect(refused?.status).toBe(429);
    expect(await refused?.json()).toMatchObject({ error: true, code: 'TOO_MANY_UPLOADS' });
    const done = created.find(({ status }) => status === 201)?.headers.get('location') ?? '';
    expect((await call(eva, 'DELETE', done)).status).toBe(204);
    expect((await create(10, { person: eva, albumId })).status).toBe(201);
    await test.db
      .updateTable('upload_reservations')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', eva.user._id)
      .execute();
    await test.runWorkerTasks('uploads.reservations');
    expect((await listTus()).filter((name) => created.some((one) => one.headers.get('location')?.endsWith(name)))).toEqual([]);
  });
});

describe('a resumable upload', () => {
  it('is sent in parts and becomes a media of its album', async () => {
    const bytes = await aVideo({ seconds: 1 });
    const url = await begin(bytes.length, '../clip.mp4');
    expect((await patch(url, 0, bytes.subarray(0, 1000))).headers.get('upload-offset')).toBe('1000');
    expect((await call(ana, 'HEAD', url)).headers.get('upload-offset')).toBe('1000');
    const last = await patch(url, 1000, bytes.subarray(1000));
    expect(last.status).toBe(204);
    const mediaId = last.headers.get('x-media-id');
    const { result } = (await ana.call('GET', `/medias/media/${mediaId}`)).json<{ result: Media }>();
    expect(result).toMatchObject({ albumId: album._id, name: 'clip', status: 1, mediaFile: { size: bytes.length, mimetype: 'video/mp4' } });
    expect((await call(ana, 'HEAD', url)).headers.get('upload-offset')).toBe(String(bytes.length));
    expect(await test.db.selectFrom('upload_reservations').selectAll().execute()).toEqual([]);
    await test.runJobs();
    expect((await ana.call('GET', `/medias/media/${mediaId}`)).json().result.status).toBe(6);
  });

  it('is placed in the order of selection, regardless of the order of arrival', async () => {
    const [mixed, carl] = [await anAlbum(ana, { name: 'Mixed' }), await aPerson(test, { name: 'Carl' })];
    await joinAlbum(ana, mixed._id, carl, 'write');
    let width = 100;
    const send = async (name: string, chosenAt: number, person: TestPerson) => {
      const bytes = await aJpeg({ width: width++, height: 80 });
      const about = `${metadata(name, mixed._id)},chosenAt ${btoa(String(chosenAt))}`;
      const made = await call(person, 'POST', TUS_PATH, { 'upload-length': String(bytes.length), 'upload-metadata': about });
      await patch(made.headers.get('location') ?? '', 0, bytes, person);
    };
    for (const [name, chosenAt] of [
      ['two', 2],
      ['five', 5],
      ['one', 1],
      ['four', 4],
      ['six', 6],
      ['three', 3],
    ] as const)
      await send(name, chosenAt, carl);
    await send('hers', 2, ana);
    const { result } = (await ana.call('GET', `/medias/${mixed._id}`)).json<{ result: Media[] }>();
    expect(result.map(({ name }) => name)).toEqual(['one', 'two', 'three', 'four', 'five', 'six', 'hers']);
    const refused = await call(ana, 'POST', TUS_PATH, {
      'upload-length': '10',
      'upload-metadata': `${metadata('x.jpg', mixed._id)},chosenAt ${btoa('yesterday')}`,
    });
    expect(await refused.json()).toMatchObject({ code: 'INVALID', message: expect.stringContaining('chosenAt') });
  });

  it('has a reservation of 15 minutes, and of a day once bytes were received', async () => {
    const url = await begin(5000);
    const minutesLeft = async () => {
      const { rows } = await sql<{ minutes: number }>`select round(extract(epoch from expires_at - now()) / 60)::integer as minutes
        from upload_reservations where id = ${path.basename(url)}`.execute(test.db);
      return rows[0]?.minutes;
    };
    expect(await minutesLeft()).toBe(15);
    await patch(url, 0, Buffer.alloc(1000));
    expect(await minutesLeft()).toBe(25 * 60);
    await call(ana, 'DELETE', url);
  });

  it('loses its reservation when its account loses write access, and others keep theirs', async () => {
    const carl = await aPerson(test, { name: 'Carl' });
    await joinAlbum(ana, album._id, bob, 'write');
    await joinAlbum(ana, album._id, carl, 'write');
    const reservedBy = async () => {
      const rows = await test.db.selectFrom('upload_reservations').select('user_id').where('album_id', '=', album._id).execute();
      return rows.map((row) => row.user_id).toSorted();
    };
    for (const person of [ana, bob, carl]) await create(5000, { person });
    await ana.call('PUT', `/albums/share/${album._id}`, { emailArr: [{ email: bob.email, permission: 'read' }], userRemoveId: [] });
    expect(await reservedBy()).toEqual([ana.user._id, carl.user._id].toSorted());
    await carl.call('DELETE', `/albums/shares/${album._id}`, { userRemoveId: [carl.user._id] });
    expect(await reservedBy()).toEqual([ana.user._id]);
    await ana.call('DELETE', `/albums/shares/${album._id}`, { userRemoveId: [bob.user._id] });
    await test.db.deleteFrom('upload_reservations').execute();
  });

  it('that is sent to two processes concurrently is one upload', async () => {
    const peer = await createTestApp({}, undefined, test);
    const other = await peer.app.listen({ port: 0, host: '127.0.0.1' });
    const alive = ['test', 'peer'].map((process_id) => ({ process_id, worker_ids: [] }));
    await test.db.insertInto('process_heartbeats').values(alive).execute();
    const before = await test.db.selectFrom('files').select('id').where('root_id', 'is', null).execute();
    const bytes = await aJpeg({ width: 200, height: 120 });
    const onPeer = (url: string) => new URL(url, other).href;
    const url = await begin(bytes.length);
    await patch(url, 0, bytes.subarray(0, 1000));
    const rest = bytes.subarray(1000);
    const sent = await Promise.all([
      patch(url, 1000, rest),
      patch(onPeer(url), 1000, rest),
      patch(url, 1000, rest),
      patch(onPeer(url), 1000, rest),
    ]);
    expect(sent.some(({ status }) => status === 204)).toBe(true);
    for (const { status } of sent) expect([204, 404, 409, 423, 400]).toContain(status);
    const statuses = await Promise.all([call(ana, 'HEAD', url), call(ana, 'HEAD', onPeer(url))]);
    const ids = statuses.map((answer) => answer.headers.get('x-media-id'));
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(ids).size).toBe(1);
    const after = await test.db.selectFrom('files').select(['id', 'sha256']).where('root_id', 'is', null).execute();
    expect(after).toHaveLength(before.length + 1);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(after.filter((file) => file.sha256 === sha256)).toHaveLength(1);
    await peer.close();
    await test.db.deleteFrom('process_heartbeats').execute();
  });

  it('continues immediately after the writing process has died', async () => {
    const bytes = await aJpeg({ width: 220, height: 120 });
    const url = await begin(bytes.length);
    await patch(url, 0, bytes.subarray(0, 1000));
    const held = { held_by: 'a-dead-process:1', held_until: new Date(Date.now() + 30_000) };
    await test.db.updateTable('upload_reservations').set(held).execute();
    expect((await patch(url, 1000, bytes.subarray(1000))).status).toBe(204);
  });

  it('belongs to the account that created it', async () => {
    const url = await begin(5000);
    expect((await call(bob, 'HEAD', url)).status).toBe(404);
    expect((await patch(url, 0, Buffer.alloc(10), bob)).status).toBe(404);
    expect((await call(bob, 'DELETE', url)).status).toBe(404);
    expect((await fetch(new URL(url, origin), { method: 'HEAD' })).status).toBe(401);
    expect((await call(ana, 'HEAD', `${TUS_PATH}/..%2f..%2fmail`)).status).toBe(404);
    expect((await call(ana, 'DELETE', url)).status).toBe(204);
  });

  it('is refused before its first byte when it could not be completed', async () => {
    const refusalOf = async (...input: Parameters<typeof create>) => {
      const answer = await create(...input);
      return [answer.status, ((await answer.json()) as { code: string }).code];
    };
    expect(await refusalOf(5000, { albumId: crypto.randomUUID() })).toEqual([404, 'NOT_FOUND']);
    expect(await refusalOf(5000, { person: bob })).toEqual([404, 'NOT_FOUND']);
    expect(await refusalOf(0)).toEqual([422, 'FILE_EMPTY']);
    expect(await refusalOf(5e9 + 1)).toEqual([413, 'FILE_TOO_LARGE']);
    expect(await refusalOf(5e9)).toEqual([413, 'ALBUM_FULL']);
    expect(await refusalOf(5000, { albumId: 'x' })).toEqual([422, 'INVALID']);
  });

  it('with other content than declared is refused at its end and deleted', async () => {
    const page = Buffer.from('<!doctype html><title>cat.jpg</title>');
    const url = await begin(page.length, 'cat.jpg');
    const before = (await listTus()).length;
    const answer = await patch(url, 0, page);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([415, 'FILE_UNSUPPORTED']);
    expect((await call(ana, 'HEAD', url)).status).toBe(404);
    expect((await listTus()).length).toBe(before - 1);
  });

  it('that was complete when the server died is imported on the client’s next request', async () => {
    const bytes = await aJpeg();
    const url = await begin(bytes.length);
    await patch(url, 0, bytes.subarray(0, -1));
    const id = url.split('/').at(-1) ?? '';
    await test.files.uploadTemp(id, bytes);
    const answers = await Promise.all([call(ana, 'HEAD', url), call(ana, 'HEAD', url)]);
    expect(answers.map((answer) => answer.headers.get('x-media-id'))).toEqual([expect.any(String), answers[0]?.headers.get('x-media-id')]);
    expect(await test.db.selectFrom('media').select('id').where('file_id', '=', id).execute()).toHaveLength(1);
  });

  it('is refused with 503 while the database is unreachable, and continues once it is back', async () => {
    const bytes = await aJpeg();
    const { pathname } = new URL(await begin(bytes.length), origin);
    const link = await linkDatabase(test.databaseUrl);
    const other = await createTestApp({}, undefined, { databaseUrl: link.url, dataDir: test.dataDir, storageEnv: test.storageEnv });
    const url = new URL(pathname, await other.app.listen({ port: 0, host: '127.0.0.1' })).href;
    await link.cut();
    const refused = await patch(url, 0, bytes);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await refused.json()).toMatchObject({ error: true, code: 'UNAVAILABLE' });
    await link.restore();
    expect((await patch(url, 0, bytes)).status).toBe(204);
    await other.close();
    await link.cut();
  });

  it('is taken over from a connection that hangs', async () => {
    const bytes = await aJpeg({ width: 200, height: 100 });
    const url = await begin(bytes.length);
    const headers = {
      authorization: ana.token,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    };
    const hanging = http.request(new URL(url, origin), { method: 'PATCH', headers: { ...headers, 'content-length': bytes.length } });
    hanging.on('error', () => undefined);
    hanging.write(bytes.subarray(0, 500));
    await new Promise((resolve) => setTimeout(resolve, 300));
    const offset = Number((await call(ana, 'HEAD', url)).headers.get('upload-offset'));
    expect(offset).toBe(500);
    expect((await patch(url, offset, bytes.subarray(offset))).headers.get('x-media-id')).not.toBeNull();
    hanging.destroy();
  });
});
