import { rm, stat } from 'node:fs/promises';
import { MEDIA_STATUS } from '@vitrine/contract';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { personRoom } from '../../platform/live/live.ts';
import { ToolFailure } from '../../platform/media-tools/tool-child.ts';
import type { JobContext } from '../../platform/queue/job-type.ts';
import { type FileRow, findFile, insertDerivative, listFamily } from './files.store.ts';
import type { MediaDeps } from './media.deps.ts';
import { presentTranscode } from './media.presenter.ts';
import { findMedia } from './media.read-model.ts';
import { digest } from './media.receive.ts';
import { type DerivativeRole, derivativeKey } from './media.rules.ts';
import { advanceStatus, listHolders, markFailed } from './media.store.ts';

/** A tool that dies without blaming the file is given this many tries. */
const TOOL_ATTEMPTS = 3;

export interface Made {
  role: DerivativeRole;
  mimetype: string;
  kind: 'image' | 'video';
  width: number | null;
  height: number | null;
  durationMs?: number;
}

/** What the jobs that work on an original have in common: keeping what they made, and telling how far they are. */
export function createProcessing({ db, live, storage, log, onAlbumContentChanged }: MediaDeps) {
  const tell = async (tx: Tx, fileId: string, progress: number) => {
    const holders = await listHolders(tx, fileId);
    if (holders.length === 0) return;
    const rows = await findMedia(
      tx,
      holders.map((holder) => holder.mediaId),
    );
    const nudges = holders.flatMap((holder) => {
      const row = rows.find(({ id }) => id === holder.mediaId);
      const rooms = new Set([holder.ownerId, holder.uploadedBy].map(personRoom));
      if (!row) return [];
      return [...rooms].map((room) => ({
        namespace: 'media' as const,
        room,
        event: 'videoTranscode',
        payload: presentTranscode(row, progress),
      }));
    });
    await live.send(tx, nudges);
  };

  const changed = async (tx: Tx, fileId: string) => {
    const holders = await listHolders(tx, fileId);
    for (const albumId of new Set(holders.map((holder) => holder.albumId))) {
      const people = holders.filter((holder) => holder.albumId === albumId).flatMap((holder) => [holder.ownerId, holder.uploadedBy]);
      await onAlbumContentChanged(tx, albumId, people);
    }
  };

  const keep = async (
    rootId: string,
    made: Made,
    store: (key: string) => Promise<void>,
    measured: { sha256: string | null; sizeBytes: number },
  ) => {
    const key = derivativeKey(rootId, made.role);
    await store(key);
    const { role, mimetype, kind, width, height, durationMs = null } = made;
    const sizes = { sha256: measured.sha256, size_bytes: measured.sizeBytes, width, height, duration_ms: durationMs };
    await insertDerivative(db, { id: newId(), root_id: rootId, role, storage_key: key, mimetype, kind, ...sizes });
    // Deleted meanwhile: its bytes were removed before these came.
    if (!(await findFile(db, rootId))) await storage.remove(key);
  };

  /** The media of an original fail, in words their owner reads. */
  const giveUp = (fileId: string, reason: string): Promise<void> =>
    db.transaction().execute(async (tx) => {
      await markFailed(tx, fileId, reason);
      await tell(tx, fileId, 0);
      await changed(tx, fileId);
    });

  return {
    /** The original and what there is of it; undefined when it is gone, and the job with it. */
    async open(fileId: string): Promise<{ root: FileRow; find: (role: string) => FileRow | undefined } | undefined> {
      const family = await listFamily(db, fileId);
      const root = family.find((file) => file.role === 'original');
      return root && { root, find: (role) => family.find((file) => file.role === role) };
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
    tell: (fileId: string, progress: number) => tell(db, fileId, progress),
    /** The media of an original reach a stage; whoever shows their albums hears of it. */
    reach: (fileId: string, status: number): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await advanceStatus(tx, fileId, status);
        await tell(tx, fileId, status >= MEDIA_STATUS.playable ? 100 : 0);
        if (status >= MEDIA_STATUS.playable) await changed(tx, fileId);
      }),
    /** Runs a job's work; a fault of the file ends it with a reason people read, any other is tried again. */
    async attempt(fileId: string, context: JobContext, work: () => Promise<void>): Promise<void> {
      try {
        await work();
      } catch (error) {
        if (context.signal.aborted) throw error;
        if (!isFinal(error, context)) throw error;
        log.info({ err: error, fileId }, 'a file could not be processed');
        await giveUp(fileId, reasonOf(error));
      }
    },
    giveUp,
    /** Gives a path to write to, and takes away whatever is still there afterwards. */
    async withTemp(use: (tempPath: string) => Promise<void>): Promise<void> {
      const tempPath = storage.tempPath();
      try {
        await use(tempPath);
      } finally {
        await rm(tempPath, { recursive: true, force: true });
      }
    },
  };
}

export type Processing = ReturnType<typeof createProcessing>;

function isFinal(error: unknown, { attempt, isLastAttempt }: JobContext): boolean {
  if (isLastAttempt) return true;
  if (error instanceof ToolFailure) return attempt >= TOOL_ATTEMPTS;
  return error instanceof AppError && error.code !== 'DISK_FULL';
}

const reasonOf = (error: unknown): string => (error instanceof AppError ? error.message : 'The file could not be processed.');

export const sizeOf = async (file: string): Promise<number> => (await stat(file)).size;
