import { commitWithoutDisk, type Tx, waitForDisk } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { sniff } from '../../platform/media-tools/sniff.ts';
import { authorize, type Person } from '../access/index.ts';
import { findFile, insertOriginal, type NewOriginal } from './files.store.ts';
import type { MediaDeps } from './media.deps.ts';
import { jobKey, jobOf } from './media.job-types.ts';
import { cleanFileName, originalKey, titleOf } from './media.rules.ts';
import { findDuplicate, findMediaOfFile, insertMedia, lockAlbum } from './media.store.ts';
import { emptyReservation, lockUsage, redeemReservation } from './usage.store.ts';

export interface Arrived {
  /** Of the reservation made before the first byte; the file takes it over. */
  fileId: string;
  /** Where the bytes lie; null when an interrupted run has moved them into the storage already. */
  tempPath: string | null;
  sha256: string;
  sizeBytes: number;
  fileName: string;
  /** With an album, the file becomes a media of it at once. */
  albumId: string | null;
  /** Bytes this person has put into that album before are not taken a second time. */
  isOnce?: boolean;
}

export interface Ingested {
  fileId: string;
  mediaId: string | null;
  /** The media that shows the same already; the bytes that came are then nobody's. */
  duplicateOf: string | null;
}

/**
 * The one way into the product for every byte people send. The content decides the type; the bytes are durable before
 * any row speaks of them; the row, the quota and the jobs come to be in one transaction. It may be run again after a
 * crash at any point. A refusal leaves the bytes where they are: whoever received them removes them.
 */
export function createIngest(deps: MediaDeps) {
  const { db, storage, tools } = deps;
  const attach = createAttach(deps);
  const describe = async ({ tempPath, fileId }: Arrived) => {
    const source = tempPath ?? (await storage.localPath(originalKey(fileId)));
    const type = await sniff(source);
    if (type.kind === 'video') return { type, probe: undefined };
    return { type, probe: await tools.images.probe({ source, format: type.format }) };
  };

  const record = (actor: Person, arrived: Arrived, file: NewOriginal): Promise<Ingested> =>
    db.transaction().execute(async (tx) => {
      await commitWithoutDisk(tx);
      await lockUsage(tx, actor.userId);
      const { fileId, albumId } = arrived;
      if (await findFile(tx, fileId)) return { fileId, mediaId: (await findMediaOfFile(tx, fileId))?.id ?? null, duplicateOf: null };
      const duplicateOf = arrived.isOnce && albumId ? await findDuplicate(tx, albumId, actor.userId, arrived.sha256) : null;
      if (duplicateOf) {
        // What is left of the promise still says whose upload this was, to whoever asks for its end again.
        await emptyReservation(tx, fileId);
        return { fileId, mediaId: null, duplicateOf };
      }
      await redeemReservation(tx, fileId, actor.userId, arrived.sizeBytes);
      await insertOriginal(tx, file);
      const mediaId = albumId ? await attach(tx, actor, file, albumId) : null;
      return { fileId: file.id, mediaId, duplicateOf: null };
    });

  return {
    async accept(actor: Person, arrived: Arrived): Promise<Ingested> {
      const { type, probe } = await describe(arrived);
      const key = originalKey(arrived.fileId);
      if (arrived.tempPath) await storage.putFile(key, arrived.tempPath);
      const ingested = await record(actor, arrived, {
        id: arrived.fileId,
        owner_id: actor.userId,
        storage_key: key,
        sha256: arrived.sha256,
        size_bytes: arrived.sizeBytes,
        mimetype: type.mimetype,
        kind: type.kind,
        original_name: cleanFileName(arrived.fileName),
        width: probe?.width ?? null,
        height: probe?.height ?? null,
        taken_at: probe?.takenAt ?? null,
      });
      // Others' uploads need the rows that were locked; only this one has to wait.
      await waitForDisk(db);
      return ingested;
    },
    /** Puts a file that is there already into an album. */
    attach,
  };
}

/** Puts a file that is there already at the end of an album; answers its media. */
function createAttach({ queue, onAlbumContentChanged }: MediaDeps) {
  return async (tx: Tx, actor: Person, file: AttachedFile, albumId: string, caption?: string): Promise<string> => {
    await authorize(tx, actor, 'album.addMedia', [albumId]);
    const album = await lockAlbum(tx, albumId);
    if (!album) throw new AppError('NOT_FOUND');
    const id = newId();
    const kind = file.kind === 'video' ? 'video' : 'image';
    await insertMedia(tx, {
      id,
      album_id: albumId,
      file_id: file.id,
      kind,
      name: titleOf(file.original_name),
      caption,
      uploaded_by: actor.userId,
      size_bytes: file.size_bytes,
    });
    await queue.add(tx, jobOf(kind), { fileId: file.id }, { key: jobKey(file.id) });
    await onAlbumContentChanged(tx, albumId);
    return id;
  };
}

export type Ingest = ReturnType<typeof createIngest>;
type AttachedFile = { id: string; kind: string; original_name: string; size_bytes: number };
