import type { Manifest, ManifestFile } from '@vitrine/contract/screens';

/** Returns the copies of a file that a screen can play, the preferred one first. */
export type CopiesOf = (file: ManifestFile) => readonly [ManifestFile, ...ManifestFile[]];

/** Copies that a panel needs: HD copies of photos instead of 4K ones, and 1080p copies of videos instead of 720p ones. */
export interface CopyPreference {
  prefersHd: boolean;
  prefersFullHd: boolean;
}

/** Returns the screen copy of a photo and its HD copy, or a video in 720p and 1080p, in the order of preference. */
export function copiesOf(file: ManifestFile, { prefersHd, prefersFullHd }: CopyPreference): readonly [ManifestFile, ...ManifestFile[]] {
  const { mimetype, hd, fullHd } = file;
  if (fullHd) return prefersFullHd ? [{ ...fullHd, mimetype }, file] : [file, { ...fullHd, mimetype }];
  if (!hd) return [file];
  return prefersHd ? [{ ...hd, mimetype }, file] : [file, { ...hd, mimetype }];
}

/** Returns true when a file has more than one copy. */
export const hasCopies = ({ hd, fullHd }: ManifestFile): boolean => Boolean(hd ?? fullHd);

/** Returns the preferred copy of each file of which no copy is stored, in the manifest's order. */
export function listMissingFiles(manifest: Pick<Manifest, 'files'>, stored: ReadonlySet<string>, copies?: CopiesOf): ManifestFile[] {
  const missing: ManifestFile[] = [];
  for (const file of manifest.files) {
    // Nearly all files are stored, so their copies are not listed.
    if (stored.has(file.sha256)) continue;
    const all = copies && hasCopies(file) ? copies(file) : [file];
    if (!all.some(({ sha256 }) => stored.has(sha256))) missing.push(all[0] ?? file);
  }
  return uniqueFiles(missing);
}

/** Returns the preferred copy of each file of which only another copy is stored. */
export function replacingFiles(manifest: Pick<Manifest, 'files'>, stored: ReadonlySet<string>, copies: CopiesOf): ManifestFile[] {
  const isStored = ({ sha256 }: ManifestFile) => stored.has(sha256);
  const replacing: ManifestFile[] = [];
  for (const file of manifest.files) {
    if (!hasCopies(file)) continue;
    const [preferred, ...others] = copies(file);
    if (!isStored(preferred) && others.some(isStored)) replacing.push(preferred);
  }
  return replacing;
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

/** Indexes files by sha256, in order of their first position. A file has other copies if any of its entries has some. */
export function indexFiles(...lists: readonly (readonly ManifestFile[])[]): Map<string, ManifestFile> {
  const index = new Map<string, ManifestFile>();
  for (const files of lists) for (const file of files) if (hasCopies(file) || !index.has(file.sha256)) index.set(file.sha256, file);
  return index;
}

/** Returns each file once, as `indexFiles` does. */
export const uniqueFiles = (files: readonly ManifestFile[]): ManifestFile[] => [...indexFiles(files).values()];
