import type { ManifestFile } from '@vitrine/contract/screens';

/** Whole files by their SHA-256. What is in it was verified when written, which does not say that it still is whole. */
export interface FileStore {
  /** The sha256 of every file that was written. */
  listStoredFiles(): Promise<Set<string>>;
  put(file: ManifestFile, bytes: Blob): Promise<void>;
  read(sha256: string): Promise<Blob | null>;
  remove(sha256: string): Promise<void>;
  /** An address at which a video's bytes can be read in ranges, when the store has one. */
  getUrl(sha256: string): string | null;
  /** Left out where the browser's own estimate is right. */
  estimate?: () => StorageEstimate;
}
