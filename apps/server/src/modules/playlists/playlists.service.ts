import { durationChanged, type Playlist, type PlaylistItem, type SortOrder } from '@vitrine/contract';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type Live, personRoom } from '../../platform/live/live.ts';
import { authorize, authorizeList, authorizeNew, type Person, type Whose } from '../access/index.ts';
import { listPlayableItems } from './playable-items.read-model.ts';
import { presentItem, presentPlaylist } from './playlists.presenter.ts';
import { findAudience, findPlaylist, listPlaylists } from './playlists.read-model.ts';
import {
  deleteEntry,
  deletePlaylist,
  insertEntries,
  insertPlaylist,
  listEntries,
  lockPlaylist,
  updateEntryDuration,
  updatePlaylist,
} from './playlists.store.ts';

export interface PlaylistsDeps {
  db: Database;
  live: Live;
  /** What it shows or is called changed; screens that play it need to hear. Same transaction. */
  onPlaylistChanged: (tx: Tx, playlistId: string) => Promise<void>;
  /** It is about to go; says which devices showed it, for `onPlaylistDeleted`. */
  onPlaylistDeleting: (tx: Tx, playlistId: string) => Promise<void>;
}

interface NewPlaylist {
  name: string;
  caption: string;
  userId?: string;
  orgId?: string;
}

interface PlaylistChange {
  name?: string;
  caption?: string;
  albumId?: string;
  duration?: number;
}

export function createPlaylistsService({ db, live, onPlaylistChanged, onPlaylistDeleting }: PlaylistsDeps) {
  const nudge = (tx: Tx, userIds: string[]) =>
    live.send(
      tx,
      userIds.map((userId) => ({
        namespace: 'notification',
        room: personRoom(userId),
        event: 'notification',
        payload: { topic: 'playlists' },
      })),
    );

  const read = async (tx: Tx, id: string): Promise<Playlist> => {
    const row = await findPlaylist(tx, id);
    if (!row) throw new AppError('NOT_FOUND');
    return presentPlaylist(row);
  };

  /** Access, lock, the change, then everybody who has to hear of it: one transaction. */
  const change = (actor: Person, id: string, apply: (tx: Tx) => Promise<void>): Promise<Playlist> =>
    db.transaction().execute(async (tx) => {
      await authorize(tx, actor, 'playlist.update', [id]);
      await lockPlaylist(tx, id);
      await apply(tx);
      await updatePlaylist(tx, id, {});
      await onPlaylistChanged(tx, id);
      await nudge(tx, await findAudience(tx, id));
      return read(tx, id);
    });

  return {
    async list(actor: Person, whose: Whose, query: { sort?: SortOrder; page: number; dataPerPage: number }): Promise<Playlist[]> {
      await authorizeList(db, actor, whose);
      return (await listPlaylists(db, whose, query)).map(presentPlaylist);
    },

    async get(actor: Person, id: string): Promise<Playlist> {
      await authorize(db, actor, 'playlist.read', [id]);
      return read(db, id);
    },

    async items(actor: Person, id: string): Promise<PlaylistItem[]> {
      await authorize(db, actor, 'playlist.read', [id]);
      return (await listPlayableItems(db, id)).map(presentItem);
    },

    create: (actor: Person, { name, caption, userId = actor.userId, orgId }: NewPlaylist): Promise<Playlist> =>
      db.transaction().execute(async (tx) => {
        await authorizeNew(tx, actor, { userId, orgId });
        const id = newId();
        await insertPlaylist(tx, { id, name, caption, user_id: userId, org_id: orgId });
        await nudge(tx, await findAudience(tx, id));
        return read(tx, id);
      }),

    async update(
      actor: Person,
      id: string,
      { albumId, duration, ...rest }: PlaylistChange,
    ): Promise<{ playlist: Playlist; message: string }> {
      const playlist = await change(actor, id, async (tx) => {
        if (rest.name !== undefined || rest.caption !== undefined) await updatePlaylist(tx, id, rest);
        if (albumId === undefined || duration === undefined) return;
        const { numUpdatedRows } = await updateEntryDuration(tx, id, albumId, duration);
        if (numUpdatedRows === 0n) throw new AppError('NOT_FOUND');
      });
      return { playlist, message: duration === undefined ? 'Playlist updated successfully.' : durationChanged(duration) };
    },

    addAlbums: (actor: Person, id: string, albums: { albumId: string; duration: number }[]): Promise<Playlist> =>
      change(actor, id, async (tx) => {
        const albumIds = albums.map((entry) => entry.albumId);
        await authorize(tx, actor, 'album.read', albumIds);
        const present = await listEntries(tx, id);
        if (new Set([...albumIds, ...present.map((entry) => entry.album_id)]).size < albumIds.length + present.length) {
          throw new AppError('ALBUM_IN_PLAYLIST');
        }
        const last = present.at(-1)?.sequence ?? 0;
        await insertEntries(
          tx,
          albums.map((entry, index) => ({
            playlist_id: id,
            album_id: entry.albumId,
            duration_s: entry.duration,
            sequence: last + index + 1,
          })),
        );
      }),

    removeAlbum: (actor: Person, id: string, albumId: string): Promise<Playlist> =>
      change(actor, id, async (tx) => {
        const { numDeletedRows } = await deleteEntry(tx, id, albumId);
        if (numDeletedRows === 0n) throw new AppError('NOT_FOUND');
      }),

    remove: (actor: Person, id: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'playlist.update', [id]);
        await lockPlaylist(tx, id);
        const audience = await findAudience(tx, id);
        await onPlaylistDeleting(tx, id);
        await deletePlaylist(tx, id);
        await nudge(tx, audience);
      }),
  };
}

export type PlaylistsService = ReturnType<typeof createPlaylistsService>;
