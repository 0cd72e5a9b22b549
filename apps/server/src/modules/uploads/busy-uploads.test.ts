import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { type Album, FREE_PLAN, LIMITS, TUS_PATH } from '@vitrine/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { anAlbum, aPerson, type TestPerson } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { findStorageUsage } from '../entitlements/index.ts';

let test: TestApp;
let origin: string;

beforeAll(async () => {
  test = await createTestApp();
  origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => test.close());

/** Pictures of one size in bytes whose content differs. */
async function pictures(count: number): Promise<Buffer[]> {
  const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
  return Array.from({ length: count }, (_, at) => Buffer.concat([jpeg, Buffer.from(String(at).padStart(6, '0'))]));
}

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** Sends a request on its own connection, which can break independently. */
function sendRequest(
  to: string,
  method: string,
  url: string,
  person: TestPerson,
  headers: http.OutgoingHttpHeaders = {},
  body?: Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const all = { authorization: person.token, 'tus-resumable': '1.0.0', 'content-length': body?.length ?? 0, ...headers };
    const request = http.request(new URL(url, to), { method, headers: all, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part)).on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts).toString() }),
      );
    });
    request.on('error', reject).end(body);
  });
}

const create = (to: string, person: TestPerson, albumId: string, sizeBytes: number) =>
  sendRequest(to, 'POST', TUS_PATH, person, {
    'upload-length': sizeBytes,
    'upload-metadata': `filename ${btoa('photo.jpg')},albumId ${btoa(albumId)}`,
  });
const patch = (to: string, person: TestPerson, url: string, offset: number, bytes: Buffer) =>
  sendRequest(
    to,
    'PATCH',
    url,
    person,
    { 'upload-offset': offset, 'content-type': 'application/offset+octet-stream' },
    bytes.subarray(offset),
  );

async function upload(person: TestPerson, albumId: string, bytes: Buffer): Promise<number> {
  const created = await create(origin, person, albumId, bytes.length);
  if (created.status !== 201) {
    expect(created.body).toMatch(/QUOTA_EXCEEDED|ALBUM_FULL/);
    return 0;
  }
  return (await patch(origin, person, created.headers.location ?? '', 0, bytes)).status === 204 ? 1 : 0;
}

describe('concurrent uploads', () => {
  it('never exceed the quota, and use it up to the last file that fits', async () => {
    const ana = await aPerson(test);
    const album = await anAlbum(ana);
    const files = await pictures(50);
    const room = (files[0]?.length ?? 0) * 7 + 100;
    await test.db
      .updateTable('storage_usage')
      .set({ used_bytes: FREE_PLAN.storageBytes - room })
      .where('user_id', '=', ana.user._id)
      .execute();
    const accepted = await Promise.all(files.map((bytes) => upload(ana, album._id, bytes)));
    expect(accepted.filter(Boolean)).toHaveLength(7);
    expect(await findStorageUsage(test.db, ana.user._id)).toBe(FREE_PLAN.storageBytes - 100);
  });

  it('of two people never exceed the album’s size limit', async () => {
    const [ana, bob] = [await aPerson(test), await aPerson(test, { name: 'Bob' })];
    const album = await anAlbum(ana);
    await test.db
      .insertInto('album_shares')
      .values({
        id: newId(),
        album_id: album._id,
        user_id: bob.user._id,
        permission: 'write',
        accepted_at: new Date(),
        invited_by: ana.user._id,
      })
      .execute();
    const files = await pictures(40);
    await test.db
      .updateTable('albums')
      .set({ size_bytes: LIMITS.albumBytes - (files[0]?.length ?? 0) * 7 - 100 })
      .where('id', '=', album._id)
      .execute();
    const accepted = await Promise.all(files.map((bytes, at) => upload(at % 2 ? ana : bob, album._id, bytes)));
    expect(accepted.filter(Boolean)).toHaveLength(7);
    const { size_bytes } = await test.db.selectFrom('albums').select('size_bytes').where('id', '=', album._id).executeTakeFirstOrThrow();
    expect(size_bytes).toBe(LIMITS.albumBytes - 100);
  });

  it('recognize files that the album contains, also when the last response was lost', async () => {
    const [ana, bob] = [await aPerson(test), await aPerson(test, { name: 'Bob' })];
    const album = await anAlbum(ana);
    const [bytes = Buffer.alloc(0)] = await pictures(1);
    const send = async (person: TestPerson, albumId: string) => {
      const url = (await create(origin, person, albumId, bytes.length)).headers.location ?? '';
      return { url, headers: (await patch(origin, person, url, 0, bytes)).headers };
    };
    const first = await send(ana, album._id);
    const second = await send(ana, album._id);
    expect(second.headers['x-media-id']).toBeUndefined();
    expect(second.headers['x-duplicate-of']).toBe(first.headers['x-media-id']);
    const again = await sendRequest(origin, 'HEAD', second.url, ana);
    expect([again.status, again.headers['x-duplicate-of']]).toEqual([200, first.headers['x-media-id']]);
    expect((await sendRequest(origin, 'HEAD', second.url, bob)).status).toBe(404);
    expect(await test.db.selectFrom('media').select('id').where('album_id', '=', album._id).execute()).toHaveLength(1);
    expect(await stored(second.url)).toBe(false);
    expect(await findStorageUsage(test.db, ana.user._id)).toBe(bytes.length);
    const elsewhere = await send(ana, (await anAlbum(ana))._id);
    expect(elsewhere.headers['x-media-id']).toBeDefined();
  });
});

const stored = async (url: string): Promise<boolean> => {
  const id = url.split('/').at(-1) ?? '';
  return test.files.has(`${id.slice(-2)}/${id}`);
};

/** A proxy to the server on which one request in ten fails at a random byte of the request or response. The same seed gives the same failures. */
async function aBadLink(seed: number): Promise<{ url: string; broken: () => number; close: () => Promise<void> }> {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const { port } = test.app.server.address() as AddressInfo;
  let broken = 0;
  const server = net.createServer((from) => {
    const to = net.connect(port, '127.0.0.1');
    const end = () => (from.destroy(), to.destroy());
    const isBad = random() < 0.1;
    const isThere = random() < 0.5;
    let left = isBad ? Math.floor(random() * (isThere ? 1200 : 300)) : Number.POSITIVE_INFINITY;
    const relay = (source: net.Socket, target: net.Socket, isCounted: boolean) =>
      source.on('data', (bytes) => {
        if (isCounted) left -= bytes.length;
        if (left >= 0) return target.write(bytes);
        broken++;
        // A part of the request arrives.
        if (bytes.length + left > 0) target.write(bytes.subarray(0, bytes.length + left));
        setTimeout(end, 5);
      });
    relay(from, to, isThere);
    relay(to, from, !isThere);
    for (const socket of [from, to]) socket.on('error', end).on('close', end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${own}`, broken: () => broken, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

describe('a hundred uploads over a connection on which one request in ten fails', () => {
  it.each([7, 2026])('all succeed after retries, none twice and nothing else (seed %d)', async (seed) => {
    const ana = await aPerson(test);
    const album: Album = await anAlbum(ana);
    const link = await aBadLink(seed);
    const files = await pictures(100);
    const urls = new Map<Buffer, string>();
    const isDone = ({ status, headers }: Answer) => status < 300 && Boolean(headers['x-media-id'] ?? headers['x-duplicate-of']);
    /** Uploads like the browser: resumes at the known offset, otherwise starts again. */
    const attempt = async (bytes: Buffer): Promise<boolean> => {
      const known = urls.get(bytes);
      const url = known ?? (await create(link.url, ana, album._id, bytes.length)).headers.location ?? '';
      urls.set(bytes, url);
      const head = known ? await sendRequest(link.url, 'HEAD', url, ana) : undefined;
      if (head && isDone(head)) return true;
      return isDone(await patch(link.url, ana, url, Number(head?.headers['upload-offset'] ?? 0), bytes));
    };
    /** The client makes three attempts before it reports an upload as failed. */
    const tryThrice = async (bytes: Buffer): Promise<boolean> => {
      for (let at = 0; at < 3; at++) if (await attempt(bytes).catch(() => false)) return true;
      return false;
    };
    const run = async (some: Buffer[]): Promise<Buffer[]> => {
      const failed: Buffer[] = [];
      const queue = [...some];
      const work = async () => {
        for (let bytes = queue.shift(); bytes; bytes = queue.shift()) if (!(await tryThrice(bytes))) failed.push(bytes);
      };
      await Promise.all([work(), work(), work(), work()]);
      return failed;
    };
    expect(await run(await run(files))).toEqual([]);
    expect(link.broken()).toBeGreaterThan(10);
    await link.close();

    const media = await test.db.selectFrom('media').select(['id', 'file_id']).where('album_id', '=', album._id).execute();
    const originals = await test.db.selectFrom('files').select(['id', 'sha256']).where('owner_id', '=', ana.user._id).execute();
    expect(media).toHaveLength(100);
    expect(new Set(originals.map((file) => file.sha256)).size).toBe(100);
    expect(originals).toHaveLength(100);
    expect(await findStorageUsage(test.db, ana.user._id)).toBe(files.reduce((sum, bytes) => sum + bytes.length, 0));
    const known = new Set((await test.db.selectFrom('files').select('id').execute()).map((file) => file.id));
    const stored = (await test.files.keys()).map((key) => path.basename(key)).filter((name) => /^[0-9a-f-]{36}$/.test(name));
    const orphans = stored.filter((id) => !known.has(id));
    expect(orphans).toEqual([]);
  });
});
