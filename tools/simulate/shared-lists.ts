import type { Manifest } from '@vitrine/contract/screens';

const MAX_CACHED = 16;

/**
 * Shares equal lists between manifests. A copy for each of thousands of screens would be garbage to collect on the server's processors. Callers must not
 * modify the lists.
 */
export function createSharedLists(): (manifest: Manifest) => Manifest {
  const cache = new Map<string, unknown[]>();
  const share = <T>(key: string, list: T[]): T[] => {
    const cached = cache.get(key);
    if (cached) return cached as T[];
    cache.set(key, list);
    const [[oldest] = ['']] = cache;
    if (cache.size > MAX_CACHED) cache.delete(oldest);
    return list;
  };
  return (manifest) => {
    const digests = manifest.publishes.map(({ contents }) => contents);
    if (digests.includes(undefined)) return manifest;
    const publishes = manifest.publishes.map((publish) => ({ ...publish, items: share(`items of ${publish.contents}`, publish.items) }));
    return { ...manifest, publishes, files: share(`files of ${digests.join()}`, manifest.files) };
  };
}
