import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { NotStoredError } from './not-stored-error.ts';
import type { Storage, StoredFile } from './storage.ts';
import { isPlaylistFile, sortPlaylistsLast } from './storage-keys.ts';

export interface MovePair {
  from: Storage;
  to: Storage;
}

/** Enough to keep the store busy, and few enough for a machine that serves requests in the meantime. */
const MAX_CONCURRENT_MOVES = 4;
/** Made again wherever it is missing. */
const isTransient = ({ key }: StoredFile) => key.startsWith('renditions/') || key.startsWith('arriving/');

async function transfer({ from, to }: MovePair, key: string, target = key): Promise<void> {
  const temp = to.tempPath();
  try {
    await pipeline(await from.openRead(key), createWriteStream(temp, { flags: 'wx' }));
    await to.putFile(target, temp);
  } finally {
    await rm(temp, { force: true });
  }
}

/** A file, or a folder by its parts, lists last. NotStoredError. */
export async function transferFolder(between: MovePair, key: string, target: string): Promise<void> {
  let isAny = false;
  for await (const files of between.from.list(key)) {
    for (const one of sortPlaylistsLast(files.map((file) => file.key))) await transfer(between, one, target + one.slice(key.length));
    isAny ||= files.length > 0;
  }
  if (!isAny) throw new NotStoredError(key);
}

async function sha256Of(storage: Storage, key: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of await storage.openRead(key)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

type Outcome = 'moved' | 'alreadyPresent' | 'missing';

/** Copies a missing file, reads it back and compares it byte for byte, and removes the copy when the file was deleted during the copy. */
async function moveFile(between: MovePair, { key, sizeBytes }: StoredFile): Promise<Outcome> {
  const { from, to } = between;
  try {
    const isThere = (await to.stat(key))?.sizeBytes === sizeBytes;
    if (!isThere) await transfer(between, key);
    if ((await sha256Of(from, key)) !== (await sha256Of(to, key))) {
      await to.remove(key);
      throw new Error(`${key} did not arrive as it is, and was taken away again`);
    }
    if (await from.stat(key)) return isThere ? 'alreadyPresent' : 'moved';
  } catch (error) {
    if (!(error instanceof NotStoredError)) throw error;
  }
  await to.remove(key);
  return 'missing';
}

export interface MoveCount {
  moved: number;
  alreadyPresent: number;
  missing: number;
  bytes: number;
  faults: { key: string; error: unknown }[];
}

/** Moves all stored files during operation. Can be run again at any point and continues. `isRemoving`: each verified file is removed from its old place. */
export async function moveFiles(between: MovePair, isRemoving: boolean, onFile: (count: MoveCount) => void): Promise<MoveCount> {
  const count: MoveCount = { moved: 0, alreadyPresent: 0, missing: 0, bytes: 0, faults: [] };
  const move = async (file: StoredFile) => {
    try {
      const outcome = await moveFile(between, file);
      if (isRemoving && outcome !== 'missing') await between.from.remove(file.key);
      count[outcome]++;
      count.bytes += file.sizeBytes;
    } catch (error) {
      count.faults.push({ key: file.key, error });
    }
    onFile(count);
  };
  for await (const files of between.from.list()) {
    const kept = files.filter((file) => !isTransient(file));
    // Playlists after their parts, because players would play an incomplete one.
    for (const lists of [false, true]) {
      const waiting = kept.filter(({ key }) => isPlaylistFile(key) === lists);
      const lanes = Array.from({ length: MAX_CONCURRENT_MOVES }, async () => {
        for (let file = waiting.shift(); file; file = waiting.shift()) await move(file);
      });
      await Promise.all(lanes);
    }
  }
  return count;
}
