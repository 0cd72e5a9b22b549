import { VERSION_LIMITS } from '@vitrine/contract/version-limits';

/** Chosen files of a version: a zip, or the files of a folder. */
export interface VersionFiles {
  /** Name of the zip or the folder. */
  name: string;
  sizeBytes: number;
  /** As they are sent: each in a field named by its path, a zip in one named `zip`. */
  parts: readonly { field: string; file: File }[];
  /** Why they cannot be one; the server looks into zips. */
  fault: string | null;
}

const MEGABYTE = 1024 * 1024;
const { bytesMax: maxBytes, filesMax: maxFiles } = VERSION_LIMITS;

const sumSizes = (files: readonly File[]) => files.reduce((sum, { size }) => sum + size, 0);

export const readZipFile = (file: File): VersionFiles => ({
  name: file.name,
  sizeBytes: file.size,
  parts: [{ field: 'zip', file }],
  fault: file.size > maxBytes ? `This zip file is too large. The limit is ${maxBytes / MEGABYTE} MB.` : null,
});

/** Leaves out files that systems add to folders, and documents. */
const isNeeded = (path: string): boolean =>
  !path.split('/').some((part) => part.startsWith('.') || part === 'Thumbs.db') && !path.endsWith('.map');

/** `pathOf` gives a file's path, which begins with the folder's name. */
export function readFolderFiles(all: readonly File[], pathOf: (file: File) => string = (file) => file.webkitRelativePath): VersionFiles {
  const parts = all.map((file) => ({ field: pathOf(file), file })).filter(({ field }) => isNeeded(field));
  const name = (all[0] ? pathOf(all[0]) : '').split('/')[0] ?? '';
  const sizeBytes = sumSizes(parts.map(({ file }) => file));
  return {
    name,
    sizeBytes,
    parts,
    fault: getFolderError(
      parts.map(({ field }) => field),
      sizeBytes,
      name,
    ),
  };
}

function getFolderError(paths: readonly string[], sizeBytes: number, folder: string): string | null {
  if (!paths.includes(`${folder}/index.html`)) return 'This folder has no index.html.';
  if (paths.length > maxFiles) return `This folder has ${paths.length} files. The limit is ${maxFiles}.`;
  return sizeBytes > maxBytes ? `This folder is too large. The limit is ${maxBytes / MEGABYTE} MB.` : null;
}
