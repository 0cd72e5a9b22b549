import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { autocommit, type Database } from '../../platform/database/database.ts';
import { readPart, withPartBuffer } from '../../platform/storage/multipart-upload.ts';
import { type ObjectStore, PART_BYTES } from '../../platform/storage/object-store.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { writeStreamAt } from '../../platform/storage/write-stream-at.ts';
import { getOriginalKey, hashFile } from '../files/index.ts';
import { createPartUploadQueue } from './part-upload-queue.ts';
import { createResumableHash, type ResumableHash } from './resumable-hash.ts';
import { type ResumableRow, type UploadProgress, updateResumableProgress } from './resumable-uploads.store.ts';

export interface ResumableWriterDeps {
  db: Database;
  storage: Storage;
  objects: ObjectStore;
  /** Never another while uploads are under way: it says where parts end. */
  partBytes?: number;
}

/** Key of bytes that do not yet fill a part, with the offset of their end. */
export const getUploadKeyPrefix = (id: string) => `arriving/${id}`;
const getTailKey = (id: string, offsetBytes: number) => `${getUploadKeyPrefix(id)}/${offsetBytes}`;

export interface IncomingBytes {
  source: AsyncIterable<Buffer>;
  /** Announced size of the request; undefined when missing. */
  declaredBytes: number | undefined;
}

/** Thrown when another writer has changed the same upload in the meantime. */
export class ConcurrentWriteError extends Error {}

/**
 * Stores the bytes of one request in the object store, starting at the row's offset. They are buffered in a local file, so that memory does not grow with the
 * number of uploads. The row advances with each acknowledged part, and with the rest at the end, also when the request breaks off, so that its offset always
 * describes stored bytes. Afterwards throws what interrupted the request.
 */
export async function writeResumableUpload(
  deps: ResumableWriterDeps,
  row: ResumableRow,
  { source, declaredBytes }: IncomingBytes,
): Promise<number> {
  const { db, storage, objects, partBytes = PART_BYTES } = deps;
  const { id, size_bytes: sizeBytes } = row;
  const key = getOriginalKey(id);
  const firstByte = row.offset_bytes - row.tail_bytes;
  const spool = storage.tempPath();
  const hash = await createResumableHash(row.sha256_state, row.offset_bytes, partBytes, declaredBytes === sizeBytes);
  let progress = toProgress(row);
  let partsId: Promise<string> | undefined = row.parts_id === null ? undefined : Promise.resolve(row.parts_id);

  const storeProgress = async (next: UploadProgress) => {
    if (!(await updateResumableProgress(autocommit(db), id, progress.offsetBytes, next)))
      throw new ConcurrentWriteError(`Upload ${id} was changed by another writer`);
    progress = next;
  };
  const putFromSpool = <T>(bytes: number, start: number, put: (part: Buffer) => Promise<T>) =>
    withPartBuffer(async (buffer) => put(await readPart(spool, start, buffer.subarray(0, bytes))));
  const sender = createPartUploadQueue({
    sent: row.tags.length,
    async put(number) {
      partsId ??= objects.startMultipartUpload(key);
      const upload = await partsId;
      return putFromSpool(partBytes, (number - 1) * partBytes - firstByte, (part) => objects.putPart(key, upload, number, part));
    },
    async onPartStored(count, tags) {
      const offsetBytes = count * partBytes;
      const state = { sha256State: hash.at(offsetBytes), tailBytes: 0, partsId: (await partsId) ?? null };
      await storeProgress({ ...progress, ...state, offsetBytes, tags: [...progress.tags, ...tags] });
    },
  });

  try {
    await createSpoolFile(deps, row, spool);
    let parts = row.tags.length;
    const onWritten = (end: number) => {
      // The last part is sent when the object is completed. If the row already said that everything had arrived, no client would send the request that
      // completes it.
      for (; firstByte + end >= (parts + 1) * partBytes && (parts + 1) * partBytes < sizeBytes; parts++) sender.send(parts + 1);
    };
    const { end, fault } = await writeToSpool(spool, row.tail_bytes, hashWhileReading(source, hash, sender.waitForCapacity), onWritten);
    await sender.drain();
    const offsetBytes = firstByte + end;
    const rest = { start: progress.tags.length * partBytes - firstByte, bytes: offsetBytes - progress.tags.length * partBytes };
    if (offsetBytes === sizeBytes) await storeProgress(await completeUpload(deps, { row, spool, rest, hash, progress }));
    else if (offsetBytes > progress.offsetBytes) {
      const { atBytes, state } = hash.checkpoint();
      // The disk stored less than arrived: the checksum covers more than what is stored, so the upload continues from the end of the last part.
      if (atBytes !== offsetBytes) throw fault?.error ?? new Error(`Upload ${id}: fewer bytes were written than received`);
      await putFromSpool(rest.bytes, rest.start, (tail) => objects.put(getTailKey(id, offsetBytes), tail));
      await storeProgress({ ...progress, offsetBytes, tailBytes: rest.bytes, sha256State: state });
    }
    // The stored tail is contained in what was stored since. If deleting fails, it is deleted with the upload's row.
    if (row.tail_bytes > 0 && progress.offsetBytes > row.offset_bytes)
      await objects.remove([getTailKey(id, row.offset_bytes)]).catch(() => undefined);
    if (offsetBytes === sizeBytes && firstByte === 0) await storage.adopt(key, spool);
    if (fault) throw fault.error;
    return offsetBytes;
  } finally {
    await rm(spool, { force: true });
  }
}

const toProgress = (row: ResumableRow): UploadProgress => ({
  offsetBytes: row.offset_bytes,
  tailBytes: row.tail_bytes,
  partsId: row.parts_id,
  tags: row.tags,
  sha256State: row.sha256_state,
  sha256: row.sha256,
  isStored: row.is_stored,
});

/** Begins with what waited for more. */
async function createSpoolFile(
  { objects }: ResumableWriterDeps,
  { id, offset_bytes, tail_bytes }: ResumableRow,
  spool: string,
): Promise<void> {
  const tail = tail_bytes === 0 ? Readable.from([]) : await objects.get(getTailKey(id, offset_bytes));
  await pipeline(tail, createWriteStream(spool, { flags: 'wx' }));
}

async function* hashWhileReading(source: AsyncIterable<Buffer>, hash: ResumableHash, room: () => Promise<void>): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    hash.addChunk(chunk);
    yield chunk;
    await room();
  }
}

/** Bytes before the interruption count. */
async function writeToSpool(spool: string, from: number, source: AsyncIterable<Buffer>, onGrown: (end: number) => void) {
  let reached = from;
  try {
    const end = await writeStreamAt(spool, from, source, (grown) => {
      reached = grown;
      onGrown(grown);
    });
    return { end, fault: undefined };
  } catch (error) {
    return { end: reached, fault: { error } };
  }
}

interface FinalPart {
  row: ResumableRow;
  spool: string;
  rest: { start: number; bytes: number };
  hash: ResumableHash;
  progress: UploadProgress;
}

/** The last part, or all of what is no larger than one; then the object is whole. */
async function completeUpload(deps: ResumableWriterDeps, last: FinalPart): Promise<UploadProgress> {
  const { row, hash, progress } = last;
  const tags = await putFinalPart(deps, last);
  // If the beginning was not hashed, the whole object is read again; jobs then find it in the local cache.
  const sha256 = hash.digest() ?? (await deps.storage.withLocalFile(getOriginalKey(row.id), hashFile)).sha256;
  return { ...progress, offsetBytes: row.size_bytes, tailBytes: 0, sha256State: null, sha256, isStored: true, tags };
}

/** Answers the tags of all parts. */
async function putFinalPart({ objects }: ResumableWriterDeps, { row, spool, rest, progress }: FinalPart): Promise<readonly string[]> {
  const key = getOriginalKey(row.id);
  const bytesOf = (buffer: Buffer) => readPart(spool, rest.start, buffer.subarray(0, rest.bytes));
  const { partsId } = progress;
  if (partsId === null) {
    await withPartBuffer(async (buffer) => objects.put(key, await bytesOf(buffer)));
    return progress.tags;
  }
  const tags = [...progress.tags];
  try {
    if (rest.bytes > 0)
      tags.push(await withPartBuffer(async (buffer) => objects.putPart(key, partsId, tags.length + 1, await bytesOf(buffer))));
    await objects.completeMultipartUpload(key, partsId, tags, row.size_bytes);
  } catch (error) {
    // Completed by a process that died before updating the row: the parts are unknown, but the object exists.
    if ((await objects.head(key))?.sizeBytes !== row.size_bytes) throw error;
  }
  return tags;
}
