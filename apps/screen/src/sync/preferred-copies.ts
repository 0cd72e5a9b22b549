import type { Manifest, ManifestFile } from '@vitrine/contract/screens';
import { type CopiesOf, replacingFiles } from '@vitrine/playback';

/** The order in which copies of a file are preferred, given what the server has. */
export class PreferredCopies {
  #prefer: CopiesOf;
  /** Copies that the server did not have. Other copies are downloaded instead until the manifest changes. */
  #absent = new Set<string>();

  constructor(prefer: CopiesOf) {
    this.#prefer = prefer;
  }

  readonly of: CopiesOf = (file) => {
    const copies = this.#prefer(file);
    const [preferred = copies[0], ...others] = copies.filter(({ sha256 }) => !this.#absent.has(sha256));
    return [preferred, ...others];
  };

  /** Returns false when the copy was known to be absent. */
  noteAbsent(sha256: string): boolean {
    const isNew = !this.#absent.has(sha256);
    this.#absent.add(sha256);
    return isNew;
  }

  manifestChanged(): void {
    this.#absent.clear();
  }

  /**
   * Returns the preferred copies to download while other copies play: all of them or, if they do not fit, one, which frees the space of the copy that it
   * replaces. `makeRoom` rejects when files do not fit.
   */
  async findReplacing(
    manifest: Manifest,
    held: ReadonlySet<string>,
    makeRoom: (files: readonly ManifestFile[]) => Promise<void>,
  ): Promise<ManifestFile[]> {
    const all = replacingFiles(manifest, held, this.of);
    if (all.length === 0) return [];
    for (const files of [all, all.slice(0, 1)]) {
      try {
        await makeRoom(files);
        return files;
      } catch {
        // Fewer may fit; without any, the other copies play on.
      }
    }
    return [];
  }
}
