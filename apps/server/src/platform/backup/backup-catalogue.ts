import type { Storage } from '../storage/storage.ts';
import type { BackupPlace } from './backup-encryption.ts';
import { createSortedLookup, getFileKey, type ListedFile, readList } from './backup-file-list.ts';
import {
  BackupError,
  type EncryptedManifest,
  MANIFEST_FILE_NAME,
  type Manifest,
  PLAIN_FILES_FOLDER,
  parseManifest,
} from './backup-manifest.ts';
import { readPartAsText, readText, verifyStoredBytes } from './backup-parts.ts';

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

/** Reads the manifest as it is stored. That of an encrypted backup contains only what is not secret. */
export async function readStoredManifest(place: Storage, name: string): Promise<Manifest | EncryptedManifest> {
  const manifest = parseManifest(await readText(place, `${getBackupFolder(name)}/${MANIFEST_FILE_NAME}`));
  assertName(manifest, name);
  return manifest;
}

function assertName(manifest: Manifest | EncryptedManifest, name: string): void {
  if (manifest.name !== name) throw new BackupError(`The backup ${name} contains the manifest of another backup, ${manifest.name}`);
}

/** Reads the manifest of a backup, decrypted. Throws BackupError when the identities are missing or those of others. */
export async function readManifest(place: BackupPlace, name: string): Promise<Manifest> {
  const stored = await readStoredManifest(place, name);
  if (stored.format === 1) return stored;
  if (!place.decryption) throw new BackupError(`The backup ${name} is encrypted. Specify the file with your identity: --identity FILE.`);
  // Bytes that are intact and cannot be decrypted were encrypted to others.
  await verifyStoredBytes(place, stored.contents);
  const text = await readPartAsText(place, stored.contents).catch((cause) => {
    throw new BackupError(`The backup ${name} was encrypted to other public keys than those of the identity file`, { cause });
  });
  const manifest = parseManifest(text);
  assertName(manifest, name);
  if (manifest.format !== 1) throw new BackupError(`The backup ${name} contains no manifest`);
  return manifest;
}

/** Returns the list of files of the newest backup with this folder of files; undefined without one. */
export async function findNewestFileList(place: Storage, folder: string): Promise<Manifest['files']['list'] | undefined> {
  for (const name of (await listBackups(place)).reverse()) {
    const { files } = await readStoredManifest(place, name);
    if (files.folder === folder) return files.list;
  }
  return undefined;
}

/** Parses the time in a backup's name, such as 2026-11-24T07-40-00-123Z. */
const parseBackupTime = (name: string): number => Date.parse(name.replace(/T(\d\d)-(\d\d)-(\d\d)-/, 'T$1:$2:$3.'));

export async function deleteStaleBackups(place: Storage, now: Date): Promise<void> {
  for (const name of (await listNames(place)).unfinished)
    if (now.getTime() - parseBackupTime(name) > STALE_BACKUP_MS) await place.remove(getBackupFolder(name));
}

/** Counts complete backups that are not encrypted. */
export async function countPlainBackups(place: Storage): Promise<number> {
  let count = 0;
  for (const name of await listBackups(place)) if ((await readStoredManifest(place, name)).format === 1) count++;
  return count;
}

/** Deletes all backups except the newest, and files that no remaining backup needs. Returns the deleted backups. */
export async function deleteAllButNewest(place: Storage, count: number): Promise<string[]> {
  const names = await listBackups(place);
  const [old, remaining] = [names.slice(0, -count), names.slice(-count)];
  const manifests = await Promise.all(remaining.map((name) => readStoredManifest(place, name)));
  const folders = new Set([PLAIN_FILES_FOLDER]);
  for (const name of old) {
    const { files } = await readStoredManifest(place, name);
    folders.add(files.folder);
    await deleteUnusedFiles(
      place,
      files,
      manifests.map((manifest) => manifest.files).filter(({ folder }) => folder === files.folder),
    );
    await place.remove(getBackupFolder(name));
  }
  // Also deletes files of interrupted backups, which no list contains.
  for (const { files } of manifests) folders.delete(files.folder);
  for (const folder of folders) await place.remove(folder);
  return old;
}

async function deleteUnusedFiles(place: Storage, { folder, list }: Manifest['files'], remaining: readonly Manifest['files'][]) {
  const others = remaining.map((files) => createSortedLookup(readList<ListedFile>(place, files.list)));
  for await (const file of readList<ListedFile>(place, list)) {
    const holders = await Promise.all(others.map((find) => find(file.key)));
    if (holders.some((holder) => holder && holder.isDamaged === file.isDamaged)) continue;
    for (const { name } of file.parts) await place.remove(getFileKey(folder, file, name));
    // A folder remains empty in a file system.
    if (file.parts.some(({ name }) => name !== '')) await place.remove(`${folder}/${file.key}`);
  }
}
