import type { BackupPlace } from './backup-encryption.ts';
import { groupInBatches, type ListedFile, listFileParts, readList } from './backup-file-list.ts';
import type { BackupPart, EncryptedManifest, Manifest } from './backup-manifest.ts';
import { verifyPart } from './backup-parts.ts';

const MAX_CONCURRENT_READS = 4;

/** Lists all parts of a backup except its files. */
export function listParts(manifest: Manifest | EncryptedManifest): BackupPart[] {
  if (manifest.format === 2) return [manifest.contents, ...manifest.parts];
  const tables = manifest.tables.map((table) => table.part);
  return [...tables, manifest.certificate, manifest.serverKey?.part].flatMap((part) => part ?? []);
}

/**
 * Reads a complete backup. Throws BackupError when a part is missing or differs from its record. An encrypted backup is also decrypted if the place has
 * identities.
 */
export async function verifyBackup(
  place: BackupPlace,
  manifest: Manifest | EncryptedManifest,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const { list, folder } = manifest.files;
  for (const part of [list, ...listParts(manifest)]) await verifyPart(place, part);
  let bytes = 0;
  for await (const group of groupInBatches(readList<ListedFile>(place, list), MAX_CONCURRENT_READS)) {
    const verifyAll = async (file: ListedFile) => {
      for (const part of listFileParts(folder, file)) {
        await verifyPart(place, part);
        bytes += part.bytes;
      }
    };
    await Promise.all(group.map(verifyAll));
    onBytes(bytes);
  }
}
