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

/** Returns the preferred copy of each file of which the screen holds no copy, in the manifest's order. */
export function listMissingFiles(manifest: Pick<Manifest, 'files'>, held: ReadonlySet<string>, copies = single): ManifestFile[] {
  const missing = manifest.files.map(copies).filter((all) => !all.some(({ sha256 }) => held.has(sha256)));
  return uniqueFiles(missing.map(([preferred]) => preferred));
}

/** Returns the preferred copy of each file of which the screen holds only another copy. */
export function replacingFiles(manifest: Pick<Manifest, 'files'>, held: ReadonlySet<string>, copies: CopiesOf): ManifestFile[] {
  const isHeld = ({ sha256 }: ManifestFile) => held.has(sha256);
  return manifest.files.map(copies).flatMap(([preferred, ...others]) => (!isHeld(preferred) && others.some(isHeld) ? preferred : []));
}

/** Returns the files that a screen must keep for a manifest: preferred copies, and other held copies until the preferred one is held. */
export function pinnedFiles(manifest: Pick<Manifest, 'files'>, held: ReadonlySet<string>, copies: CopiesOf): ManifestFile[] {
  return manifest.files
    .map(copies)
    .flatMap(([preferred, ...others]) => [
      preferred,
      ...(held.has(preferred.sha256) ? [] : others.filter(({ sha256 }) => held.has(sha256))),
    ]);
}

/** Returns each file once, where it is first named. If only some of its entries have an HD copy, the file has one. */
export function uniqueFiles(files: Iterable<ManifestFile>): ManifestFile[] {
  const unique = new Map<string, ManifestFile>();
  for (const file of files) if (file.hd || !unique.has(file.sha256)) unique.set(file.sha256, file);
  return [...unique.values()];
}
