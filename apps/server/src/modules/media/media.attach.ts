import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { authorize, type Person } from '../access/index.ts';
import { lockContents } from '../albums/index.ts';
import { titleOf } from '../files/index.ts';
import type { MediaDeps } from './media.deps.ts';
import { addMediaJob } from './media.job-types.ts';
import { placesFor } from './media.places.ts';
import { insertMedia } from './media.store.ts';
import { findChosenNext, insertChosen } from './upload-order.store.ts';

type AttachedFile = { id: string; owner_id: string; kind: string; original_name: string; size_bytes: number };

export interface AttachOptions {
  caption?: string;
  /** When whoever uploads it chose it, in microseconds since 1970. */
  chosenAtUs?: number;
}

/**
 * Puts a stored file into an album: at its end, or before what the same person chose later and what was quicker. Answers its media. NOT_FOUND.
 */
export const createAttach =
  ({ queue, albums }: MediaDeps) =>
  async (tx: Tx, actor: Person, file: AttachedFile, albumId: string, { caption, chosenAtUs }: AttachOptions = {}): Promise<string> => {
    await authorize(tx, actor, 'album.addMedia', [albumId]);
    const album = await lockContents(tx, albumId);
    if (!album) throw new AppError('NOT_FOUND');
    const id = newId();
    const kind = file.kind === 'video' ? 'video' : 'image';
    const chosen = chosenAtUs === undefined ? undefined : { album_id: albumId, user_id: actor.userId, chosen_at_us: chosenAtUs };
    const nextId = chosen && (await findChosenNext(tx, chosen));
    const [sequence] = nextId ? await placesFor(tx, albumId, [nextId]) : [];
    await insertMedia(tx, {
      id,
      album_id: albumId,
      file_id: file.id,
      kind,
      name: titleOf(file.original_name),
      caption,
      uploaded_by: actor.userId,
      size_bytes: file.size_bytes,
      sequence,
    });
    if (chosen) await insertChosen(tx, id, chosen);
    await addMediaJob(tx, queue, kind, { fileId: file.id, ownerId: file.owner_id });
    await albums.contentChanged(tx, albumId);
    return id;
  };

export type Attach = ReturnType<typeof createAttach>;
