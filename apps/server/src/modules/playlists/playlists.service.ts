import {
  albumInZoneMessage,
  durationChangedMessage,
  type editPlaylistBody,
  LIMITS,
  MESSAGES,
  type Playlist,
  type PlaylistItem,
  type PlaylistItemsQuery,
  type PlaylistLayoutBody,
  parseMediaKey,
} from '@vitrine/contract';
import type { z } from 'zod';
import type { Database, Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { getPersonRoom, type Live } from '../../platform/live/live.ts';
import { normalizeSearchText } from '../../platform/search-text.ts';
import { authorize, type Person } from '../access/index.ts';
import { lockReferencedAlbums } from '../albums/index.ts';
import type { EntitlementsService } from '../entitlements/index.ts';
import { authorizeCreate, authorizeList, type OwnerScope } from '../organisations/index.ts';
import { listPlayableItems } from './playable-items.read-model.ts';
import { createPlaylistBin } from './playlist-bin.service.ts';
import { setLayout } from './playlist-layout.service.ts';
import { playlistChanged } from './playlists.events.ts';
import { presentItem, presentPlaylist } from './playlists.presenter.ts';
import {
  countListedPlaylists,
  findCoverOriginal,
  findPlaylist,
  findPlaylistAudience,
  hasUnreadableAlbum,
  listOwnPlaylistIds,
  listPlaylists,
  type PlaylistListQuery,
  type PlaylistRow,
  searchPlaylists,
} from './playlists.read-model.ts';
import { mergeOrder } from './playlists.rules.ts';
import {
  clearCoversByBinnedAlbum,
  clearCoversByFiles,
  deleteEntry,
  insertEntries,
  insertPlaylist,
  listEntries,
  lockPlaylist,
  type PlaylistRowChange,
  updateEntryDuration,
  updatePlaylist,
  updateSequence,
} from './playlists.store.ts';

export interface PlaylistsDeps {
  db: Database;
  live: Live;
  emit: Emit;
  entitlements: EntitlementsService;
}

interface NewPlaylist {
  name: string;
  caption: string;
  userId?: string;
  orgId?: string;
}

type PlaylistChange = z.infer<typeof editPlaylistBody>;

const MAX_SEARCH_RESULTS = 50;

/** Returns a function that notifies accounts that their playlists changed. */
const createNudge = (live: Live) => (tx: Tx, userIds: string[]) =>
  live.send(tx, [{ namespace: 'notification', rooms: userIds.map(getPersonRoom), event: 'notification', payload: { topic: 'playlists' } }]);

export function createPlaylistsService({ db, live, emit, entitlements }: PlaylistsDeps) {
  const nudge = createNudge(live);
  const playlistBin = createPlaylistBin({ db, emit, nudge });

  const read = async (db: Db, actor: Person, id: string): Promise<Playlist> => {
    const row = await findPlaylist(db, getViewerId(actor), id);
    const [playlist] = row ? await presentPlaylistsFor(db, actor, [row]) : [];
    if (!playlist) throw new AppError('NOT_FOUND');
    return playlist;
  };

  /** One transaction: authorize, lock, change, then notify. `prepare` takes locks that must come before the playlist's. */
  const withLockedPlaylist = (
    actor: Person,
    id: string,
    apply: (tx: Tx) => Promise<void>,
    prepare?: (tx: Tx) => Promise<unknown>,
  ): Promise<Playlist> =>
    db.transaction().execute(async (tx) => {
      await authorize(tx, actor, 'playlist.update', [id]);
      await prepare?.(tx);
      if (!(await lockPlaylist(tx, id))) throw new AppError('NOT_FOUND');
      await apply(tx);
      await updatePlaylist(tx, id, {});
      await emit(tx, playlistChanged, { playlistId: id });
      await nudge(tx, await findPlaylistAudience(tx, id));
      return read(tx, actor, id);
    });

  return {
    bin: playlistBin,
    count: async (actor: Person, scope: OwnerScope): Promise<{ count: number }> => ({
      count: await countListedPlaylists(db, await authorizeList(db, actor, scope)),
    }),

    async list(actor: Person, asked: OwnerScope, query: PlaylistListQuery): Promise<Playlist[]> {
      const whose = await authorizeList(db, actor, asked);
      return presentPlaylistsFor(db, actor, await listPlaylists(db, getViewerId(actor), whose, query));
    },

    async search(actor: Person, typed: string, { userId = actor.userId, orgId }: Partial<OwnerScope>): Promise<Playlist[]> {
      const whose = await authorizeList(db, actor, { userId, orgId });
      const text = normalizeSearchText(typed);
      return text === ''
        ? []
        : presentPlaylistsFor(db, actor, await searchPlaylists(db, getViewerId(actor), whose, text, MAX_SEARCH_RESULTS));
    },

    async get(actor: Person, id: string): Promise<Playlist> {
      await authorize(db, actor, 'playlist.read', [id]);
      return read(db, actor, id);
    },

    async items(actor: Person, id: string, { zone }: PlaylistItemsQuery): Promise<PlaylistItem[]> {
      await authorize(db, actor, 'playlist.read', [id]);
      const items = await listPlayableItems(db, id, getViewerId(actor));
      return (zone === 'all' ? items : items.filter((item) => item.zone === zone)).map(presentItem);
    },

    /** NOT_FOUND, PLAN_ENDED, PLAYLIST_LIMIT. */
    create: (actor: Person, { name, caption, userId = actor.userId, orgId }: NewPlaylist): Promise<Playlist> =>
      db.transaction().execute(async (tx) => {
        await authorizeCreate(tx, actor, { userId, orgId });
        const { ownerId } = await entitlements.lockOwner(tx, { userId, orgId });
        await entitlements.assertQuota(tx, ownerId, 'playlists');
        const id = newId();
        await insertPlaylist(tx, { id, name, caption, user_id: ownerId, org_id: orgId });
        await nudge(tx, await findPlaylistAudience(tx, id));
        return read(tx, actor, id);
      }),

    async update(actor: Person, id: string, body: PlaylistChange): Promise<{ playlist: Playlist; message: string }> {
      const { name, caption, albumId, duration, thumbnail, albumArr, synchronized } = body;
      const playlist = await withLockedPlaylist(actor, id, async (tx) => {
        const cover = thumbnail === undefined ? {} : await resolveCoverChange(tx, actor, id, thumbnail);
        await updatePlaylist(tx, id, { name, caption, synchronized, ...cover });
        if (albumArr) await updateAlbumOrder(tx, id, albumArr);
        if (albumId === undefined || duration === undefined) return;
        const { numUpdatedRows } = await updateEntryDuration(tx, id, albumId, duration);
        if (numUpdatedRows === 0n) throw new AppError('NOT_FOUND');
      });
      return { playlist, message: getUpdateMessage(body) };
    },

    addAlbums: (actor: Person, id: string, albums: NewEntry[]): Promise<Playlist> =>
      withLockedPlaylist(
        actor,
        id,
        (tx) => insertAlbums(tx, actor, id, albums),
        (tx) =>
          lockReferencedAlbums(
            tx,
            albums.map(({ albumId }) => albumId),
          ),
      ),

    /** NOT_FOUND, ALBUM_IN_PLAYLIST, ALBUM_UNSEEN. */
    setLayout: (actor: Person, id: string, { layout }: PlaylistLayoutBody): Promise<Playlist> =>
      withLockedPlaylist(
        actor,
        id,
        (tx) => setLayout(tx, actor, id, layout),
        async (tx) => {
          const albumIds = layout?.zones.map(({ albumId }) => albumId) ?? [];
          if (albumIds.length > 0) await lockReferencedAlbums(tx, albumIds);
        },
      ),

    removeAlbum: (actor: Person, id: string, albumId: string): Promise<Playlist> =>
      withLockedPlaylist(actor, id, async (tx) => {
        const { numDeletedRows } = await deleteEntry(tx, id, albumId);
        if (numDeletedRows === 0n) throw new AppError('NOT_FOUND');
      }),

    remove: (actor: Person, id: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'playlist.update', [id]);
        await playlistBin.moveToBin(tx, id);
      }),

    /** Removes covers that were media of an album they left. */
    async handleMediaRemoved(tx: Tx, fileIds: string[]): Promise<void> {
      if (fileIds.length > 0) await clearCoversByFiles(tx, fileIds);
    },

    /** Media in the bin with it are deleted permanently, and covers must not keep their files. */
    handleAlbumPurging: (tx: Tx, albumId: string) => clearCoversByBinnedAlbum(tx, albumId).then(() => undefined),
  };
}

export type PlaylistsService = ReturnType<typeof createPlaylistsService>;

interface NewEntry {
  albumId: string;
  duration: number;
  sequence?: number;
}

/** Adds albums to a locked playlist, after those in it. */
async function insertAlbums(tx: Tx, actor: Person, id: string, albums: readonly NewEntry[]): Promise<void> {
  const albumIds = albums.map((entry) => entry.albumId);
  await authorize(tx, actor, 'album.read', albumIds);
  // The caller, for example a member of the organisation or an administrator, may see more than the owner.
  if (await hasUnreadableAlbum(tx, id, albumIds)) throw new AppError('ALBUM_UNSEEN');
  const entries = await listEntries(tx, id);
  const inZone = entries.find(({ album_id, zone }) => zone !== 'main' && albumIds.includes(album_id));
  if (inZone) throw new AppError('ALBUM_IN_ZONE', albumInZoneMessage(inZone.zone));
  const present = entries.filter(({ zone }) => zone === 'main');
  if (new Set([...albumIds, ...present.map((entry) => entry.album_id)]).size < albumIds.length + present.length) {
    throw new AppError('ALBUM_IN_PLAYLIST');
  }
  if (albumIds.length + present.length > LIMITS.albumsPerPlaylist) throw new AppError('PLAYLIST_FULL');
  const last = present.at(-1)?.sequence ?? 0;
  await insertEntries(
    tx,
    albums.toSorted(compareSequence).map((entry, index) => ({
      playlist_id: id,
      album_id: entry.albumId,
      duration_s: entry.duration,
      sequence: last + index + 1,
    })),
  );
}

/** New albums follow the existing ones in their given order. */
const compareSequence = (one: { sequence?: number }, other: { sequence?: number }) => (one.sequence ?? 0) - (other.sequence ?? 0);

function getUpdateMessage({ duration, thumbnail, synchronized }: PlaylistChange): string {
  if (synchronized !== undefined) return synchronized ? 'Synchronized playback turned on.' : 'Synchronized playback turned off.';
  if (duration !== undefined) return durationChangedMessage(duration);
  return thumbnail === undefined ? 'Playlist updated.' : MESSAGES.thumbnailUpdated;
}

async function updateAlbumOrder(tx: Tx, id: string, albumArr: { albumId: string }[]): Promise<void> {
  const present = (await listEntries(tx, id)).filter(({ zone }) => zone === 'main').map((entry) => entry.album_id);
  const wanted = albumArr.map((entry) => entry.albumId);
  await updateSequence(tx, id, mergeOrder(present, wanted));
}

async function resolveCoverChange(tx: Tx, actor: Person, id: string, thumbnail: { key: string } | null): Promise<PlaylistRowChange> {
  if (thumbnail === null) return { thumbnail_file_id: null, thumbnail_rotation: 0 };
  const key = parseMediaKey(thumbnail.key);
  if (!key) throw new AppError('NOT_FOUND');
  await authorize(tx, actor, 'file.read', [key.fileId]);
  const original = await findCoverOriginal(tx, id, key.fileId, actor.userId);
  if (!original) throw new AppError('NOT_FOUND');
  return { thumbnail_file_id: original, thumbnail_rotation: key.rotation };
}

/** Returns the account whose access to albums decides which pictures are shown; null for staff, who see all. */
const getViewerId = ({ role, userId }: Person): string | null => (role === 'user' ? userId : null);

/** Presents playlists that this person may read. Support does not change those of the account it views. */
export async function presentPlaylistsFor(db: Db, actor: Person, rows: PlaylistRow[]): Promise<Playlist[]> {
  if (actor.role !== 'support' || rows.length === 0) return rows.map((row) => presentPlaylist(row, true));
  const ids = rows.map((row) => row.id);
  const own = new Set(await listOwnPlaylistIds(db, actor.userId, ids));
  return rows.map((row) => presentPlaylist(row, own.has(row.id)));
}
