import { Readable } from 'node:stream';
import { type BackupPlace, ENCRYPTED_SUFFIX } from './backup-encryption.ts';
import { type BackupPart, PLAIN_FILES_FOLDER } from './backup-manifest.ts';
import { openCompressedPart, readLines, storeCompressedPart } from './backup-parts.ts';

/** A stored file, or a folder with its parts, as a backup stores it in its folder of files. */
export interface ListedFile {
  key: string;
  /** `name` is the path after the key, such as `/main.m3u8`; empty for a file. Size and checksum are those of the stored bytes, which may be encrypted. */
  parts: { name: string; bytes: number; sha256: string }[];
  /** Set in encrypted backups when the content differed from the checksum in the file's row. */
  isDamaged?: true;
}

/**
 * Returns the key of a file's part in a backup. A damaged file of an encrypted backup has another key than an intact one, because the name is all that
 * shows which of both an interrupted backup has stored.
 */
export const getFileKey = (folder: string, { key, isDamaged }: Pick<ListedFile, 'key' | 'isDamaged'>, name: string): string =>
  folder === PLAIN_FILES_FOLDER ? `${folder}/${key}${name}` : `${folder}/${key}${name}${isDamaged ? '.damaged' : ''}${ENCRYPTED_SUFFIX}`;

/** Lists the records of all stored parts of a file. */
export const listFileParts = (folder: string, file: ListedFile): BackupPart[] =>
  file.parts.map(({ name, bytes, sha256 }) => ({ key: getFileKey(folder, file, name), bytes, sha256 }));
export const getFileSize = ({ parts }: ListedFile): number => parts.reduce((sum, part) => sum + part.bytes, 0);

async function* asLines(entries: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const entry of entries) yield Buffer.from(`${JSON.stringify(entry)}\n`);
}

/** Stores a list of any length as a stream of JSON lines. */
export const storeList = (place: BackupPlace, key: string, entries: AsyncIterable<unknown>): Promise<BackupPart> =>
  storeCompressedPart(place, key, Readable.from(asLines(entries)));

export async function* readList<T>(place: BackupPlace, list: BackupPart | undefined): AsyncGenerator<T> {
  if (!list) return;
  for await (const line of readLines(await openCompressedPart(place, list))) yield JSON.parse(line) as T;
}

/** Compares two sorted lists: returns a function that finds the entry with a key. Keys must be requested in order. */
export function createSortedLookup<T extends { key: string }>(list: AsyncGenerator<T>): (key: string) => Promise<T | undefined> {
  let next: IteratorResult<T> | undefined;
  return async (key) => {
    next ??= await list.next();
    while (!next.done && next.value.key < key) next = await list.next();
    return !next.done && next.value.key === key ? next.value : undefined;
  };
}

/** Groups entries into batches of this size, in their order. */
export async function* groupInBatches<T>(entries: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let group: T[] = [];
  for await (const entry of entries) {
    group.push(entry);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
