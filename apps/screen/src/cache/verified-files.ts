import type { ManifestItem } from '@vitrine/contract/screens';
import type { MediaSource } from '@vitrine/stage';
import type { FileStore } from './file-store.ts';
import { sha256Of } from './sha256.ts';

export interface VerifiedFiles {
  /** Reads the item's bytes, checks them, and says where the stage finds exactly those. Rejects when they are not whole. */
  open(item: ManifestItem): Promise<MediaSource>;
  /** Looks at bytes that could not be shown: they may have been damaged since they were checked. */
  check(sha256: string): Promise<void>;
}

/**
 * Disks rot and browsers evict. Bytes are checked again each time they are about to be shown;
 * what fails is taken out and `onBroken` has it fetched again.
 */
export function createVerifiedFiles(store: FileStore, onBroken: (sha256: string) => void): VerifiedFiles {
  const read = async (sha256: string): Promise<Blob> => {
    const bytes = await readWhole(store, sha256);
    if (typeof bytes !== 'string') return bytes;
    await store.remove(sha256);
    onBroken(sha256);
    throw new Error(bytes);
  };
  return {
    async open({ sha256, kind }) {
      const bytes = await read(sha256);
      const address = kind === 'video' ? store.address(sha256) : null;
      if (address) return { url: address };
      const url = URL.createObjectURL(bytes);
      return { url, release: () => URL.revokeObjectURL(url) };
    },
    async check(sha256) {
      await read(sha256).catch((cause: unknown) => console.info(`${sha256}:`, cause));
    },
  };
}

/** The bytes, or what is wrong with them. */
async function readWhole(store: FileStore, sha256: string): Promise<Blob | string> {
  try {
    const bytes = await store.read(sha256);
    if (!bytes) return 'its bytes are gone from this screen';
    return (await sha256Of(bytes)) === sha256 ? bytes : 'its bytes were damaged on this screen';
  } catch (cause) {
    return `its bytes cannot be read on this screen (${String(cause)})`;
  }
}
