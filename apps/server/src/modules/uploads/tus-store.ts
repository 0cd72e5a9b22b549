import { type DataStore, ERRORS, type Upload } from '@tus/server';

/** How long an unfinished upload can be taken up again, and a finished one asked about. */
export const TUS_EXPIRY_MS = 24 * 3600_000;

/** An upload that is whole. */
export interface FinishedUpload {
  sha256: string;
  sizeBytes: number;
  /** Path of the bytes; null when they are already in the storage under the original's key. */
  tempPath: string | null;
}

/** Store of resumable uploads until they become files, and of the outcome of finished ones. */
export interface TusStore extends DataStore {
  /** Writes from the upload's offset and returns the new one. Bytes before an interruption are kept. `promisedBytes`: the announced size of the request. */
  write(source: AsyncIterable<Buffer>, id: string, offset: number, promisedBytes?: number): Promise<number>;
  /** Called when everything has arrived. May be called again, also after a crash. */
  finalize(upload: Upload): Promise<FinishedUpload>;
  /** The media that showed the same bytes when the upload ended. */
  setDuplicate(id: string, mediaId: string): Promise<void>;
  findDuplicate(id: string): Promise<string | undefined>;
  /** Deletes everything about an upload. */
  deleteUpload(id: string): Promise<void>;
  removeExpired(): Promise<void>;
}

/** For the tus server, which answers by its fields; why it failed is the cause. */
export const createWriteError = (cause: unknown): Error =>
  Object.assign(new Error(ERRORS.FILE_WRITE_ERROR.body.trim(), { cause }), ERRORS.FILE_WRITE_ERROR);
