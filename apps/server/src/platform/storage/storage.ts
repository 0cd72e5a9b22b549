import type { Readable } from 'node:stream';

export interface ByteRange {
  /** First byte, from 0. */
  start: number;
  /** Last byte, inclusive, as in an HTTP Range. */
  end: number;
}

/**
 * Where the bytes of media rest. A key is immutable: what it names is written once, whole, and
 * later only removed. A key may name a folder of parts (HLS), reached as `key/part`.
 */
export interface Storage {
  /** An unused path on the volume of the store, to write a file or folder to before it is put. */
  tempPath(): string;
  /** Moves a finished file into the store. When this returns the bytes survive a power cut. DISK_FULL when there is no room. */
  putFile(key: string, tempPath: string): Promise<void>;
  /** Moves a finished flat folder into the store, as durably as a file. */
  putFolder(key: string, tempPath: string): Promise<void>;
  /** Stores under `key` what `from` names, file or folder, as durably. Where the volume can link, no byte is copied. */
  copy(key: string, from: string): Promise<void>;
  openRead(key: string, range?: ByteRange): Promise<Readable>;
  stat(key: string): Promise<{ sizeBytes: number } | undefined>;
  /** Where the tools that need a file find it: a remote store would fetch it first. */
  localPath(key: string): Promise<string>;
  /** Removes a file, or a folder with its parts; fine when it is gone already. */
  remove(key: string): Promise<void>;
  /**
   * Throws DISK_FULL when `sizeBytes` more would not leave the system the room it needs: a database that cannot write
   * its log stops, and everything with it.
   */
  assertRoom(sizeBytes: number): Promise<void>;
  /** Removes what interrupted writers left behind: of processes that are not `alive` any more, once it has not been written to for a minute, and whatever is older than `maxAgeMs`. */
  sweepTemp(alive: ReadonlySet<string>, maxAgeMs: number): Promise<void>;
}
