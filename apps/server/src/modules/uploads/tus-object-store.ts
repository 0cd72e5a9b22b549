import { DataStore, ERRORS, Upload } from '@tus/server';
import { autocommit } from '../../platform/database/database.ts';
import { getOriginalKey } from '../files/index.ts';
import { ConcurrentWriteError, getUploadKeyPrefix, type ResumableWriterDeps, writeResumableUpload } from './resumable-upload-writer.ts';
import {
  deleteResumable,
  findResumable,
  insertResumable,
  listExpiredResumables,
  type ResumableRow,
  setDuplicateMedia,
} from './resumable-uploads.store.ts';
import { createWriteError, type FinishedUpload, TUS_EXPIRY_MS, type TusStore } from './tus-store.ts';

const EXPIRY_HOURS = TUS_EXPIRY_MS / 3_600_000;
const MAX_EXPIRED_PER_RUN = 100;

/** Bytes of resumable uploads in an object store, with their progress in the database, so that any process can continue any upload. */
export class TusObjectStore extends DataStore implements TusStore {
  readonly #deps: ResumableWriterDeps;

  constructor(deps: ResumableWriterDeps) {
    super();
    this.#deps = deps;
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'expiration'];
  }

  override getExpiration(): number {
    return TUS_EXPIRY_MS;
  }

  override async create(upload: Upload): Promise<Upload> {
    const { id, size = 0, metadata = {} } = upload;
    await insertResumable(autocommit(this.#deps.db), { id, sizeBytes: size, metadata });
    return upload;
  }

  async #findRow(id: string): Promise<ResumableRow> {
    const row = await findResumable(this.#deps.db, id);
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    return row;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#findRow(id);
    const metadata = row.metadata as Record<string, string | null>;
    return new Upload({ id, size: row.size_bytes, offset: row.offset_bytes, metadata, creation_date: row.created_at.toISOString() });
  }

  override async write(source: AsyncIterable<Buffer>, id: string, offset: number, promisedBytes?: number): Promise<number> {
    const row = await this.#findRow(id);
    if (row.offset_bytes !== offset) throw ERRORS.INVALID_OFFSET;
    try {
      return await writeResumableUpload(this.#deps, row, { source, declaredBytes: promisedBytes });
    } catch (error) {
      if (error instanceof ConcurrentWriteError) throw ERRORS.INVALID_OFFSET;
      throw createWriteError(error);
    }
  }

  async finalize({ id }: Upload): Promise<FinishedUpload> {
    const { sha256, size_bytes: sizeBytes } = await this.#findRow(id);
    if (sha256 === null) throw new Error(`The upload ${id} is not whole`);
    return { sha256, sizeBytes, tempPath: null };
  }

  async setDuplicate(id: string, mediaId: string): Promise<void> {
    await setDuplicateMedia(autocommit(this.#deps.db), id, mediaId);
  }

  async findDuplicate(id: string): Promise<string | undefined> {
    return (await findResumable(this.#deps.db, id))?.duplicate_of ?? undefined;
  }

  override remove(id: string): Promise<void> {
    return this.deleteUpload(id);
  }

  /** Deletes everything about an upload, except a stored object, which others own. */
  async deleteUpload(id: string): Promise<void> {
    const { db, objects, storage } = this.#deps;
    const gone = await deleteResumable(autocommit(db), id);
    if (gone?.parts_id && !gone.is_stored) await objects.abortMultipartUpload(getOriginalKey(id), gone.parts_id);
    await storage.remove(getUploadKeyPrefix(id));
  }

  async removeExpired(): Promise<void> {
    for (const id of await listExpiredResumables(this.#deps.db, EXPIRY_HOURS, MAX_EXPIRED_PER_RUN)) await this.deleteUpload(id);
  }
}
