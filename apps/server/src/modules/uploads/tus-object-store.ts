import { DataStore, ERRORS, Upload } from '@tus/server';
import { autocommit } from '../../platform/database/database.ts';
import { originalKey } from '../files/index.ts';
import { type ArrivingDeps, arrivingKey, OvertakenError, takeArriving } from './arriving-parts.ts';
import {
  deleteResumable,
  findResumable,
  insertResumable,
  listExpiredResumables,
  noteDuplicate,
  type ResumableRow,
} from './resumable-uploads.store.ts';
import { type ArrivedBytes, TUS_EXPIRY_MS, type TusStore, writeError } from './tus-store.ts';

const EXPIRY_HOURS = TUS_EXPIRY_MS / 3_600_000;
const EXPIRED_AT_ONCE = 100;

/** The bytes of resumable uploads in an object store, and how far they have come in the database: any process goes on with any of them. */
export class TusObjectStore extends DataStore implements TusStore {
  readonly #deps: ArrivingDeps;

  constructor(deps: ArrivingDeps) {
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

  async #row(id: string): Promise<ResumableRow> {
    const row = await findResumable(this.#deps.db, id);
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    return row;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#row(id);
    const metadata = row.metadata as Record<string, string | null>;
    return new Upload({ id, size: row.size_bytes, offset: row.offset_bytes, metadata, creation_date: row.created_at.toISOString() });
  }

  override async write(source: AsyncIterable<Buffer>, id: string, offset: number, promisedBytes?: number): Promise<number> {
    const row = await this.#row(id);
    if (row.offset_bytes !== offset) throw ERRORS.INVALID_OFFSET;
    try {
      return await takeArriving(this.#deps, row, { source, promisedBytes });
    } catch (error) {
      if (error instanceof OvertakenError) throw ERRORS.INVALID_OFFSET;
      throw writeError(error);
    }
  }

  async settle({ id }: Upload): Promise<ArrivedBytes> {
    const { sha256, size_bytes: sizeBytes } = await this.#row(id);
    if (sha256 === null) throw new Error(`The upload ${id} is not whole`);
    return { sha256, sizeBytes, tempPath: null };
  }

  async rememberDuplicate(id: string, mediaId: string): Promise<void> {
    await noteDuplicate(autocommit(this.#deps.db), id, mediaId);
  }

  async findDuplicate(id: string): Promise<string | undefined> {
    return (await findResumable(this.#deps.db, id))?.duplicate_of ?? undefined;
  }

  override remove(id: string): Promise<void> {
    return this.forget(id);
  }

  /** Removes whatever there is of an upload, but not what has been stored of it: that is another's to know. */
  async forget(id: string): Promise<void> {
    const { db, objects, storage } = this.#deps;
    const gone = await deleteResumable(autocommit(db), id);
    if (gone?.parts_id && !gone.is_stored) await objects.abandon(originalKey(id), gone.parts_id);
    await storage.remove(arrivingKey(id));
  }

  async removeExpired(): Promise<void> {
    for (const id of await listExpiredResumables(this.#deps.db, EXPIRY_HOURS, EXPIRED_AT_ONCE)) await this.forget(id);
  }
}
