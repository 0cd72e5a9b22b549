import type { Album, SortOrder, StorageDetails } from '@vitrine/contract';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type Live, personRoom } from '../../platform/live/live.ts';
import { authorize, type Person } from '../access/index.ts';
import { presentAlbum } from './albums.presenter.ts';
import { findAlbum, listAlbums } from './albums.read-model.ts';
import { deleteAlbum, insertAlbum, listAlbumIds, lockAlbumType, touchAlbum, updateAlbum } from './albums.store.ts';

import { readStorageDetails } from './storage.read-model.ts';

export interface AlbumsDeps {
  db: Database;
  live: Live;
  /** Takes the media out before the album goes; part of the same transaction. */
  onAlbumDeleting: (tx: Tx, albumId: string) => Promise<void>;
}

export function createAlbumsService({ db, live, onAlbumDeleting }: AlbumsDeps) {
  const nudge = (tx: Tx, userId: string) =>
    live.send(tx, [{ namespace: 'notification', room: personRoom(userId), event: 'notification', payload: { topic: 'albums' } }]);

  const assertEditable = async (tx: Tx, actor: Person, id: string) => {
    await authorize(tx, actor, 'album.update', [id]);
    if ((await lockAlbumType(tx, id)) === 'default') throw new AppError('ALBUM_DEFAULT');
  };

  const read = async (tx: Tx, id: string): Promise<Album> => {
    const row = await findAlbum(tx, id);
    if (!row) throw new AppError('NOT_FOUND');
    return presentAlbum(row);
  };

  return {
    async list(actor: Person, userId: string, query: { sort?: SortOrder; page: number; dataPerPage: number }): Promise<Album[]> {
      await authorize(db, actor, 'account.read', [userId]);
      return (await listAlbums(db, userId, query)).map(presentAlbum);
    },

    async storage(actor: Person, userId: string): Promise<StorageDetails> {
      await authorize(db, actor, 'account.read', [userId]);
      return readStorageDetails(db, userId);
    },

    async get(actor: Person, id: string): Promise<Album> {
      await authorize(db, actor, 'album.read', [id]);
      return read(db, id);
    },

    create: (actor: Person, name: string, userId = actor.userId): Promise<Album> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'account.update', [userId]);
        const id = newId();
        await insertAlbum(tx, { id, name, created_by: userId });
        await nudge(tx, userId);
        return read(tx, id);
      }),

    update: (actor: Person, id: string, change: { name?: string; caption?: string }): Promise<Album> =>
      db.transaction().execute(async (tx) => {
        await assertEditable(tx, actor, id);
        await updateAlbum(tx, id, change);
        await nudge(tx, actor.userId);
        return read(tx, id);
      }),

    remove: (actor: Person, id: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await assertEditable(tx, actor, id);
        await onAlbumDeleting(tx, id);
        await deleteAlbum(tx, id);
        await nudge(tx, actor.userId);
      }),

    /** The album every account starts with. */
    createDefault: (tx: Tx, userId: string) =>
      insertAlbum(tx, { id: newId(), name: 'My photos', album_type: 'default', created_by: userId }),

    /** The account goes, and its albums with it. */
    async removeOfAccount(tx: Tx, userId: string): Promise<void> {
      for (const id of await listAlbumIds(tx, userId)) {
        await onAlbumDeleting(tx, id);
        await deleteAlbum(tx, id);
      }
    },

    /** Its media came, went or changed: 'last modified' follows, and whoever looks at albums looks again. */
    async contentChanged(tx: Tx, albumId: string, userIds: string[]): Promise<void> {
      await touchAlbum(tx, albumId);
      const rooms = [...new Set(userIds)].map(personRoom);
      await live.send(
        tx,
        rooms.map((room) => ({ namespace: 'media' as const, room, event: 'albumUpdate', payload: { albumId } })),
      );
    },
  };
}

export type AlbumsService = ReturnType<typeof createAlbumsService>;
