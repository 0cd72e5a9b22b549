import type { Storage } from '../storage/storage.ts';
import { getFileKey, groupInBatches, type ListedFile, readList } from './backup-file-list.ts';
import type { Manifest } from './backup-manifest.ts';
import { verifyPart } from './backup-parts.ts';

const MAX_CONCURRENT_READS = 4;

/** Reads a complete backup. Throws BackupError when a part is missing or differs from its record. */
export async function verifyBackup(place: Storage, manifest: Manifest, onBytes: (bytes: number) => void): Promise<void> {
  const { tables, files, certificate, serverKey } = manifest;
  const others = [certificate, serverKey?.part].flatMap((part) => part ?? []);
  for (const part of [files.list, ...tables.map((table) => table.part), ...others]) await verifyPart(place, part);
  let bytes = 0;
  for await (const group of groupInBatches(readList<ListedFile>(place, files.list), MAX_CONCURRENT_READS)) {
    const verifyAll = async ({ key, parts }: ListedFile) => {
      for (const part of parts) {
        await verifyPart(place, { key: getFileKey(key, part.name), bytes: part.bytes, sha256: part.sha256 });
        bytes += part.bytes;
      }
    };
    await Promise.all(group.map(verifyAll));
    onBytes(bytes);
  }
}
