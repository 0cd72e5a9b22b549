import { rm } from 'node:fs/promises';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../define-module.ts';
import { digest } from './files.receive.ts';
import { type DerivativeRole, derivativeKey } from './files.rules.ts';
import { type FileRow, findFile, insertDerivative, listFamily } from './files.store.ts';

export interface Made {
  role: DerivativeRole;
  mimetype: string;
  kind: 'image' | 'video';
  width: number | null;
  height: number | null;
  durationMs?: number;
  /** Clockwise degrees it is turned by against its original. */
  rotation?: number;
}

interface Measured {
  sha256: string | null;
  sizeBytes: number;
}

/** Keeps what jobs make from an original: the bytes first, then the row that speaks of them. */
export function createDerivatives({ db, storage }: Platform) {
  const keep = async (rootId: string, made: Made, store: (key: string) => Promise<void>, measured: Measured) => {
    const key = derivativeKey(rootId, made.role, made.rotation);
    await store(key);
    const { role, mimetype, kind, width, height, durationMs = null, rotation = 0 } = made;
    const sizes = { sha256: measured.sha256, size_bytes: measured.sizeBytes, width, height, duration_ms: durationMs };
    await db
      .transaction()
      .execute((tx) => insertDerivative(tx, { id: newId(), root_id: rootId, role, storage_key: key, mimetype, kind, rotation, ...sizes }));
    // Deleted meanwhile: its bytes were removed before these came.
    if (!(await findFile(db, rootId))) await storage.remove(key);
  };

  return {
    /** The original and what there is of it; undefined when it is gone, and the job with it. */
    async open(fileId: string): Promise<{ root: FileRow; find: (role: string, rotation?: number) => FileRow | undefined } | undefined> {
      const family = await listFamily(db, fileId);
      const root = family.find((file) => file.role === 'original');
      return root && { root, find: (role, rotation = 0) => family.find((file) => file.role === role && file.rotation === rotation) };
    },
    async keepFile(rootId: string, made: Made, tempPath: string): Promise<void> {
      await keep(rootId, made, (key) => storage.putFile(key, tempPath), await digest(tempPath));
    },
    async keepFolder(rootId: string, made: Made, tempPath: string, sizeBytes: number): Promise<void> {
      const put = async (key: string) => {
        // An interrupted run may have left a folder under this key; a folder cannot be replaced in one step.
        await storage.remove(key);
        await storage.putFolder(key, tempPath);
      };
      await keep(rootId, made, put, { sha256: null, sizeBytes });
    },
    /** Gives a path to write to, and takes away whatever is still there afterwards. DISK_FULL when there is no room to work. */
    async withTemp(work: (tempPath: string) => Promise<void>): Promise<void> {
      await storage.assertRoom(0);
      const tempPath = storage.tempPath();
      try {
        await work(tempPath);
      } finally {
        await rm(tempPath, { recursive: true, force: true });
      }
    },
  };
}

export type Derivatives = ReturnType<typeof createDerivatives>;
