import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { versionFiles } from '@vitrine/contract';
import { type DeviceVersion, VERSION_LIMITS } from '@vitrine/contract';
import type { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { Person } from '../access/index.ts';
import { createFilesError, VersionArchive } from './version-archive.ts';
import { auditVersions, lockVisibleVersion } from './version-management.service.ts';
import { isSystemFile } from './version-paths.rules.ts';
import { readZipEntries } from './version-zip.ts';
import { presentVersion } from './versions.presenter.ts';
import { findVersion, findVersionFile, isVersionInUse, listVersionFiles, replaceVersionFiles } from './versions.store.ts';

/** A part of the form: named `zip`, or by the path of the file it is. */
export interface UploadPart {
  name: string;
  bytes: Readable & { truncated?: boolean };
}

const FILES_IN_USE_MESSAGE = 'Screens are using or installing this version, so its files can’t be replaced. Create a new version.';

/** Files of versions: upload, and download by screens. */
export function createVersionFilesService({ db, storage }: { db: Database; storage: Storage }) {
  const addZip = async (pack: VersionArchive, bytes: UploadPart['bytes']): Promise<void> => {
    const kept = storage.tempPath();
    try {
      await pipeline(bytes, createWriteStream(kept, { flags: 'wx' }));
      if (bytes.truncated) throw createFilesError('This zip file is too large.');
      await readZipEntries(kept, (name, contents) => pack.add(name, contents));
    } finally {
      await rm(kept, { force: true });
    }
  };

  const storeArchive = async (path: string, parts: AsyncIterable<UploadPart>) => {
    const pack = await VersionArchive.open(path);
    try {
      for await (const { name, bytes } of parts) {
        if (isSystemFile(name)) bytes.resume();
        else await (name === 'zip' ? addZip(pack, bytes) : pack.add(name, bytes));
      }
      return pack.finish();
    } finally {
      await pack.close();
    }
  };

  return {
    /** All of them at once, in place of those before. VERSION_REFUSED while screens have those. */
    async replace(actor: Person, id: string, parts: AsyncIterable<UploadPart>): Promise<DeviceVersion> {
      await db.transaction().execute((tx) => lockVisibleVersion(tx, actor, id));
      // A zip and what is in it.
      await storage.assertFreeSpace(2 * VERSION_LIMITS.bytesMax);
      const path = storage.tempPath();
      const storageKey = `versions/${newId()}`;
      try {
        const { files, shell } = await storeArchive(path, parts);
        await storage.putFile(storageKey, path);
        const before = await db.transaction().execute(async (tx) => {
          const row = await lockVisibleVersion(tx, actor, id);
          if (row.shell !== null && row.shell !== shell && (await isVersionInUse(tx, row)))
            throw new AppError('VERSION_REFUSED', FILES_IN_USE_MESSAGE);
          await auditVersions(tx, actor, 'version.files', [id]);
          await replaceVersionFiles(tx, id, { files, shell, storage_key: storageKey, url: `/api/screens/versions/${id}` });
          return row.storage_key;
        });
        if (before !== null) await storage.remove(before);
      } catch (error) {
        await rm(path, { force: true });
        await storage.remove(storageKey);
        throw error;
      }
      const row = await findVersion(db, id);
      if (!row) throw new AppError('NOT_FOUND');
      return presentVersion(row);
    },

    /** For a screen. */
    async list(id: string): Promise<z.infer<typeof versionFiles>> {
      const version = await findVersion(db, id);
      if (!version?.shell) throw new AppError('NOT_FOUND');
      return { shell: version.shell, files: await listVersionFiles(db, id) };
    },

    async open(id: string, path: string): Promise<{ sizeBytes: number; sha256: string; bytes: Readable | null }> {
      const file = await findVersionFile(db, id, path);
      if (!file || file.storage_key === null) throw new AppError('NOT_FOUND');
      const end = file.starts_at + file.size_bytes - 1;
      const bytes = file.size_bytes === 0 ? null : await storage.openRead(file.storage_key, { start: file.starts_at, end });
      return { sizeBytes: file.size_bytes, sha256: file.sha256, bytes };
    },
  };
}

export type VersionFilesService = ReturnType<typeof createVersionFilesService>;
