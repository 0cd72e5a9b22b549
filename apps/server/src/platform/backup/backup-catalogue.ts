import type { Storage } from '../storage/storage.ts';
import { createSortedLookup, type ListedFile, readList } from './backup-file-list.ts';
import { BackupError, MANIFEST_FILE_NAME, type Manifest, parseManifest } from './backup-manifest.ts';
import { readText } from './backup-parts.ts';

export const getBackupFolder = (name: string) => `backups/${name}`;

/** Age at which an unfinished backup is deleted. Longer than any running backup takes. */
const STALE_BACKUP_MS = 7 * 24 * 3_600_000;

async function listNames(place: Storage): Promise<{ complete: string[]; unfinished: string[] }> {
  const all = new Map<string, boolean>();
  for await (const files of place.list('backups'))
    for (const { key } of files) {
      const [, name = '', file] = key.split('/');
      all.set(name, all.get(name) === true || file === MANIFEST_FILE_NAME);
    }
  const names = [...all.keys()].sort();
  return { complete: names.filter((name) => all.get(name)), unfinished: names.filter((name) => !all.get(name)) };
}

/** Lists the names of complete backups, oldest first. */
export const listBackups = async (place: Storage): Promise<string[]> => (await listNames(place)).complete;

export async function readManifest(place: Storage, name: string): Promise<Manifest> {
  const manifest = parseManifest(await readText(place, `${getBackupFolder(name)}/${MANIFEST_FILE_NAME}`));
  if (manifest.name !== name) throw new BackupError(`The backup ${name} contains the manifest of another backup, ${manifest.name}`);
  return manifest;
}

/** Parses the time in a backup's name, such as 2026-11-24T07-40-00-123Z. */
const parseBackupTime = (name: string): number => Date.parse(name.replace(/T(\d\d)-(\d\d)-(\d\d)-/, 'T$1:$2:$3.'));

export async function deleteStaleBackups(place: Storage, now: Date): Promise<void> {
  for (const name of (await listNames(place)).unfinished)
    if (now.getTime() - parseBackupTime(name) > STALE_BACKUP_MS) await place.remove(getBackupFolder(name));
}

/** Deletes all backups except the newest, and files that no remaining backup needs. Returns the deleted backups. */
export async function deleteAllButNewest(place: Storage, count: number): Promise<string[]> {
  const names = await listBackups(place);
  const [old, remaining] = [names.slice(0, -count), names.slice(-count)];
  const manifests = await Promise.all(remaining.map((name) => readManifest(place, name)));
  for (const name of old) {
    const { list } = (await readManifest(place, name)).files;
    const others = manifests.map((manifest) => createSortedLookup(readList<ListedFile>(place, manifest.files.list)));
    for await (const { key } of readList<ListedFile>(place, list)) {
      const holders = await Promise.all(others.map((find) => find(key)));
      if (holders.every((holder) => holder === undefined)) await place.remove(`files/${key}`);
    }
    await place.remove(getBackupFolder(name));
  }
  return old;
}
