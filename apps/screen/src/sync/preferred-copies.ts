import type { CopiesOf } from '@vitrine/playback';

export interface PreferredCopies {
  of: CopiesOf;
  /** Returns false when the copy was known to be absent. */
  noteAbsent: (sha256: string) => boolean;
  manifestChanged: () => void;
}

/** Creates the order in which copies of a file are preferred, given what the server has. */
export function createPreferredCopies(prefer: CopiesOf): PreferredCopies {
  /** Copies that the server did not have. Other copies are downloaded instead until the manifest changes. */
  const absent = new Set<string>();
  return {
    of(file) {
      const copies = prefer(file);
      const [preferred = copies[0], ...others] = copies.filter(({ sha256 }) => !absent.has(sha256));
      return [preferred, ...others];
    },
    noteAbsent(sha256) {
      const isNew = !absent.has(sha256);
      absent.add(sha256);
      return isNew;
    },
    manifestChanged: () => absent.clear(),
  };
}
