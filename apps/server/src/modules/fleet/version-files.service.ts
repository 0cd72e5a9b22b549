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
import { auditVersions, holdVersion } from './version-catalogue.service.ts';
import { refuseFiles, VersionPack } from './version-pack.ts';
import { isLitter } from './version-paths.rules.ts';
import { readZip } from './version-zip.ts';
import { presentVersion } from './versions.presenter.ts';
import { findFile, findVersion, isInUse, listFiles, replaceFiles } from './versions.store.ts';

/** A part of the form: named `zip`, or by the path of the file it is. */
export interface FormPart {
  name: string;
  bytes: Readable & { truncated?: boolean };
}

const IN_USE = 'Screens are using or installing this version, so its files can’t be replaced. Create a new version.';

/** Files of versions: taken in, and given to screens. */
export function createVersionFiles({ db, storage }: { db: Database; storage: Storage }) {
  const addZip = async (pack: VersionPack, bytes: FormPart['bytes']): Promise<void> => {
    const kept = storage.tempPath();
    try {
      await pipeline(bytes, createWriteStream(kept, { flags: 'wx' }));
      if (bytes.truncated) throw refuseFiles('This zip file is too large.');
      await readZip(kept, (name, contents) => pack.add(name, contents));
    } finally {
      await rm(kept, { force: true });
    }
  };

  const packUp = async (path: string, parts: AsyncIterable<FormPart>) => {
    const pack = await VersionPack.open(path);
    try {
      for await (const { name, bytes } of parts) {
        if (isLitter(name)) bytes.resume();
        else await (name === 'zip' ? addZip(pack, bytes) : pack.add(name, bytes));
      }
      return pack.finish();
    } finally {
      await pack.close();
    }
  };

  return {
    /** All of them at once, in place of those before. VERSION_REFUSED while screens have those. */
    async replace(actor: Person, id: string, parts: AsyncIterable<FormPart>): Promise<DeviceVersion> {
      await db.transaction().execute((tx) => holdVersion(tx, actor, id));
      // A zip and what is in it.
      await storage.assertRoom(2 * VERSION_LIMITS.bytesMax);
      const path = storage.tempPath();
      const storageKey = `versions/${newId()}`;
      try {
        const { files, shell } = await packUp(path, parts);
        await storage.putFile(storageKey, path);
        const before = await db.transaction().execute(async (tx) => {
          const row = await holdVersion(tx, actor, id);
          if (row.shell !== null && row.shell !== shell && (await isInUse(tx, row))) throw new AppError('VERSION_REFUSED', IN_USE);
          await auditVersions(tx, actor, 'version.files', [id]);
          await replaceFiles(tx, id, { files, shell, storage_key: storageKey, url: `/api/screens/versions/${id}` });
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
      return { shell: version.shell, files: await listFiles(db, id) };
    },

    async open(id: string, path: string): Promise<{ sizeBytes: number; sha256: string; bytes: Readable | null }> {
      const file = await findFile(db, id, path);
      if (!file || file.storage_key === null) throw new AppError('NOT_FOUND');
      const end = file.starts_at + file.size_bytes - 1;
      const bytes = file.size_bytes === 0 ? null : await storage.openRead(file.storage_key, { start: file.starts_at, end });
      return { sizeBytes: file.size_bytes, sha256: file.sha256, bytes };
    },
  };
}

export type VersionFiles = ReturnType<typeof createVersionFiles>;
