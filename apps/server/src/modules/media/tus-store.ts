import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { FileConfigstore, FileStore } from '@tus/file-store';
import { ERRORS, Upload } from '@tus/server';

/** How long an unfinished upload can be taken up again, and a finished one asked about. */
export const TUS_EXPIRY_MS = 24 * 3600_000;

/**
 * The bytes of resumable uploads, one file and one note (`.json`) each. A finished upload's bytes move into the storage
 * and its note stays, so that a client that never heard the last answer is told that all has arrived.
 */
export class TusStore extends FileStore {
  readonly #notes: FileConfigstore;

  constructor(directory: string) {
    const notes = new FileConfigstore(directory);
    super({ directory, configstore: notes, expirationPeriodInMilliseconds: TUS_EXPIRY_MS });
    this.#notes = notes;
  }

  bytesPath(id: string): string {
    return path.join(this.directory, id);
  }

  override async getUpload(id: string): Promise<Upload> {
    try {
      return await super.getUpload(id);
    } catch (error) {
      const note = error === ERRORS.FILE_NO_LONGER_EXISTS ? await this.#notes.get(id) : undefined;
      if (note?.size === undefined) throw error;
      return new Upload({ id, size: note.size, offset: note.size, metadata: note.metadata, creation_date: note.creation_date });
    }
  }

  /** Removes whatever there is of an upload. */
  async forget(id: string): Promise<void> {
    await rm(this.bytesPath(id), { force: true });
    await rm(`${this.bytesPath(id)}.json`, { force: true });
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
