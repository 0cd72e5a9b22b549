import { LIMITS } from '@vitrine/contract/limits';

/** Folder paths of dropped files. Chosen folders set `webkitRelativePath` instead. */
const droppedFolders = new WeakMap<File, string>();

/** Records the path of a dropped file's folder, such as `Pictures/Italy`. */
export const recordFolder = (file: File, folder: string): void => void droppedFolders.set(file, folder);

/** Returns the path of the folder in which a file was chosen or dropped; empty for files without a folder. */
export const getFolder = (file: File): string => droppedFolders.get(file) ?? file.webkitRelativePath.split('/').slice(0, -1).join('/');

/** Album for the files of one folder. */
export interface FolderAlbum {
  name: string;
  files: File[];
}

/** Name of the album for files that were dropped next to folders. */
const LOOSE_FILES = 'Other photos';

/** Groups files by their folders, in the given order. Each folder has a different, valid album name. */
export function groupByFolder(files: readonly File[]): FolderAlbum[] {
  const byFolder = new Map<string, File[]>();
  for (const file of files) {
    const folder = getFolder(file);
    const group = byFolder.get(folder);
    if (group) group.push(file);
    else byFolder.set(folder, [file]);
  }
  const taken = new Set<string>();
  return [...byFolder].map(([folder, group]) => ({ name: getAlbumName(folder || LOOSE_FILES, taken), files: group }));
}

/** Returns true when the files come from several folders, so that they may become several albums. */
export const hasSeveralFolders = (files: readonly File[]): boolean => new Set(files.map(getFolder)).size > 1;

/** Returns the folder's own name, with the folder above when that name is taken or too short, and otherwise with a number. */
function getAlbumName(folder: string, taken: Set<string>): string {
  const parts = folder.split('/').filter((part) => part !== '');
  const candidates = [parts.slice(-1), parts.slice(-2)].map((some) => toAlbumName(some.join(' – ')));
  let name = candidates.find((candidate) => isValidName(candidate) && !taken.has(candidate));
  for (let number = 2; name === undefined; number += 1) {
    const numbered = toAlbumName(`${parts.at(-1) ?? 'Album'}`, ` ${number}`);
    const fallback = isValidName(numbered) ? numbered : `Album ${number}`;
    if (!taken.has(fallback)) name = fallback;
  }
  taken.add(name);
  return name;
}

const isValidName = (name: string): boolean => [...name].length >= LIMITS.nameMin && /[\p{L}\p{N}_]/u.test(name);

/** Shortens a name to the maximum length of album names. */
const toAlbumName = (text: string, suffix = ''): string =>
  `${text
    .trim()
    .slice(0, LIMITS.nameMax - suffix.length)
    .trim()}${suffix}`;
