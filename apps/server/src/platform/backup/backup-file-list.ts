import { Readable } from 'node:stream';
import type { Storage } from '../storage/storage.ts';
import type { BackupPart } from './backup-manifest.ts';
import { openCompressedPart, readLines, storeCompressedPart } from './backup-parts.ts';

/** A stored file, or a folder with its parts, as a backup stores it below `files/`. */
export interface ListedFile {
  key: string;
  /** `name` is the path after the key, such as `/main.m3u8`; empty for a file. */
  parts: { name: string; bytes: number; sha256: string }[];
}

export const getFileKey = (key: string, name: string): string => `files/${key}${name}`;
export const getFileSize = ({ parts }: ListedFile): number => parts.reduce((sum, part) => sum + part.bytes, 0);

async function* asLines(entries: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const entry of entries) yield Buffer.from(`${JSON.stringify(entry)}\n`);
}

/** Stores a list of any length as a stream of JSON lines. */
export const storeList = (place: Storage, key: string, entries: AsyncIterable<unknown>): Promise<BackupPart> =>
  storeCompressedPart(place, key, Readable.from(asLines(entries)));

export async function* readList<T>(place: Storage, list: BackupPart | undefined): AsyncGenerator<T> {
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
