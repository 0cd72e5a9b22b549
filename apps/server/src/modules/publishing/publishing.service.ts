import type { PrivateAlbum, Publish, PublishCount, PublishSchedule } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { utcOffsetsOf } from '../../platform/utc-offsets.ts';
import { authorize, getAccountInView, type Person } from '../access/index.ts';
import type { DevicePlaylistRow } from '../devices/index.ts';
import { lockMemberships } from '../organisations/index.ts';
import { hasMediaToShow } from '../playlists/index.ts';
import { activateOnDevices } from './activation.service.ts';
import type { ManifestsService } from './manifests.service.ts';
import { lockTargetDevices } from './ownership-changes.store.ts';
import {
  countAlbumsByPlaylist,
  findPublishes,
  listDevicesWithPlaylists,
  listPrivateAlbumsOnDevices,
  listPrivatePlaylistOwners,
  listPublishes,
  listPublishesByDevices,
  type PublishQuery,
  type PublishRow,
} from './publishing.read-model.ts';
import { findActivePublishes, parseSchedule } from './publishing.rules.ts';
import {
  clearMainPlaylist,
  type DevicePublish,
  deletePublish,
  lockPublishingDevice,
  type PublishChange,
  updatePublish,
} from './publishing.store.ts';
import { isPublishedByTag } from './tag-publishes.store.ts';
import { deleteReplacedPublishes } from './waiting-publishes.store.ts';

export interface PublishingDeps {
  db: Database;
  clock: Clock;
  manifests: ManifestsService;
}

/** A playlist and its schedule on every device. A main playlist with a schedule is also shown when nothing else is. */
export interface PublishRequest {
  playlistId: string;
  schedule?: PublishSchedule;
}

/** Large publishes return only the first rows to keep the response fast. */
const MAX_RETURNED_PUBLISHES = 50;

export function createPublishingService({ db, clock, manifests }: PublishingDeps) {
  /** What is shown depends on all publishes of a device, so the others are read as well. */
  const present = async (db: Db, rows: PublishRow[]): Promise<Publish[]> => {
    if (rows.length === 0) return [];
    const active = findActivePublishes(await listPublishesByDevices(db, [...new Set(rows.map((row) => row.device_id))]), clock.now());
    return rows.map((row) => presentPublish(row, active, clock.now()));
  };
  /** Reads them by their ids. */
  const presentFirst = async (db: Db, some: DevicePublish[]): Promise<Publish[]> => {
    const ids = new Set(some.map(({ id }) => id));
    const rows = await listPublishesByDevices(db, [...new Set(some.map(({ deviceId }) => deviceId))]);
    const active = findActivePublishes(rows, clock.now());
    return rows.filter(({ id }) => ids.has(id)).map((row) => presentPublish(row, active, clock.now()));
  };

  const loadOne = async (tx: Tx, id: string): Promise<Publish> => {
    const [publish] = await present(tx, await findPublishes(tx, [id]));
    if (!publish) throw new AppError('NOT_FOUND');
    return publish;
  };

  const withLockedPublish = (actor: Person, id: string, values: PublishChange): Promise<Publish> =>
    db.transaction().execute(async (tx) => {
      await authorize(tx, actor, 'publish.update', [id]);
      const [row] = await findPublishes(tx, [id]);
      if (!row) throw new AppError('NOT_FOUND');
      await lockPublishingDevice(tx, row.device_id);
      const before = values.is_main ? await clearMainPlaylist(tx, row.device_id) : [];
      await updatePublish(tx, id, values);
      const playlistIds = [...new Set([row.playlist_id, ...before.map((publish) => publish.playlist_id)])];
      await manifests.sendChange(tx, { deviceIds: [row.device_id], publishes: { deviceIds: [row.device_id], playlistIds } });
      return loadOne(tx, id);
    });

  return {
    /** For the console's panel of a device, whose right to see it is its own: the newest first. */
    async listDevicePlaylists(db: Db, deviceId: string): Promise<DevicePlaylistRow[]> {
      const rows = await listPublishesByDevices(db, [deviceId]);
      const active = findActivePublishes(rows, clock.now());
      const albums = await countAlbumsByPlaylist(
        db,
        rows.map((row) => row.playlist_id),
      );
      return rows
        .sort((one, other) => other.created_at.getTime() - one.created_at.getTime())
        .map((row) => ({
          publishId: row.id,
          name: row.playlist_name,
          coverKey: row.cover_key,
          albums: albums.get(row.playlist_id) ?? 0,
          isActive: active.has(row.id),
          addedAt: row.created_at,
        }));
    },

    /**
     * Puts the playlist on these devices and makes it the active one there, at the times of the schedule where one is given. Answers at most
     * fifty of the publishes, those first on which it is the main playlist.
     */
    async publish(actor: Person, { playlistId, schedule }: PublishRequest, deviceIds: string[]): Promise<Publish[]> {
      return db.transaction().execute(async (tx) => {
        const targets = [...new Set(deviceIds.map((id) => id.toLowerCase()))].sort();
        await lockMemberships(tx, actor.userId);
        await authorize(tx, actor, 'playlist.read', [playlistId]);
        const { changed, contents } = await manifests.updateStoredContents(tx, playlistId);
        // Authorize after locking, so that a concurrent transfer of a device cannot leave a publish behind.
        await lockTargetDevices(tx, targets);
        await authorize(tx, actor, 'device.update', targets);
        // Media that are still processed appear when they are ready.
        if (!contents?.items.length && !(await hasMediaToShow(tx, playlistId))) throw new AppError('PLAYLIST_EMPTY');
        const activation = { playlistId, schedule, deviceIds: targets, at: clock.now() };
        await deleteReplacedPublishes(tx, playlistId, targets);
        const changedPlaylistIds = changed ? [playlistId] : [];
        const some = await activateOnDevices(tx, manifests, [activation], { changedPlaylistIds, some: MAX_RETURNED_PUBLISHES });
        // Read the response before notifying screens; otherwise the request competes with thousands of screen requests.
        return presentFirst(tx, some);
      });
    },

    /** Lists private albums of the account that these devices of a family show although some of its members cannot see them. */
    async listPrivateAlbums(actor: Person, { orgId, deviceId }: { orgId: string; deviceId: string[] }): Promise<PrivateAlbum[]> {
      await authorize(db, actor, 'organisation.read', [orgId]);
      await authorize(db, actor, 'device.read', [...new Set(deviceId)]);
      return listPrivateAlbumsOnDevices(db, { userId: getAccountInView(actor), orgId, deviceIds: deviceId });
    },

    async list(actor: Person, query: PublishQuery): Promise<Publish[]> {
      if (query.playlistId) await authorize(db, actor, 'playlist.read', [query.playlistId]);
      if (query.deviceId) await authorize(db, actor, 'device.read', [query.deviceId]);
      return hidePrivatePlaylists(db, actor, await present(db, await listPublishes(db, actor.userId, query)));
    },

    /** Counts the devices on which a playlist is published, and those that play it now by its schedules. */
    async count(actor: Person, playlistId: string): Promise<PublishCount> {
      await authorize(db, actor, 'playlist.read', [playlistId]);
      const rows = await listPublishesByDevices(db, await listDevicesWithPlaylists(db, [playlistId]));
      const active = findActivePublishes(rows, clock.now());
      const own = rows.filter((row) => row.playlist_id === playlistId);
      return { published: own.length, playing: own.filter((row) => active.has(row.id)).length };
    },

    activate: (actor: Person, id: string): Promise<Publish> => withLockedPublish(actor, id, { activated_at: clock.now() }),
    setMain: (actor: Person, id: string, isMain: boolean): Promise<Publish> => withLockedPublish(actor, id, { is_main: isMain }),
    setSchedule: (actor: Person, id: string, schedule: PublishSchedule): Promise<Publish> => withLockedPublish(actor, id, { schedule }),

    remove: (actor: Person, deviceId: string, playlistId: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'device.update', [deviceId]);
        await lockPublishingDevice(tx, deviceId);
        if (await isPublishedByTag(tx, deviceId, playlistId)) throw new AppError('PUBLISHED_BY_TAG');
        const waiting = await deleteReplacedPublishes(tx, playlistId, [deviceId]);
        const { numDeletedRows } = await deletePublish(tx, deviceId, playlistId);
        if (numDeletedRows === 0n && waiting.length === 0) throw new AppError('NOT_FOUND');
        await manifests.sendChange(tx, { deviceIds: [deviceId], publishes: { deviceIds: [deviceId], playlistIds: [playlistId] } });
      }),
  };
}

/** Names the owner of each playlist that another member of the family keeps private, and hides its cover. Staff see what the account sees that they view. */
async function hidePrivatePlaylists(db: Db, { userId, role }: Person, publishes: Publish[]): Promise<Publish[]> {
  if (publishes.length === 0 || role === 'admin' || role === 'support') return publishes;
  const owners = await listPrivatePlaylistOwners(db, userId, [...new Set(publishes.map(({ playlistId }) => playlistId._id))]);
  if (owners.size === 0) return publishes;
  return publishes.map((publish) => {
    const ownerName = owners.get(publish.playlistId._id);
    return ownerName === undefined ? publish : { ...publish, playlistId: { ...publish.playlistId, thumbnail: null, ownerName } };
  });
}

export type PublishingService = ReturnType<typeof createPublishingService>;

export const presentPublish = (row: PublishRow, activeIds: Set<string>, now: Date): Publish => ({
  _id: row.id,
  publish_Id: row.id,
  device_Id: row.device_id,
  playlistId: { _id: row.playlist_id, name: row.playlist_name, thumbnail: row.cover_key ? { key: row.cover_key } : null },
  deviceId: {
    _id: row.device_id,
    name: row.device_name,
    deviceId: row.device_code,
    timeZone: row.time_zone,
    utcOffsets: utcOffsetsOf(row.time_zone, now),
    status: row.online ? 1 : 0,
  },
  status: activeIds.has(row.id) ? 'active' : 'onqueue',
  mainPlaylist: row.is_main,
  ...parseSchedule(row),
  activatedAt: row.activated_at?.toISOString() ?? null,
  isPlayable: row.is_playable,
  periods: row.periods,
  fromTags: row.from_tags,
  revokedAlbums: row.revoked_albums,
  updatedAt: row.updated_at.toISOString(),
});
