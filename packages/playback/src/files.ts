import type { Manifest, ManifestFile } from '@vitrine/contract/screens';

/** Returns the copies of a file that a screen can play, the preferred one first. */
export type CopiesOf = (file: ManifestFile) => readonly [ManifestFile, ...ManifestFile[]];

/** Returns the screen copy of a photo and its HD copy, if it has one, in the order of preference. */
export function copiesOf(file: ManifestFile, prefersHd: boolean): readonly [ManifestFile, ...ManifestFile[]] {
  if (!file.hd) return [file];
  const hd = { ...file.hd, mimetype: file.mimetype };
  return prefersHd ? [hd, file] : [file, hd];
}

const single: CopiesOf = (file) => [file];

/** Returns the preferred copy of each file of which no copy is stored, in the manifest's order. */
export function listMissingFiles(manifest: Pick<Manifest, 'files'>, stored: ReadonlySet<string>, copies = single): ManifestFile[] {
  const missing = manifest.files.map(copies).filter((all) => !all.some(({ sha256 }) => stored.has(sha256)));
  return uniqueFiles(missing.map(([preferred]) => preferred));
}

/** Returns the preferred copy of each file of which only another copy is stored. */
export function replacingFiles(manifest: Pick<Manifest, 'files'>, stored: ReadonlySet<string>, copies: CopiesOf): ManifestFile[] {
  const isStored = ({ sha256 }: ManifestFile) => stored.has(sha256);
  return manifest.files.map(copies).flatMap(([preferred, ...others]) => (!isStored(preferred) && others.some(isStored) ? preferred : []));
}

/** Returns the files that a screen must keep for a manifest: preferred copies, and other stored copies until the preferred one is stored. */
export function pinnedFiles(manifest: Pick<Manifest, 'files'>, stored: ReadonlySet<string>, copies: CopiesOf): ManifestFile[] {
  return manifest.files
    .map(copies)
    .flatMap(([preferred, ...others]) => [
      preferred,
      ...(stored.has(preferred.sha256) ? [] : others.filter(({ sha256 }) => stored.has(sha256))),
    ]);
}

/** Returns each file once, at its first position. The file has an HD copy if any of its entries has one. */
export function uniqueFiles(files: Iterable<ManifestFile>): ManifestFile[] {
  const unique = new Map<string, ManifestFile>();
  for (const file of files) if (file.hd || !unique.has(file.sha256)) unique.set(file.sha256, file);
  return [...unique.values()];
}
