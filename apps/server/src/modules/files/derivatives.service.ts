import { rm } from 'node:fs/promises';
import { allowAsyncCommit, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../define-module.ts';
import { hashFile } from './file-writer.ts';
import { removeStoredKeyJob } from './files.jobs.ts';
import { type DerivativeRole, getDerivativeKey, getRegeneratedKey, RENDER_VERSIONS } from './files.rules.ts';
import {
  type FileRow,
  findFile,
  insertDerivative,
  listFileFamily,
  type NewDerivative,
  type ProbeResult,
  replaceDerivative,
  replaceOrInsertDerivative,
  updateProbeResult,
} from './files.store.ts';

export interface DerivativeRow {
  role: DerivativeRole;
  mimetype: string;
  kind: 'image' | 'video' | 'document' | 'widget' | 'web' | 'live';
  width: number | null;
  height: number | null;
  durationMs?: number;
  /** Clockwise degrees it is turned by against its original. */
  rotation?: number;
  /** Page of a document that it shows, counted from 1. */
  page?: number;
  thumbhash?: Buffer;
  /** The current recipe of the role unless given. */
  recipe?: number;
  /** Id of the regeneration job. Its derivative replaces the existing one under a separate key. */
  jobId?: string;
}

interface FileDigest {
  sha256: string | null;
  sizeBytes: number;
}

/** A derivative in a temporary file. */
export interface MadeFile {
  made: DerivativeRow;
  tempPath: string;
}

/** A derivative with its size and checksum, and the function that stores its bytes under a key. */
interface Part {
  made: DerivativeRow;
  measured: FileDigest;
  store: (key: string) => Promise<void>;
}

interface FileFamily {
  root: FileRow;
  find(role: string, rotation?: number): FileRow | undefined;
  /** The copies for walls, one for each way it is turned. */
  screens: FileRow[];
}

type InsertDerivative = (tx: Tx, row: NewDerivative) => Promise<void>;
const insertNew: InsertDerivative = (tx, row) => insertDerivative(tx, row);

/** Longer than anyone reads a file. */
const OLD_FILE_GRACE_MS = 10 * 60_000;

/** Returns the row of a new derivative. Its storage key depends on its role, rotation, page and recipe. */
export function createDerivativeRow(rootId: string, made: DerivativeRow, { sha256, sizeBytes }: FileDigest): NewDerivative {
  const {
    role,
    mimetype,
    kind,
    width,
    height,
    durationMs = null,
    rotation = 0,
    page = 0,
    recipe = RENDER_VERSIONS[made.role],
    jobId,
  } = made;
  const key = jobId === undefined ? getDerivativeKey(rootId, role, { rotation, page, recipe }) : getRegeneratedKey(rootId, role, jobId);
  const sizes = { sha256, size_bytes: sizeBytes, width, height, duration_ms: durationMs };
  const thumbhash = made.thumbhash ?? null;
  return { id: newId(), root_id: rootId, role, storage_key: key, mimetype, kind, rotation, page, recipe, thumbhash, ...sizes };
}

const measure = async (storage: Platform['storage'], { made, tempPath }: MadeFile): Promise<Part> => ({
  made,
  measured: await hashFile(tempPath),
  store: (key) => storage.putFile(key, tempPath),
});

/** Keeps what jobs make from an original: the bytes first, then the row that speaks of them. */
export function createDerivativesService({ db, storage, queue, clock }: Platform) {
  /** Stores derivatives of one original. Their rows are inserted in one transaction. */
  const insertWith = async (
    rootId: string,
    parts: Part[],
    { insert, probed }: { insert?: InsertDerivative; probed?: ProbeResult } = {},
  ) => {
    const rows: NewDerivative[] = [];
    for (const part of parts) {
      const row = createDerivativeRow(rootId, part.made, part.measured);
      await part.store(row.storage_key);
      rows.push(row);
    }
    await db.transaction().execute(async (tx) => {
      // Jobs call this: one that finished is on the disk, and with it all that committed before; one that did not runs again.
      await allowAsyncCommit(tx);
      for (const [index, row] of rows.entries()) {
        const put = insert ?? (parts[index]?.made.jobId === undefined ? insertNew : exchange);
        await put(tx, row);
      }
      if (probed) await updateProbeResult(tx, rootId, probed);
    });
    // The original was deleted in the meantime, and these bytes were stored after its removal.
    if (!(await findFile(db, rootId))) for (const row of rows) await storage.remove(row.storage_key);
  };

  const replaceWith =
    (storeFile: typeof replaceDerivative): InsertDerivative =>
    async (tx, row) => {
      const key = await storeFile(tx, row);
      if (key) await queue.add(tx, removeStoredKeyJob, { key }, { runAt: new Date(clock.now().getTime() + OLD_FILE_GRACE_MS) });
    };
  const replace = replaceWith(replaceDerivative);
  const exchange = replaceWith(replaceOrInsertDerivative);

  return {
    /** Returns the original and its derivatives; undefined when it was deleted, which ends the job. */
    async open(fileId: string): Promise<FileFamily | undefined> {
      const family = await listFileFamily(db, fileId);
      const root = family.find((file) => file.role === 'original');
      if (!root) return undefined;
      const find = (role: string, rotation = 0) => family.find((file) => file.role === role && file.rotation === rotation);
      return { root, find, screens: family.filter((file) => file.role === 'screen') };
    },
    /** `probed`: what was found out about the original on the way. */
    async keepFile(rootId: string, made: DerivativeRow, tempPath: string, probed?: ProbeResult): Promise<void> {
      await insertWith(rootId, [await measure(storage, { made, tempPath })], { probed });
    },
    /** Stores several derivatives, all or none. */
    async keepFiles(rootId: string, files: readonly MadeFile[], probed?: ProbeResult): Promise<void> {
      await insertWith(rootId, await Promise.all(files.map((file) => measure(storage, file))), { probed });
    },
    /** In the place of the one an older recipe made. */
    async replaceFile(rootId: string, made: DerivativeRow, tempPath: string): Promise<void> {
      await insertWith(rootId, [await measure(storage, { made, tempPath })], { insert: replace });
    },
    async keepFolder(rootId: string, made: DerivativeRow, tempPath: string, sizeBytes: number): Promise<void> {
      const store = async (key: string) => {
        // An interrupted run may have left a folder under this key; a folder cannot be replaced in one step.
        await storage.remove(key);
        await storage.putFolder(key, tempPath);
      };
      await insertWith(rootId, [{ made, measured: { sha256: null, sizeBytes }, store }]);
    },
    /** Provides a path to write to, and deletes what remains of it afterwards. DISK_FULL when there is no space. */
    async withTemp<T>(work: (tempPath: string) => Promise<T>): Promise<T> {
      await storage.assertFreeSpace(0);
      const tempPath = storage.tempPath();
      try {
        return await work(tempPath);
      } finally {
        await rm(tempPath, { recursive: true, force: true });
      }
    },
  };
}

export type DerivativesService = ReturnType<typeof createDerivativesService>;
