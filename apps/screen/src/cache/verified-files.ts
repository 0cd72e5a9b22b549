import type { Manifest, ManifestItem } from '@vitrine/contract/screens';
import type { CopiesOf } from '@vitrine/playback';
import type { MediaSource } from '@vitrine/stage';
import type { FileStore } from './file-store.ts';
import { computeSha256 } from './sha256.ts';

export interface VerifiedFiles {
  /** Reads and checks the bytes of the item's best copy, and returns a source with exactly these bytes. Rejects when no copy is whole. */
  open(item: ManifestItem): Promise<MediaSource>;
  /** Checks the bytes of an item that could not be shown: they may have been damaged since they were checked. */
  verify(item: ManifestItem): Promise<void>;
}

/** Returns the checksums of a file's copies, the preferred one first. */
export function listCopies(manifest: Manifest | undefined, sha256: string, copiesOf: CopiesOf): string[] {
  const file = manifest?.files.find((one) => one.sha256 === sha256);
  return file ? copiesOf(file).map((copy) => copy.sha256) : [sha256];
}

const GONE = 'the file is missing on this screen';

/**
 * Disks rot and browsers evict. Bytes are checked again each time they are about to be shown;
 * what fails is removed, and `onBroken` downloads it again. `copiesOf` returns the copies of a file, the preferred one first.
 */
export function createVerifiedFiles(
  store: FileStore,
  copiesOf: (sha256: string) => readonly string[],
  onBroken: (sha256: string) => void,
): VerifiedFiles {
  const read = async (item: ManifestItem): Promise<{ sha256: string; bytes: Blob }> => {
    const copies = copiesOf(item.sha256);
    let fault = GONE;
    for (const [index, sha256] of copies.entries()) {
      const bytes = await readVerified(store, sha256);
      if (typeof bytes !== 'string') return { sha256, bytes };
      // A preferred copy may still be downloading while the other one plays.
      if (bytes === GONE && index < copies.length - 1) continue;
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
      return { url, release: () => URL.revokeObjectURL(url) };
    },
    async verify(item) {
      await read(item).catch((cause: unknown) => console.info(`${item.sha256}:`, cause));
    },
  };
}

/** Returns the bytes, or a message about what is wrong with them. */
async function readVerified(store: FileStore, sha256: string): Promise<Blob | string> {
  try {
    const bytes = await store.read(sha256);
    if (!bytes) return GONE;
    return (await computeSha256(bytes)) === sha256 ? bytes : 'the file is damaged on this screen';
  } catch (cause) {
    return `the file can’t be read on this screen (${String(cause)})`;
  }
}
