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

/** Enough to tell what nearly every file is. */
export const HEAD_BYTES = 256 * 1024;

/**
 * Where the bytes of media rest. A key is immutable: what it names is written once, whole, and
 * later only removed. A key may name a folder of parts (HLS), reached as `key/part`.
 */
export interface Storage {
  /** An unused path of this machine, to write a file or folder to before it is put. */
  tempPath(): string;
  /** Moves a finished file into the store; the path is not there any more then. When this returns the bytes survive a power cut. DISK_FULL when there is no room. */
  putFile(key: string, tempPath: string): Promise<void>;
  /** Moves a finished flat folder into the store, as durably as a file. */
  putFolder(key: string, tempPath: string): Promise<void>;
  /** Stores under `key` what `from` names, file or folder, as durably; by the store itself, or by a link where the volume can. NotStoredError. */
  copy(key: string, from: string): Promise<void>;
  /** NotStoredError. */
  openRead(key: string, range?: ByteRange): Promise<Readable>;
  stat(key: string): Promise<{ sizeBytes: number } | undefined>;
  /** A file of this machine holds what was stored under the key some other way: tools may read it instead of fetching. It is the storage's from now on. */
  adopt(key: string, file: string): Promise<void>;
  /** For tools that need a file: gives its path, which is there until `work` is done; a remote store fetches it first. NotStoredError. */
  withLocalFile<T>(key: string, work: (file: string) => Promise<T>): Promise<T>;
  /** Removes a file, or a folder with its parts; fine when it is gone already. */
  remove(key: string): Promise<void>;
  /** The same for whoever reads no further than the first `HEAD_BYTES`. */
  withHead<T>(key: string, work: (file: string) => Promise<T>): Promise<T>;
  /** Where the proxy in front fetches the bytes itself, for `X-Accel-Redirect`; undefined where they go through us. Whoever asks has been let through already. */
  getRedirect(key: string): Promise<string | undefined>;
  /**
   * Throws DISK_FULL when `sizeBytes` more would not leave the system the room it needs: a database that cannot write
   * its log stops, and everything with it.
   */
  assertFreeSpace(sizeBytes: number): Promise<void>;
  /** Everything that is stored, or the file or folder of this key, a folder by its parts, some at a time; what is stored or removed meanwhile may or may not be among it. */
  list(key?: string): AsyncIterable<StoredFile[]>;
  /** Removes what interrupted writers left behind: of processes that are not `alive` any more, once it has not been written to for a minute, and whatever is older than `maxAgeMs`. */
  deleteStaleTempFiles(alive: ReadonlySet<string>, maxAgeMs: number): Promise<void>;
}
