import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMemoryObjects } from '../../testing/memory-objects.ts';
import { createS3Storage } from './s3-storage.ts';
import { BUCKET_OWNER_KEY } from './storage-keys.ts';

const KEY = 'media/originals/film';
const BYTES = Buffer.from('the bytes of a film');

let scratch: string;
beforeEach(async () => {
  scratch = await mkdtemp(path.join(os.tmpdir(), 'vitrine-s3-'));
});
afterEach(() => rm(scratch, { recursive: true, force: true }));

async function openStorage(cacheBytes: number) {
  const calls: string[] = [];
  const { store } = createMemoryObjects((verb) => void calls.push(verb));
  await store.put(KEY, BYTES);
  const storage = await createS3Storage({ objects: store, scratch, processId: 'test', cacheBytes, accelPath: undefined });
  const gets = () => calls.filter((verb) => verb === 'get').length;
  return { store, storage, calls, gets, read: async () => buffer(await storage.openRead(KEY, { start: 4, end: 8 })) };
}

it('reads frequently requested objects from a local copy', async () => {
  const { gets, read } = await openStorage(1000);
  for (let times = 1; times <= 3; times++) expect((await read()).toString()).toBe('bytes');
  // Three readers, and the copy.
  await vi.waitFor(() => expect(gets()).toBe(4));
  await vi.waitFor(async () => {
    const before = gets();
    expect((await read()).toString()).toBe('bytes');
    expect(gets()).toBe(before);
  });
});

it('keeps no local copy of a file that would take most of the space', async () => {
  const { calls, gets, read } = await openStorage(BYTES.length * 2);
  for (let times = 1; times <= 6; times++) await read();
  await vi.waitFor(() => expect(calls).toContain('head'));
  expect(gets()).toBe(6);
});

it('does not list the id of the installation as a stored file', async () => {
  const { store, storage } = await openStorage(1000);
  await store.put(BUCKET_OWNER_KEY, Buffer.from('an id'));
  const listed: string[] = [];
  for await (const files of storage.list()) listed.push(...files.map(({ key }) => key));
  expect(listed).toEqual([KEY]);
});
