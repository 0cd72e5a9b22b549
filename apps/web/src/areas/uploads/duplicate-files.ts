import { LIMITS } from '@vitrine/contract/limits';
import type { DuplicateFiles } from '@vitrine/contract/media';
import type { FileFingerprint } from './api/uploads.ts';

/** Maximum number of bytes to hash before an upload. The server detects duplicates among the remaining files after they arrive. */
const MAX_HASHED_BYTES = 8e9;

interface DuplicateLookup {
  request: (files: FileFingerprint[]) => Promise<DuplicateFiles>;
  read: (files: readonly File[]) => Promise<(string | null)[]>;
}

/**
 * Finds files that the album already contains, with their media. Sizes are compared first, and only possible matches are read. On any failure nothing is
 * reported, because the server checks again when a file has arrived.
 */
export async function findDuplicates(files: readonly File[], { request, read }: DuplicateLookup): Promise<Map<File, string>> {
  const known = new Map<File, string>();
  try {
    for (let start = 0; start < files.length; start += LIMITS.filesWaiting) {
      const part = files.slice(start, start + LIMITS.filesWaiting);
      const { possible } = await request(part.map(({ size }) => ({ size })));
      const candidates = takeUpToBytes(
        MAX_HASHED_BYTES,
        possible.flatMap((index) => part[index] ?? []),
      );
      const checksums = await read(candidates);
      const hashed = candidates.flatMap((file, index) => {
        const sha256 = checksums[index];
        return sha256 ? [{ file, sha256 }] : [];
      });
      if (hashed.length === 0) continue;
      const answer = await request(hashed.map(({ file: { size }, sha256 }) => ({ size, sha256 })));
      for (const { index, mediaId } of answer.known) {
        const file = hashed[index]?.file;
        if (file) known.set(file, mediaId);
      }
    }
  } catch (error) {
    console.warn('Could not check for duplicates before the upload.', error);
  }
  return known;
}

function takeUpToBytes(maxBytes: number, files: readonly File[]): File[] {
  let remaining = maxBytes;
  return files.filter(({ size }) => (remaining -= size) >= 0);
}
