import type { Readable } from 'node:stream';

export interface ByteRange {
  /** First byte, from 0. */
  start: number;
  /** Last byte, inclusive, as in an HTTP Range. */
  end: number;
}

export interface StoredFile {
  key: string;
  sizeBytes: number;
}

/** Enough to detect the type of nearly every file. */
export const HEAD_BYTES = 256 * 1024;

/**
 * Storage of media files. A key is immutable: its content is written once, completely, and later only removed. A key may name a folder of parts (HLS),
 * addressed as `key/part`.
 */
export interface Storage {
  /** An unused path of this machine, to write a file or folder to before it is put. */
  tempPath(): string;
  /** Moves a finished file into the storage. Afterwards the bytes survive a power cut. DISK_FULL when there is no space. */
  putFile(key: string, tempPath: string): Promise<void>;
  /** Moves a finished flat folder into the store, as durably as a file. */
  putFolder(key: string, tempPath: string): Promise<void>;
  /** Copies the file or folder `from` to `key`, as durably as `put`; within the store, or by a link where the volume supports it. Throws NotStoredError. */
  copy(key: string, from: string): Promise<void>;
  /** Throws NotStoredError. */
  openRead(key: string, range?: ByteRange): Promise<Readable>;
  stat(key: string): Promise<{ sizeBytes: number } | undefined>;
  /** Hands over a local file with the content of `key`, so that tools need not fetch it. The storage owns the file afterwards. */
  adopt(key: string, file: string): Promise<void>;
  /** Provides a local path until `work` is done, for tools that need a file; a remote store fetches it first. Throws NotStoredError. */
  withLocalFile<T>(key: string, work: (file: string) => Promise<T>): Promise<T>;
  /** Removes a file, or a folder with its parts; no error when it is missing. */
  remove(key: string): Promise<void>;
  /** The same for callers that read at most the first `HEAD_BYTES`. */
  withHead<T>(key: string, work: (file: string) => Promise<T>): Promise<T>;
  /** Address from which the proxy fetches the bytes itself, for `X-Accel-Redirect`; undefined when the server sends them. Access was checked before. */
  getRedirect(key: string): Promise<string | undefined>;
  /**
   * Throws DISK_FULL when `sizeBytes` more would not leave the system the room it needs: a database that cannot write
   * its log stops, and everything with it.
   */
  assertFreeSpace(sizeBytes: number): Promise<void>;
  /**
   * Lists all stored files, or the file or folder with this key, a folder by its parts, in batches. Files that are stored or removed during the listing may or may not
   * be included.
   */
  list(key?: string): AsyncIterable<StoredFile[]>;
  /**
   * Removes what interrupted writers left behind: files of processes that are not `alive` and were not written for a minute, and files older than `maxAgeMs`.
   */
  deleteStaleTempFiles(alive: ReadonlySet<string>, maxAgeMs: number): Promise<void>;
}
