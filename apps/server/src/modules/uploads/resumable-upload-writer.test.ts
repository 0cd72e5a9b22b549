import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { createS3Storage } from '../../platform/storage/s3-storage.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { createMemoryObjects, type InjectedFault } from '../../testing/memory-objects.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { getOriginalKey } from '../files/index.ts';
import { TusObjectStore } from './tus-object-store.ts';

const PART_BYTES = 64;

let database: TestDatabase;
let scratch: string;
beforeAll(async () => {
  database = await createTestDatabase();
  scratch = await mkdtemp(path.join(os.tmpdir(), 'vitrine-arriving-'));
});
afterAll(async () => {
  await database.close();
  await rm(scratch, { recursive: true, force: true });
});

const openStorage = (objects: ReturnType<typeof createMemoryObjects>['store']): Promise<Storage> =>
  createS3Storage({ objects, scratch, processId: 'test', cacheBytes: 1e6, accelPath: undefined });
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Yields bytes like a socket: a few at a time, possibly ending with an error. */
async function* flow(bytes: Buffer, step: number, isCut: boolean): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
  if (isCut) throw new Error('The connection broke');
}

const fault = fc.constantFrom<InjectedFault>('refused', 'response lost');
const requests = fc.array(
  fc.record({
    bytes: fc.nat({ max: 400 }),
    step: fc.integer({ min: 1, max: 90 }),
    isCut: fc.boolean(),
    /** Whether the request declares its length. An interrupted one sends less. */
    announcesAll: fc.boolean(),
    /** Fault of the next request of each kind. */
    faults: fc.dictionary(fc.constantFrom('put', 'begin', 'putPart', 'complete', 'get', 'head'), fault, { maxKeys: 2 }),
  }),
  { minLength: 1, maxLength: 8, size: 'max' },
);

describe('a resumable upload to an object store', () => {
  it('is complete with the right checksum despite interrupted requests and failing store calls in any process', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 700 }), requests, async (sizeBytes, tries) => {
        const [bytes, id] = [Buffer.from(Array.from({ length: sizeBytes }, (_, at) => (at * 31) % 251)), newId()];
        let faults: Record<string, InjectedFault> = {};
        const getFault = (verb: string) => {
          const { [verb]: found, ...rest } = faults;
          faults = rest;
          return found;
        };
        const { store: objects, objects: stored, uploads } = createMemoryObjects(getFault);
        const storage = await openStorage(objects);
        // Each request reaches another process, which knows only the state of the database and the store.
        const open = () => new TusObjectStore({ db: database.db, storage, objects, partBytes: PART_BYTES });
        await open().create({ id, size: bytes.length, offset: 0, metadata: {} } as never);
        const send = async (most: number, step: number, isCut: boolean, announcesAll: boolean) => {
          const { offset } = await open().getUpload(id);
          if (offset === bytes.length) return offset;
          const reached = await open()
            .write(flow(bytes.subarray(offset, offset + most), step, isCut), id, offset, announcesAll ? bytes.length - offset : undefined)
            .catch(() => undefined);
          const after = (await open().getUpload(id)).offset;
          expect(after).toBeGreaterThanOrEqual(offset);
          if (reached !== undefined) expect(after).toBe(reached);
          return after;
        };
        for (const { bytes: most, step, isCut, announcesAll, faults: planned } of tries) {
          faults = planned;
          await send(most, step, isCut, announcesAll);
        }
        faults = {};
        expect(await send(bytes.length, 50, false, true)).toBe(bytes.length);
        const settled = await open().finalize(await open().getUpload(id));
        expect(settled).toEqual({ sha256: sha256(bytes), sizeBytes: bytes.length, tempPath: null });
        expect(stored.get(getOriginalKey(id))?.equals(bytes)).toBe(true);
        await open().deleteUpload(id);
        expect([...stored.keys()]).toEqual([getOriginalKey(id)]);
        expect(uploads.size).toBeLessThanOrEqual(tries.length);
        expect((await readdir(path.join(scratch, 'tmp'))).filter((name) => !name.endsWith('.copies'))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it('that consists of whole parts is not reported as complete before the object is completed', async () => {
    let fault: InjectedFault | undefined = 'refused';
    const storage = createMemoryObjects((verb) => (verb === 'complete' ? fault : undefined));
    const uploads = new TusObjectStore({
      db: database.db,
      storage: await openStorage(storage.store),
      objects: storage.store,
      partBytes: PART_BYTES,
    });
    const [id, bytes] = [newId(), Buffer.alloc(3 * PART_BYTES, 7)];
    await uploads.create({ id, size: bytes.length, offset: 0, metadata: {} } as never);
    await expect(uploads.write(flow(bytes, 10, false), id, 0)).rejects.toThrow();
    const { offset } = await uploads.getUpload(id);
    expect(offset).toBe(2 * PART_BYTES);
    fault = undefined;
    expect(await uploads.write(flow(bytes.subarray(offset), 10, false), id, offset)).toBe(bytes.length);
    expect((await uploads.finalize(await uploads.getUpload(id))).sha256).toBe(sha256(bytes));
  });

  it('has one writer at a time, and a replaced writer gets an error', async () => {
    const { store: objects } = createMemoryObjects();
    const storage = await openStorage(objects);
    const open = () => new TusObjectStore({ db: database.db, storage, objects, partBytes: PART_BYTES });
    const [id, bytes] = [newId(), Buffer.alloc(100, 7)];
    await open().create({ id, size: bytes.length, offset: 0, metadata: {} } as never);
    const slow = async function* () {
      yield bytes.subarray(0, 30);
      expect(await open().write(flow(bytes.subarray(0, 40), 40, false), id, 0)).toBe(40);
      yield bytes.subarray(30, 50);
    };
    await expect(open().write(slow(), id, 0)).rejects.toMatchObject({ status_code: 409 });
    expect((await open().getUpload(id)).offset).toBe(40);
    expect(await open().write(flow(bytes.subarray(40), 9, false), id, 40)).toBe(100);
    expect((await open().finalize(await open().getUpload(id))).sha256).toBe(sha256(bytes));
  });
});
