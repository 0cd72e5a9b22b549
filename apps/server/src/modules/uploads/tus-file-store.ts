import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FileConfigstore, FileStore } from '@tus/file-store';
import { ERRORS, Upload } from '@tus/server';
import { LRUCache } from 'lru-cache';
import { type Checksum, followChecksum } from '../../platform/storage/checksum.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { writeStreamAt } from '../../platform/storage/write-stream-at.ts';
import { getOriginalKey, hashFile } from '../files/index.ts';
import { createWriteError, type FinishedUpload, TUS_EXPIRY_MS, type TusStore } from './tus-store.ts';

/** Each holds a file open; the checksum of an upload beyond these is made when it ends. */
const MAX_OPEN_CHECKSUMS = 64;

/**
 * Bytes of resumable uploads, with one file and one note (`.json`) each. The bytes of a finished upload move into the storage and its note stays, so that a
 * client that missed the last response learns that everything has arrived.
 */
export class TusFileStore extends FileStore implements TusStore {
  readonly #storage: Storage;
  readonly #metadataFiles: FileConfigstore;
  readonly #checksums = new LRUCache<string, Checksum>({
    max: MAX_OPEN_CHECKSUMS,
    dispose: (checksum, _id, why) => why === 'evict' && checksum.abandon(),
  });

  constructor(directory: string, storage: Storage) {
    const notes = new FileConfigstore(directory);
    super({ directory, configstore: notes, expirationPeriodInMilliseconds: TUS_EXPIRY_MS });
    this.#metadataFiles = notes;
    this.#storage = storage;
  }

  #bytesPath(id: string): string {
    return path.join(this.directory, id);
  }

  override async getUpload(id: string): Promise<Upload> {
    try {
      return await super.getUpload(id);
    } catch (error) {
      const note = error === ERRORS.FILE_NO_LONGER_EXISTS ? await this.#metadataFiles.get(id) : undefined;
      if (note?.size === undefined) throw error;
      return new Upload({ id, size: note.size, offset: note.size, metadata: note.metadata, creation_date: note.creation_date });
    }
  }

  /** The checksum is updated with the bytes while they arrive in order at this process. */
  override async write(readable: AsyncIterable<Buffer>, id: string, offset: number): Promise<number> {
    const file = this.#bytesPath(id);
    const checksum = offset === 0 ? followChecksum(file) : this.#checksums.get(id);
    if (checksum) this.#checksums.set(id, checksum);
    try {
      return await writeStreamAt(file, offset, readable, (end) => checksum?.update(end));
    } catch (cause) {
      this.#discard(id);
      // As in the base class: whether the client or the disk failed, arrived bytes are kept so that the upload can continue.
      throw createWriteError(cause);
    }
  }

  #discard(id: string): void {
    this.#checksums.get(id)?.abandon();
    this.#checksums.delete(id);
  }

  async finalize({ id, size }: Upload): Promise<FinishedUpload> {
    const file = this.#bytesPath(id);
    const tempPath = existsSync(file) ? file : null;
    const checksum = this.#checksums.get(id);
    this.#checksums.delete(id);
    if (checksum && size !== undefined) return { sha256: await checksum.finish(size), sizeBytes: size, tempPath };
    const measured = tempPath ? hashFile(tempPath) : this.#storage.withLocalFile(getOriginalKey(id), hashFile);
    return { ...(await measured), tempPath };
  }

  /** Stored next to the note: the media with the same bytes when the upload ended. */
  #duplicatePath(id: string): string {
    return `${this.#bytesPath(id)}.duplicate`;
  }

  setDuplicate(id: string, mediaId: string): Promise<void> {
    return writeFile(this.#duplicatePath(id), mediaId);
  }

  findDuplicate(id: string): Promise<string | undefined> {
    return readFile(this.#duplicatePath(id), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return undefined;
    });
  }

  /** Deletes everything about an upload. */
  async deleteUpload(id: string): Promise<void> {
    this.#discard(id);
    await rm(this.#duplicatePath(id), { force: true });
    await rm(this.#bytesPath(id), { force: true });
    await rm(`${this.#bytesPath(id)}.json`, { force: true });
  }

  async removeExpired(): Promise<void> {
    await mkdir(this.directory, { recursive: true });
    const before = Date.now() - TUS_EXPIRY_MS;
    for (const name of await readdir(this.directory)) {
      const file = path.join(this.directory, name);
      const found = await stat(file).catch(() => undefined);
      if (found && found.mtimeMs < before) await rm(file, { force: true });
    }
  }
}
