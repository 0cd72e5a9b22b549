import { hash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import type { MediaKind } from '@vitrine/contract';
import type { Tx } from '../../platform/database/database.ts';
import { translateDiskFull } from '../../platform/storage/disk-full.ts';
import type { Platform } from '../define-module.ts';
import { insertContentFiles } from './content-files.store.ts';
import { createDerivativeRow, type DerivativeRow } from './derivatives.service.ts';
import { NO_METADATA_COLUMNS } from './file-metadata.store.ts';
import { getOriginalKey, sanitizeFileName } from './files.rules.ts';
import type { FileRow, NewDerivative, NewOriginal } from './files.store.ts';

/** Content that the server makes, such as the settings of a widget. It is small, so its bytes are in memory. */
export interface NewContent {
  kind: MediaKind;
  mimetype: string;
  fileName: string;
  bytes: Buffer;
  derivatives: readonly ContentDerivative[];
}

/** A derivative, with its bytes or with the stored file that is copied. */
export type ContentDerivative = { made: DerivativeRow } & ({ bytes: Buffer } | { source: CopiedFile });
export type CopiedFile = Pick<FileRow, 'storage_key' | 'sha256' | 'size_bytes'>;

/** The original of stored content, and the function that inserts the rows of all its files. */
export interface StoredContent {
  original: Omit<NewOriginal, 'owner_id'>;
  insertRows(tx: Tx, ownerId: string): Promise<InsertedContent>;
}
export type InsertedContent = NewOriginal & { content_id: null };

const getDigest = (bytes: Buffer) => ({ sha256: hash('sha256', bytes, 'hex'), sizeBytes: bytes.length });

/** Stores the files of content: first the bytes, then the rows that refer to them. */
export function createContentFiles({ storage }: Pick<Platform, 'storage'>) {
  const putBytes = async (key: string, bytes: Buffer): Promise<void> => {
    const tempPath = storage.tempPath();
    try {
      await translateDiskFull(() => writeFile(tempPath, bytes, { flag: 'wx' }));
      await storage.putFile(key, tempPath);
    } catch (error) {
      await rm(tempPath, { force: true });
      throw error;
    }
  };

  const storeDerivative = async (fileId: string, { made, ...content }: ContentDerivative): Promise<NewDerivative> => {
    if ('bytes' in content) {
      const row = createDerivativeRow(fileId, made, getDigest(content.bytes));
      await putBytes(row.storage_key, content.bytes);
      return row;
    }
    const { sha256, size_bytes: sizeBytes, storage_key: from } = content.source;
    const row = createDerivativeRow(fileId, made, { sha256, sizeBytes });
    await storage.copy(row.storage_key, from);
    return row;
  };

  return {
    /** Stores the bytes under the id of the future file. If this or the insertion of the rows fails, the caller deletes the bytes. DISK_FULL. */
    async store(fileId: string, { kind, mimetype, fileName, bytes, derivatives }: NewContent): Promise<StoredContent> {
      await storage.assertFreeSpace(bytes.length);
      const { sha256, sizeBytes } = getDigest(bytes);
      const key = getOriginalKey(fileId);
      await putBytes(key, bytes);
      const rows: NewDerivative[] = [];
      for (const derivative of derivatives) rows.push(await storeDerivative(fileId, derivative));
      const original = {
        id: fileId,
        storage_key: key,
        sha256,
        size_bytes: sizeBytes,
        mimetype,
        kind,
        original_name: sanitizeFileName(fileName),
        width: null,
        height: null,
        ...NO_METADATA_COLUMNS,
      };
      return {
        original,
        async insertRows(tx, ownerId) {
          const inserted = { ...original, owner_id: ownerId, content_id: null };
          await insertContentFiles(tx, inserted, rows);
          return inserted;
        },
      };
    },
  };
}
