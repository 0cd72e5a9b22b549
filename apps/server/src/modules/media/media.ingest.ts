import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { sniff } from '../../platform/media-tools/sniff.ts';
import { authorize, type Person } from '../access/index.ts';
import { findFile, insertOriginal, type NewOriginal } from './files.store.ts';
import type { MediaDeps } from './media.deps.ts';
import { jobKey, jobOf } from './media.job-types.ts';
import { cleanFileName, originalKey, titleOf } from './media.rules.ts';
import { findMediaOfFile, insertMedia, lockAlbumOwner } from './media.store.ts';
import { addUsage, deleteReservation, lockUsage } from './usage.store.ts';

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
}

export interface Ingested {
  fileId: string;
  mediaId: string | null;
}

/**
 * The one way into the product for every byte people send. The content decides the type; the bytes are durable before
 * any row speaks of them; the row, the quota and the jobs come to be in one transaction. It may be run again after a
 * crash at any point. A refusal leaves the bytes where they are: whoever received them removes them.
 */
export function createIngest({ db, queue, storage, tools, onAlbumContentChanged }: MediaDeps) {
  const describe = async ({ tempPath, fileId }: Arrived) => {
    const source = tempPath ?? (await storage.localPath(originalKey(fileId)));
    const type = await sniff(source);
    if (type.kind === 'video') return { type, probe: undefined };
    return { type, probe: await tools.images.probe({ source, format: type.format }) };
  };

  const record = (actor: Person, arrived: Arrived, file: NewOriginal): Promise<Ingested> =>
    db.transaction().execute(async (tx) => {
      await lockUsage(tx, actor.userId);
      if (await findFile(tx, arrived.fileId))
        return { fileId: arrived.fileId, mediaId: (await findMediaOfFile(tx, arrived.fileId))?.id ?? null };
      await deleteReservation(tx, arrived.fileId);
      await addUsage(tx, actor.userId, arrived.sizeBytes);
      await insertOriginal(tx, file);
      const mediaId = arrived.albumId ? await attach(tx, actor, file, arrived.albumId) : null;
      return { fileId: file.id, mediaId };
    });

  const attach = async (tx: Tx, actor: Person, file: AttachedFile, albumId: string, caption?: string): Promise<string> => {
    await authorize(tx, actor, 'album.addMedia', [albumId]);
    const albumOwner = await lockAlbumOwner(tx, albumId);
    if (!albumOwner) throw new AppError('NOT_FOUND');
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
    });
    await queue.add(tx, jobOf(kind), { fileId: file.id }, { key: jobKey(file.id) });
    await onAlbumContentChanged(tx, albumId, [albumOwner, actor.userId]);
    return id;
  };

  return {
    async accept(actor: Person, arrived: Arrived): Promise<Ingested> {
      const { type, probe } = await describe(arrived);
      const key = originalKey(arrived.fileId);
      if (arrived.tempPath) await storage.putFile(key, arrived.tempPath);
      return record(actor, arrived, {
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
        thumbhash: probe?.thumbhash ? Buffer.from(probe.thumbhash, 'base64') : null,
        taken_at: probe?.takenAt ?? null,
      });
    },
    /** Puts a file that is there already into an album. */
    attach,
  };
}

export type Ingest = ReturnType<typeof createIngest>;
type AttachedFile = { id: string; kind: string; original_name: string };
