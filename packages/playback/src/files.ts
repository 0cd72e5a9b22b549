import type { Manifest, ManifestFile } from '@vitrine/contract/screens';

/** The files a manifest needs and a screen does not hold, each once, the ones to be shown first in front. */
export function missingFiles(manifest: Pick<Manifest, 'files'>, held: ReadonlySet<string>): ManifestFile[] {
  const seen = new Set<string>();
  return manifest.files.filter(({ sha256 }) => {
    if (held.has(sha256) || seen.has(sha256)) return false;
    seen.add(sha256);
    return true;
  });
}

/** Held files that none of these manifests needs. */
export function unneededFiles(held: Iterable<string>, ...manifests: readonly (Pick<Manifest, 'files'> | null)[]): string[] {
  const needed = new Set(manifests.flatMap((manifest) => manifest?.files.map(({ sha256 }) => sha256) ?? []));
  return [...held].filter((sha256) => !needed.has(sha256));
}
