import type { Readable } from 'node:stream';
import type { ByteRange, StoredFile } from './storage.ts';

/**
 * Operations of an object store that the storage needs. Every `put` carries an MD5 that the store verifies, and an object appears completely or not at all.
 * Operations are retried while the store is unavailable or answers 503; errors they throw are final.
 */
export interface ObjectStore {
  /** At most `PART_BYTES`. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** For more than one part: answers the id of the parts to come. */
  startMultipartUpload(key: string): Promise<string>;
  /** `number` from 1; answers the part's tag. All parts but the last have at least 5 MiB. */
  putPart(key: string, upload: string, number: number, bytes: Buffer): Promise<string>;
  /** `tags` in order of the parts. Fine when an earlier call did it and its answer was lost. */
  completeMultipartUpload(key: string, upload: string, tags: readonly string[], sizeBytes: number): Promise<void>;
  /** Discards the parts of an upload; missing parts cause no error. */
  abortMultipartUpload(key: string, upload: string): Promise<void>;
  /** NotStoredError. */
  get(key: string, range?: ByteRange): Promise<Readable>;
  head(key: string): Promise<StoredFile | undefined>;
  /** All whose key begins with this, in order, a page of 1,000 at a time. */
  list(prefix: string): AsyncIterable<StoredFile[]>;
  /** Copies within the store. NotStoredError. */
  copy(key: string, from: string): Promise<void>;
  /** Removes at most 1,000 objects; no error for missing ones. */
  remove(keys: readonly string[]): Promise<void>;
  /** Returns an address that allows a GET of this object for a limited time. */
  presign(key: string, expiresInS: number): Promise<string>;
  close(): void;
}

/** Size of a part. Uploads use buffers of this size. */
export const PART_BYTES = 16 * 1024 * 1024;
