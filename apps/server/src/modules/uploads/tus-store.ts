import { type DataStore, ERRORS, type Upload } from '@tus/server';

/** How long an unfinished upload can be taken up again, and a finished one asked about. */
export const TUS_EXPIRY_MS = 24 * 3600_000;

/** An upload that is whole. */
export interface FinishedUpload {
  sha256: string;
  sizeBytes: number;
  /** Where the bytes lie; null when they are in the storage already, under the original's key. */
  tempPath: string | null;
}

/** Where the bytes of resumable uploads rest until they become a file, and what is known of those that did. */
export interface TusStore extends DataStore {
  /** From the offset that the upload has, which it answers anew. What came before the source broke off stays. `promisedBytes`: what the request says it brings. */
  write(source: AsyncIterable<Buffer>, id: string, offset: number, promisedBytes?: number): Promise<number>;
  /** All of it has come. It may be asked again, also after a crash in the middle of what follows. */
  finalize(upload: Upload): Promise<FinishedUpload>;
  /** The media that showed the same bytes when the upload ended. */
  setDuplicate(id: string, mediaId: string): Promise<void>;
  findDuplicate(id: string): Promise<string | undefined>;
  /** Removes whatever there is of an upload. */
  deleteUpload(id: string): Promise<void>;
  removeExpired(): Promise<void>;
}

/** For the tus server, which answers by its fields; why it failed is the cause. */
export const createWriteError = (cause: unknown): Error =>
  Object.assign(new Error(ERRORS.FILE_WRITE_ERROR.body.trim(), { cause }), ERRORS.FILE_WRITE_ERROR);
