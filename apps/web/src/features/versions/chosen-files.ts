import { VERSION_LIMITS } from '@vitrine/contract/version-limits';

/** Files that somebody chose to be a version: a zip, or those of a folder. */
export interface ChosenFiles {
  /** Of the zip or the folder. */
  name: string;
  sizeBytes: number;
  /** As they are sent: each in a field named by its path, a zip in one named `zip`. */
  parts: readonly { field: string; file: File }[];
  /** Why they cannot be one; the server looks into zips. */
  fault: string | null;
}

const MEGABYTE = 1024 * 1024;
const { bytesMax, filesMax } = VERSION_LIMITS;

const sizeOf = (files: readonly File[]) => files.reduce((sum, { size }) => sum + size, 0);

export const chosenZip = (file: File): ChosenFiles => ({
  name: file.name,
  sizeBytes: file.size,
  parts: [{ field: 'zip', file }],
  fault: file.size > bytesMax ? `This zip is too large: a version has ${bytesMax / MEGABYTE} MB at most.` : null,
});

/** What systems put into folders by themselves, and what only people read. */
const isNeeded = (path: string): boolean =>
  !path.split('/').some((part) => part.startsWith('.') || part === 'Thumbs.db') && !path.endsWith('.map');

/** `pathOf` gives a file's path, which begins with the folder's name. */
export function chosenFolder(all: readonly File[], pathOf: (file: File) => string = (file) => file.webkitRelativePath): ChosenFiles {
  const parts = all.map((file) => ({ field: pathOf(file), file })).filter(({ field }) => isNeeded(field));
  const name = (all[0] ? pathOf(all[0]) : '').split('/')[0] ?? '';
  const sizeBytes = sizeOf(parts.map(({ file }) => file));
  return {
    name,
    sizeBytes,
    parts,
    fault: faultOf(
      parts.map(({ field }) => field),
      sizeBytes,
      name,
    ),
  };
}

function faultOf(paths: readonly string[], sizeBytes: number, folder: string): string | null {
  if (!paths.includes(`${folder}/index.html`)) return 'There is no index.html in this folder.';
  if (paths.length > filesMax) return `There are ${paths.length} files in this folder: a version has ${filesMax} at most.`;
  return sizeBytes > bytesMax ? `This folder is too large: a version has ${bytesMax / MEGABYTE} MB at most.` : null;
}
