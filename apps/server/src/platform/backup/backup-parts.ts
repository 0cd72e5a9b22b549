import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pipeline as connect, Readable, Transform, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { NotStoredError } from '../storage/not-stored-error.ts';
import type { Storage } from '../storage/storage.ts';
import { type BackupEncryption, type BackupPlace, ENCRYPTED_SUFFIX } from './backup-encryption.ts';
import { BackupError, type BackupPart } from './backup-manifest.ts';

/** Passes bytes through and computes their number and checksum. */
class HashingTransform extends Transform {
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

/** Fails at the end when the bytes differ from the record of the part. */
class VerifyingTransform extends HashingTransform {
  readonly #part: BackupPart;

  constructor(part: BackupPart) {
    super();
    this.#part = part;
  }

  override _flush(done: (error: Error | null) => void): void {
    const { key, bytes, sha256 } = this.#part;
    const isSame = this.bytes === bytes && this.sha256() === sha256;
    done(isSame ? null : new BackupError(`The backup is damaged: ${key} has changed since the backup`));
  }
}

interface StoredContent {
  part: BackupPart;
  /** Checksum of the content before its encryption. */
  contentSha256: string;
}

/** Stores a stream, encrypted if there is an encryption. `nameKey` chooses the key when the checksum of the content is known. */
async function storeStream(
  storage: Storage,
  source: Readable,
  encryption: BackupEncryption | undefined,
  nameKey: (contentSha256: string) => string,
): Promise<StoredContent> {
  const temp = storage.tempPath();
  const content = new HashingTransform();
  const stored = encryption ? new HashingTransform() : content;
  try {
    const file = createWriteStream(temp, { flags: 'wx', mode: 0o600 });
    await (encryption
      ? pipeline(source, content, (plain: AsyncIterable<Uint8Array>) => encryption.encrypt(plain), stored, file)
      : pipeline(source, content, file));
    const contentSha256 = content.sha256();
    const key = nameKey(contentSha256);
    await storage.putFile(key, temp);
    return { part: { key, bytes: stored.bytes, sha256: encryption ? stored.sha256() : contentSha256 }, contentSha256 };
  } finally {
    await rm(temp, { force: true });
  }
}

/** Stores a file of the product in a backup. `nameKey` returns its complete key for the checksum of its content. */
export const storeBackupFile = (place: BackupPlace, source: Readable, nameKey: (contentSha256: string) => string): Promise<StoredContent> =>
  storeStream(place, source, place.encryption, nameKey);

/** Stores the bytes of a stream unchanged and returns their number and checksum. */
export const storeRawPart = async (storage: Storage, key: string, source: Readable): Promise<BackupPart> =>
  (await storeStream(storage, source, undefined, () => key)).part;

/** Stores a part of a backup. The key of an encrypted one ends with `.age`. */
export const storePart = async (place: BackupPlace, key: string, source: Readable): Promise<BackupPart> =>
  (await storeStream(place, source, place.encryption, () => (place.encryption ? key + ENCRYPTED_SUFFIX : key))).part;

/** The same, compressed with Zstandard. */
export async function storeCompressedPart(place: BackupPlace, key: string, source: Readable): Promise<BackupPart> {
  const compressed = createZstdCompress();
  const [part] = await Promise.all([storePart(place, key, compressed), pipeline(source, compressed)]);
  return part;
}

export const storeText = (place: BackupPlace, key: string, written: string) => storePart(place, key, Readable.from([Buffer.from(written)]));

/** Opens the stored bytes of a part. The stream fails with BackupError when they differ from the record. */
async function openStoredBytes(place: Storage, part: BackupPart): Promise<Readable> {
  const source = await place.openRead(part.key).catch((error) => {
    throw error instanceof NotStoredError ? new BackupError(`The backup is damaged: ${part.key} is missing`, { cause: error }) : error;
  });
  return connect(source, new VerifyingTransform(part), () => undefined);
}

/** Opens the content of a part, decrypted. The stream fails with BackupError when the stored bytes differ from the record or can't be decrypted. */
export async function openPart(place: BackupPlace, part: BackupPart): Promise<Readable> {
  if (!part.key.endsWith(ENCRYPTED_SUFFIX)) return openStoredBytes(place, part);
  const { decryption } = place;
  if (!decryption) throw new BackupError('The backup is encrypted. Specify the file with your identity: --identity FILE.');
  return Readable.from(decryption.decrypt(await openStoredBytes(place, part), part.key), { objectMode: false });
}

const discard = async (source: Readable): Promise<void> => pipeline(source, new Writable({ write: (_chunk, _encoding, done) => done() }));

/** Reads the stored bytes of a part completely. Throws BackupError when they differ from the record. */
export const verifyStoredBytes = async (place: Storage, part: BackupPart): Promise<void> => discard(await openStoredBytes(place, part));

/** The same, and decrypts the bytes if there are identities. */
export const verifyPart = async (place: BackupPlace, part: BackupPart): Promise<void> =>
  place.decryption ? discard(await openPart(place, part)) : verifyStoredBytes(place, part);

/** Reads stored bytes whose checksum is not recorded. */
export async function measureStoredBytes(place: Storage, key: string): Promise<BackupPart> {
  const measure = new HashingTransform();
  await discard(connect(await place.openRead(key), measure, () => undefined));
  return { key, bytes: measure.bytes, sha256: measure.sha256() };
}

/** Opens the content of a compressed part. */
export async function openCompressedPart(place: BackupPlace, part: BackupPart): Promise<Readable> {
  return connect(await openPart(place, part), createZstdDecompress(), () => undefined);
}

export const readLines = (source: Readable): AsyncIterable<string> =>
  createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY });

export const readText = async (place: Storage, key: string): Promise<string> => text(await place.openRead(key));
export const readPartAsText = async (place: BackupPlace, part: BackupPart): Promise<string> => text(await openPart(place, part));
