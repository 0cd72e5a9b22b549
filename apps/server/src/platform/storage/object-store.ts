import type { Readable } from 'node:stream';
import type { ByteRange, StoredFile } from './storage.ts';

/**
 * The few verbs of an object store that the storage is made of. Every `put` carries an MD5 that the store compares before it acknowledges, and an object
 * appears whole or not at all. Verbs are tried again by themselves while the store is away or says 503; what they throw is final for the caller.
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
  /** Lets go of parts that will not be completed. Fine when there are none. */
  abortMultipartUpload(key: string, upload: string): Promise<void>;
  /** NotStoredError. */
  get(key: string, range?: ByteRange): Promise<Readable>;
  head(key: string): Promise<StoredFile | undefined>;
  /** All whose key begins with this, in order, a page of 1,000 at a time. */
  list(prefix: string): AsyncIterable<StoredFile[]>;
  /** By the store itself. NotStoredError. */
  copy(key: string, from: string): Promise<void>;
  /** At most 1,000; fine where there is nothing. */
  remove(keys: readonly string[]): Promise<void>;
  /** An address for a GET of this object, for whoever has it, for so long. */
  presign(key: string, expiresInS: number): Promise<string>;
  close(): void;
}

/** What one request puts. Buffers of this size are what uploading takes of the memory. */
export const PART_BYTES = 16 * 1024 * 1024;
