import { NotStoredError } from '../storage/not-stored-error.ts';
import type { Storage } from '../storage/storage.ts';
import { createSortedLookup, getFileKey, getFileSize, groupInBatches, type ListedFile } from './backup-file-list.ts';
import { BackupError, type Manifest } from './backup-manifest.ts';
import { storeRawPart, verifyPart } from './backup-parts.ts';
import type { ReferencedFile } from './stored-keys.ts';

const MAX_CONCURRENT_COPIES = 4;

export interface CopyCount {
  copied: number;
  copiedBytes: number;
  /** Files reused from an earlier backup, which is safe because keys are immutable. */
  kept: number;
  files: number;
  bytes: number;
}

interface CopyOptions {
  source: Storage;
  place: Storage;
  named: AsyncIterable<ReferencedFile>;
  /** Files of an earlier pass or backup, in the order of their keys. */
  known: AsyncGenerator<ListedFile>;
  /** Returns true when a row currently refers to the file. */
  isStillReferenced(key: string): Promise<boolean>;
  onFile(count: CopyCount): void;
}

interface CopyResult {
  count: CopyCount;
  faults: Manifest['faults'];
  /** Number of files whose rows and bytes were deleted after the names were read. */
  missing: number;
}

async function isInBackup(place: Storage, { key, parts }: ListedFile): Promise<boolean> {
  for (const { name, bytes } of parts) if ((await place.stat(getFileKey(key, name)))?.sizeBytes !== bytes) return false;
  return true;
}

const matchesChecksum = ({ parts }: ListedFile, { sha256 }: ReferencedFile) =>
  sha256 === null || parts.length !== 1 || parts[0]?.sha256 === sha256;

/** Adopts a file that an interrupted backup copied and no list contains. Returns false when it must be copied. */
async function adoptExisting(place: Storage, { key, sha256 }: ReferencedFile, bytes: number): Promise<boolean> {
  const target = getFileKey(key, '');
  if (sha256 === null || (await place.stat(target))?.sizeBytes !== bytes) return false;
  return verifyPart(place, { key: target, bytes, sha256 }).then(
    () => true,
    (error) => {
      if (error instanceof BackupError) return false;
      throw error;
    },
  );
}

/** Copies one file. Returns undefined when nothing is stored under the key. */
async function copyFile({ source, place }: CopyOptions, named: ReferencedFile, count: CopyCount): Promise<ListedFile | undefined> {
  const listed: ListedFile = { key: named.key, parts: [] };
  try {
    for await (const stored of source.list(named.key))
      for (const { key, sizeBytes } of stored) {
        const name = key.slice(named.key.length);
        const isAdopted = name === '' && (await adoptExisting(place, named, sizeBytes));
        const { bytes, sha256 } = isAdopted
          ? { bytes: sizeBytes, sha256: named.sha256 ?? '' }
          : await storeRawPart(place, getFileKey(named.key, name), await source.openRead(key));
        listed.parts.push({ name, bytes, sha256 });
        if (!isAdopted) count.copiedBytes += bytes;
      }
  } catch (error) {
    if (error instanceof NotStoredError) return undefined;
    throw error;
  }
  return listed.parts.length > 0 ? listed : undefined;
}

/** Copies files that the backup storage lacks, and yields all files in key order. Updates the counts in `found` in the meantime. */
export async function* copyFiles(copying: CopyOptions, found: CopyResult): AsyncGenerator<ListedFile> {
  const { place, named, known, isStillReferenced, onFile } = copying;
  const { count, faults } = found;
  const findKnown = createSortedLookup(known);
  const processFile = async ({ file, before }: { file: ReferencedFile; before: ListedFile | undefined }) => {
    if (before && matchesChecksum(before, file) && (await isInBackup(place, before))) {
      count.kept++;
      return before;
    }
    const copied = await copyFile(copying, file, count);
    if (copied) {
      count.copied++;
      if (!matchesChecksum(copied, file)) faults.push({ key: file.key, what: 'damaged' });
    } else if (await isStillReferenced(file.key)) faults.push({ key: file.key, what: 'missing' });
    else found.missing++;
    return copied;
  };
  for await (const group of groupInBatches(named, MAX_CONCURRENT_COPIES)) {
    const waiting = [];
    for (const file of group) waiting.push({ file, before: await findKnown(file.key) });
    for (const listed of await Promise.all(waiting.map(processFile))) {
      if (!listed) continue;
      count.files++;
      count.bytes += getFileSize(listed);
      yield listed;
    }
    onFile(count);
  }
}

export const createEmptyResult = (): CopyResult => ({
  count: { copied: 0, copiedBytes: 0, kept: 0, files: 0, bytes: 0 },
  faults: [],
  missing: 0,
});
