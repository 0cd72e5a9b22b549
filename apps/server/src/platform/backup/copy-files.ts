import { createSortedLookup, getFileSize, groupInBatches, type ListedFile } from './backup-file-list.ts';
import type { Manifest } from './backup-manifest.ts';
import { type CopyTarget, copyFile, isInBackup, matchesChecksum } from './copy-file.ts';
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

interface CopyOptions extends CopyTarget {
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

/** Copies files that the backup storage lacks, and yields all files in key order. Updates the counts in `found` in the meantime. */
export async function* copyFiles(copying: CopyOptions, found: CopyResult): AsyncGenerator<ListedFile> {
  const { named, known, isStillReferenced, onFile } = copying;
  const { count, faults } = found;
  const findKnown = createSortedLookup(known);
  const processFile = async ({ file, before }: { file: ReferencedFile; before: ListedFile | undefined }) => {
    if (before && matchesChecksum(copying, before, file) && (await isInBackup(copying, before))) {
      count.kept++;
      return before;
    }
    const copied = await copyFile(copying, file, (bytes) => {
      count.copiedBytes += bytes;
    });
    if (copied) {
      count.copied++;
      if (!matchesChecksum(copying, copied, file)) faults.push({ key: file.key, what: 'damaged' });
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
