import type { ManifestItem } from '@vitrine/contract/screens';
import type { MediaSource } from '@vitrine/stage';
import type { FileStore } from './file-store.ts';
import { sha256Of } from './sha256.ts';

export interface VerifiedFiles {
  /** Reads the item's bytes, checks them, and says where the stage finds exactly those. Rejects when they are not whole. */
  open(item: ManifestItem): Promise<MediaSource>;
}

/**
 * Disks rot and browsers evict. Bytes are checked again each time they are about to be shown;
 * what fails is taken out and `onBroken` has it fetched again.
 */
export function createVerifiedFiles(store: FileStore, onBroken: (sha256: string) => void): VerifiedFiles {
  return {
    async open({ sha256, kind }) {
      const bytes = await store.read(sha256);
      if (!bytes || (await sha256Of(bytes)) !== sha256) {
        await store.remove(sha256);
        onBroken(sha256);
        throw new Error(bytes ? 'its bytes were damaged on this screen' : 'its bytes are gone from this screen');
      }
      const address = kind === 'video' ? store.address(sha256) : null;
      if (address) return { url: address };
      const url = URL.createObjectURL(bytes);
      return { url, release: () => URL.revokeObjectURL(url) };
    },
  };
}
