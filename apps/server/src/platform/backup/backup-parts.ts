import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable, Transform, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { NotStoredError } from '../storage/not-stored-error.ts';
import type { Storage } from '../storage/storage.ts';
import { BackupError, type BackupPart } from './backup-manifest.ts';

/** Passes bytes through and computes their number and checksum. */
export class HashingTransform extends Transform {
  readonly #hash: Hash = createHash('sha256');
  bytes = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk);
    this.bytes += chunk.length;
    done(null, chunk);
  }

  sha256(): string {
    return this.#hash.digest('hex');
  }
}

/** Stores what a stream brings as it is, and answers what that was. */
export async function storeRawPart(place: Storage, key: string, source: Readable): Promise<BackupPart> {
  const temp = place.tempPath();
  const measure = new HashingTransform();
  try {
    await pipeline(source, measure, createWriteStream(temp, { flags: 'wx', mode: 0o600 }));
    await place.putFile(key, temp);
  } finally {
    await rm(temp, { force: true });
  }
  return { key, bytes: measure.bytes, sha256: measure.sha256() };
}

/** The same, compressed by Zstandard. */
export async function storeCompressedPart(place: Storage, key: string, source: Readable): Promise<BackupPart> {
  const compressed = createZstdCompress();
  const [part] = await Promise.all([storeRawPart(place, key, compressed), pipeline(source, compressed)]);
  return part;
}

/** Reads a part completely. Throws BackupError when it differs from its record. */
export async function verifyPart(place: Storage, { key, bytes, sha256 }: BackupPart): Promise<void> {
  const measure = new HashingTransform();
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    await pipeline(await place.openRead(key), measure, nowhere);
  } catch (error) {
    throw error instanceof NotStoredError ? new BackupError(`The backup is damaged: ${key} is missing`, { cause: error }) : error;
  }
  if (measure.bytes !== bytes || measure.sha256() !== sha256)
    throw new BackupError(`The backup is damaged: ${key} has changed since the backup`);
}

/** Opens the content of a compressed part. */
export async function openCompressedPart(place: Storage, { key }: BackupPart): Promise<Readable> {
  const source = await place.openRead(key);
  const plain = createZstdDecompress();
  source.once('error', (error) => plain.destroy(error));
  return source.pipe(plain);
}

export const readLines = (source: Readable): AsyncIterable<string> =>
  createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY });

export const readText = async (place: Storage, key: string): Promise<string> => text(await place.openRead(key));

export const storeText = (place: Storage, key: string, written: string) => storeRawPart(place, key, Readable.from([Buffer.from(written)]));
