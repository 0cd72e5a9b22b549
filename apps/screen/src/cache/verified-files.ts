import type { Manifest, ManifestItem } from '@vitrine/contract/screens';
import type { CopiesOf } from '@vitrine/playback';
import type { MediaSource } from '@vitrine/stage';
import type { FileStore } from './file-store.ts';
import { computeSha256 } from './sha256.ts';

export interface VerifiedFiles {
  /** Reads and verifies the item's preferred copy and returns a source with exactly these bytes. Rejects when no copy is intact. */
  open(item: ManifestItem): Promise<MediaSource>;
  /** Returns whether the file of an item that could not be shown is intact. It may have been damaged since the last check. */
  verify(item: ManifestItem): Promise<boolean>;
}

/** Returns the checksums of a file's copies, the preferred one first. */
export function listCopies(manifest: Manifest | undefined, sha256: string, copiesOf: CopiesOf): string[] {
  const file = manifest?.files.find((candidate) => candidate.sha256 === sha256);
  return file ? copiesOf(file).map((copy) => copy.sha256) : [sha256];
}

const MISSING_MESSAGE = 'the file is missing on this screen';

/**
 * Verifies files each time they are about to be shown, because disks fail and browsers evict files.
 * Damaged files are removed, and `onBroken` downloads them again. `copiesOf` returns the copies of a file, the preferred one first.
 */
export function createVerifiedFiles(
  store: FileStore,
  copiesOf: (sha256: string) => readonly string[],
  onBroken: (sha256: string) => void,
): VerifiedFiles {
  const read = async (item: ManifestItem): Promise<{ sha256: string; bytes: Blob }> => {
    const copies = copiesOf(item.sha256);
    let fault = MISSING_MESSAGE;
    for (const [index, sha256] of copies.entries()) {
      const bytes = await readVerified(store, sha256);
      if (typeof bytes !== 'string') return { sha256, bytes };
      // A preferred copy may still be downloading while the other one plays.
      if (bytes === MISSING_MESSAGE && index < copies.length - 1) continue;
      fault = bytes;
      await store.remove(sha256);
      onBroken(sha256);
    }
    throw new Error(fault);
  };
  return {
    async open(item) {
      const { sha256, bytes } = await read(item);
      const address = item.kind === 'video' ? store.getUrl(sha256) : null;
      if (address) return { url: address };
      const url = URL.createObjectURL(bytes);
      return { url, bytes, release: () => URL.revokeObjectURL(url) };
    },
    async verify(item) {
      try {
        // A damaged preferred copy has been removed, and the other one is returned.
        return (await read(item)).sha256 === copiesOf(item.sha256)[0];
      } catch (cause) {
        console.info(`${item.sha256}:`, cause);
        return false;
      }
    },
  };
}

/** Returns the bytes, or an error message. */
async function readVerified(store: FileStore, sha256: string): Promise<Blob | string> {
  try {
    const bytes = await store.read(sha256);
    if (!bytes) return MISSING_MESSAGE;
    return (await computeSha256(bytes)) === sha256 ? bytes : 'the file is damaged on this screen';
  } catch (cause) {
    return `the file can’t be read on this screen (${String(cause)})`;
  }
}
