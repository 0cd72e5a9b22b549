import { LIMITS } from '@vitrine/contract/limits';
import type { DuplicateFiles } from '@vitrine/contract/media';
import type { FileFingerprint } from './api/uploads.ts';

/** Reading more than this would take longer than it saves: those beyond are known by the server at their end. */
const READ_MAX_BYTES = 8e9;

interface DuplicateLookup {
  ask: (files: FileFingerprint[]) => Promise<DuplicateFiles>;
  read: (files: readonly File[]) => Promise<(string | null)[]>;
}

/**
 * Finds files that the album already contains, with their media. Sizes are compared first, and only possible matches are read. On any failure nothing is
 * reported, because the server checks again when a file has arrived.
 */
export async function findDuplicates(files: readonly File[], { ask, read }: DuplicateLookup): Promise<Map<File, string>> {
  const known = new Map<File, string>();
  try {
    for (let start = 0; start < files.length; start += LIMITS.filesWaiting) {
      const part = files.slice(start, start + LIMITS.filesWaiting);
      const { possible } = await ask(part.map(({ size }) => ({ size })));
      const candidates = takeUpToBytes(
        READ_MAX_BYTES,
        possible.flatMap((index) => part[index] ?? []),
      );
      const checksums = await read(candidates);
      const asked = candidates.flatMap((file, index) => {
        const sha256 = checksums[index];
        return sha256 ? [{ file, sha256 }] : [];
      });
      if (asked.length === 0) continue;
      const answer = await ask(asked.map(({ file: { size }, sha256 }) => ({ size, sha256 })));
      for (const { index, mediaId } of answer.known) {
        const file = asked[index]?.file;
        if (file) known.set(file, mediaId);
      }
    }
  } catch (error) {
    console.warn('Which files are there already is not known before the upload.', error);
  }
  return known;
}

function takeUpToBytes(maxBytes: number, files: readonly File[]): File[] {
  let left = maxBytes;
  return files.filter(({ size }) => (left -= size) >= 0);
}
