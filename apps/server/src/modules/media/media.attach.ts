import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { authorize, type Person } from '../access/index.ts';
import { lockContents } from '../albums/index.ts';
import { titleOf } from '../files/index.ts';
import type { MediaDeps } from './media.deps.ts';
import { addMediaJob } from './media.job-types.ts';
import { insertMedia } from './media.store.ts';

type AttachedFile = { id: string; owner_id: string; kind: string; original_name: string; size_bytes: number };

/** Puts a stored file at the end of an album; answers its media. NOT_FOUND. */
export const createAttach =
  ({ queue, albums }: MediaDeps) =>
  async (tx: Tx, actor: Person, file: AttachedFile, albumId: string, caption?: string): Promise<string> => {
    await authorize(tx, actor, 'album.addMedia', [albumId]);
    const album = await lockContents(tx, albumId);
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
    await addMediaJob(tx, queue, kind, { fileId: file.id, ownerId: file.owner_id });
    await albums.contentChanged(tx, albumId);
    return id;
  };

export type Attach = ReturnType<typeof createAttach>;
