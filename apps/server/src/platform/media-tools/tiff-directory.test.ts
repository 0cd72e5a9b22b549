import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTiff } from './tiff-directory.ts';

const TAG = 330;
const BYTE = 1;
const FIRST_AT = 8;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-tiff-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A TIFF whose directories each have as many entries as given, all with the same million bytes. */
function aRepetitiveTiff(entriesByDirectory: readonly number[]): Buffer {
  const length = 1_000_000;
  const directories = entriesByDirectory.map((count) => Buffer.alloc(2 + count * 12 + 4));
  const valuesAt = FIRST_AT + directories.reduce((sum, directory) => sum + directory.length, 0);
  let end = FIRST_AT;
  for (const directory of directories) {
    end += directory.length;
    directory.writeUInt16LE((directory.length - 6) / 12);
    for (let entry = 2; entry + 12 <= directory.length; entry += 12) {
      directory.writeUInt16LE(TAG, entry);
      directory.writeUInt16LE(BYTE, entry + 2);
      directory.writeUInt32LE(length, entry + 4);
      directory.writeUInt32LE(valuesAt, entry + 8);
    }
    directory.writeUInt32LE(end, directory.length - 4);
  }
  return Buffer.concat([Buffer.from('II*\0\b\0\0\0', 'latin1'), ...directories, Buffer.alloc(length)]);
}

/** Returns for each directory whether it was read. */
async function readAll(entriesByDirectory: readonly number[]): Promise<boolean[]> {
  const source = path.join(folder, `${entriesByDirectory.join('-')}.tif`);
  const bytes = aRepetitiveTiff(entriesByDirectory);
  await writeFile(source, bytes);
  const fd = openSync(source, 'r');
  try {
    const reader = openTiff(fd, bytes.length, new Set([TAG]));
    let at = reader.firstAt;
    return entriesByDirectory.map((count) => {
      const directory = reader.read(at);
      at += 2 + count * 12 + 4;
      return directory !== undefined;
    });
  } finally {
    closeSync(fd);
  }
}

describe('the directories of a TIFF', () => {
  it('are read with the parts of the largest image', async () => {
    expect(await readAll([2])).toEqual([true]);
  });

  it('are not read when they repeat the same values more often than an image needs, in one or several directories', async () => {
    expect(await readAll([4])).toEqual([false]);
    expect(await readAll([1, 1, 1, 1])).toEqual([true, true, true, false]);
  });
});
