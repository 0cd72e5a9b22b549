import { NotStoredError } from '../storage/not-stored-error.ts';
import type { Storage } from '../storage/storage.ts';
import type { BackupPlace } from './backup-encryption.ts';
import { getFileKey, type ListedFile, listFileParts } from './backup-file-list.ts';
import { BackupError, type BackupPart } from './backup-manifest.ts';
import { measureStoredBytes, storeBackupFile, verifyStoredBytes } from './backup-parts.ts';
import type { ReferencedFile } from './stored-keys.ts';

export interface CopyTarget {
  source: Storage;
  place: BackupPlace;
  /** Folder of the files in the backup place. */
  folder: string;
}

/** Returns true when the backup place has the file as an earlier backup lists it. */
export async function isInBackup({ place, folder }: CopyTarget, file: ListedFile): Promise<boolean> {
  for (const { key, bytes } of listFileParts(folder, file)) if ((await place.stat(key))?.sizeBytes !== bytes) return false;
  return true;
}

/** Returns true when the content that the backup has is the one in the file's row. Encrypted content was compared when it was stored. */
export function matchesChecksum({ place }: CopyTarget, { parts, isDamaged }: ListedFile, { sha256 }: ReferencedFile): boolean {
  if (place.encryption) return !isDamaged;
  return sha256 === null || parts.length !== 1 || parts[0]?.sha256 === sha256;
}

async function isIntact(place: BackupPlace, part: BackupPart): Promise<boolean> {
  try {
    await verifyStoredBytes(place, part);
    return true;
  } catch (error) {
    if (error instanceof BackupError) return false;
    throw error;
  }
}

/**
 * Finds a part that an interrupted backup stored and no list contains; returns undefined when it must be copied. Encrypted bytes cannot be compared with the
 * content. They are complete, because a place stores whole files only, and intact, because damaged files have other keys.
 */
async function findStoredPart(
  { place, folder }: CopyTarget,
  named: ReferencedFile,
  { name, bytes }: { name: string; bytes: number },
): Promise<BackupPart | undefined> {
  const key = getFileKey(folder, named, name);
  const expected = place.encryption?.getEncryptedSize(bytes) ?? bytes;
  if (!place.encryption && (named.sha256 === null || name !== '')) return undefined;
  if ((await place.stat(key))?.sizeBytes !== expected) return undefined;
  if (place.encryption) return measureStoredBytes(place, key);
  const part = { key, bytes, sha256: named.sha256 ?? '' };
  return (await isIntact(place, part)) ? part : undefined;
}

/** Copies one file and calls `onCopied` with the stored bytes of each part. Returns undefined when nothing is stored under the key. */
export async function copyFile(
  target: CopyTarget,
  named: ReferencedFile,
  onCopied: (bytes: number) => void,
): Promise<ListedFile | undefined> {
  const { source, place, folder } = target;
  const listed: ListedFile = { key: named.key, parts: [] };
  const copyPart = async (key: string, name: string): Promise<BackupPart> => {
    const isExpected = (sha256: string) => name !== '' || named.sha256 === null || sha256 === named.sha256;
    const { part, contentSha256 } = await storeBackupFile(place, await source.openRead(key), (sha256) =>
      getFileKey(folder, isExpected(sha256) ? named : { ...named, isDamaged: true }, name),
    );
    if (place.encryption && !isExpected(contentSha256)) listed.isDamaged = true;
    onCopied(part.bytes);
    return part;
  };
  try {
    for await (const stored of source.list(named.key))
      for (const { key, sizeBytes } of stored) {
        const name = key.slice(named.key.length);
        const part = (await findStoredPart(target, named, { name, bytes: sizeBytes })) ?? (await copyPart(key, name));
        listed.parts.push({ name, bytes: part.bytes, sha256: part.sha256 });
      }
  } catch (error) {
    if (error instanceof NotStoredError) return undefined;
    throw error;
  }
  return listed.parts.length > 0 ? listed : undefined;
}
