import type { DevicesPlaylist, PublishOutcomes, PublishRemoval, PublishSchedule } from '@vitrine/contract';
import type { Clock } from '../../../platform/clock.ts';
import { autocommit, type Database, type Tx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { authorize, filterAuthorized, type Person } from '../../access/index.ts';
import type { ManifestsService } from '../manifests.service.ts';
import { lockDevicesForChange, lockTargetDevices } from '../ownership-changes.store.ts';
import { lockPlaylist } from '../playlist-contents.store.ts';
import { listDevicesWithPlaylists, listDeviceTimeZones } from '../publishing.read-model.ts';
import { updateSchedules } from '../publishing.store.ts';
import type { WaitingPublishesService } from '../waiting-publishes.service.ts';
import { countDevicesWithPlaylist, listDevicesPlaylists } from './bulk-publishes.read-model.ts';
import {
  deleteRemoval,
  deleteRemovalsBefore,
  findRemoval,
  type PublishesOnDevices,
  removePublishes,
  restorePublishes,
} from './removed-publishes.store.ts';

export interface BulkPublishesDeps {
  db: Database;
  clock: Clock;
  manifests: ManifestsService;
  waitingPublishes: Pick<WaitingPublishesService, 'endRemoved'>;
}

/** Maximum number of playlists that a selection of devices lists. */
const MAX_PLAYLISTS = 500;
/** Time for which a removal can be undone. */
const UNDO_MS = 86_400_000;

const toDistinctIds = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))].toSorted();

/**
 * Changes of one playlist on up to 5,000 devices. The number of statements does not depend on the number of devices. The playlist is locked before the devices,
 * as in every publish.
 */
export function createBulkPublishesService({ db, clock, manifests, waitingPublishes }: BulkPublishesDeps) {
  /** Locks the playlist and the devices, and returns the devices that the account can change. NOT_FOUND when it can change none. */
  const lockPublishes = async (tx: Tx, actor: Person, { playlistId, deviceIds }: PublishesOnDevices): Promise<string[]> => {
    await lockPlaylist(tx, playlistId);
    await lockTargetDevices(tx, deviceIds);
    return filterAuthorized(tx, actor, 'device.update', deviceIds);
  };

  return {
    /** NOT_FOUND when a device belongs to another account; missing ones are skipped. */
    async listPlaylists(actor: Person, deviceIds: string[]): Promise<DevicesPlaylist[]> {
      const known = (await listDeviceTimeZones(db, toDistinctIds(deviceIds))).map(({ id }) => id);
      await authorize(db, actor, 'device.read', known);
      return listDevicesPlaylists(db, known, MAX_PLAYLISTS);
    },

    /** Removes the playlist from devices that do not have it because of a tag. NOT_FOUND. */
    remove: (actor: Person, { playlistId, deviceIds }: PublishesOnDevices): Promise<PublishRemoval> =>
      db.transaction().execute(async (tx) => {
        const targets = toDistinctIds(deviceIds);
        const allowed = await lockPublishes(tx, actor, { playlistId, deviceIds: targets });
        const removalId = newId();
        const removal = { removalId, removedBy: actor.userId, at: clock.now() };
        const removed = await removePublishes(tx, { playlistId, deviceIds: allowed }, removal);
        await waitingPublishes.endRemoved(tx, playlistId, allowed);
        const byTag = await countDevicesWithPlaylist(tx, { playlistId, deviceIds: allowed });
        await manifests.sendChange(tx, { deviceIds: removed, publishes: { deviceIds: removed, playlistIds: [playlistId], now: [] } });
        return {
          done: removed.length,
          byTag,
          absent: allowed.length - removed.length - byTag,
          gone: targets.length - allowed.length,
          removalId: removed.length > 0 ? removalId : null,
        };
      }),

    /** Restores what the same account has removed, as far as it may still change the devices. NOT_FOUND. */
    restore: (actor: Person, removalId: string): Promise<{ restored: number }> =>
      db.transaction().execute(async (tx) => {
        const removal = await findRemoval(tx, removalId, actor.userId);
        if (!removal) throw new AppError('NOT_FOUND');
        const { playlistId } = removal;
        const { changed } = await manifests.updateStoredContents(tx, playlistId);
        await lockDevicesForChange(tx, removal.deviceIds);
        const allowed = await filterAuthorized(tx, actor, 'device.update', removal.deviceIds);
        const restored = await restorePublishes(tx, removalId, allowed);
        await deleteRemoval(tx, removalId);
        // Changed contents concern all screens that have the playlist.
        const notified = changed ? await listDevicesWithPlaylists(tx, [playlistId]) : restored;
        await manifests.sendChange(tx, {
          deviceIds: notified,
          publishes: { deviceIds: restored, playlistIds: [playlistId] },
          playlists: { deviceIds: notified, playlistIds: [playlistId] },
        });
        return { restored: restored.length };
      }),

    /** Sets or removes the schedule of the playlist on the devices that have it. NOT_FOUND. */
    schedule: (actor: Person, { playlistId, deviceIds }: PublishesOnDevices, schedule: PublishSchedule): Promise<PublishOutcomes> =>
      db.transaction().execute(async (tx) => {
        const targets = toDistinctIds(deviceIds);
        const allowed = await lockPublishes(tx, actor, { playlistId, deviceIds: targets });
        const changed = await updateSchedules(tx, { playlistId, deviceIds: allowed }, schedule);
        await manifests.sendChange(tx, { deviceIds: changed, publishes: { deviceIds: changed, playlistIds: [playlistId] } });
        return { done: changed.length, byTag: 0, absent: allowed.length - changed.length, gone: targets.length - allowed.length };
      }),

    async deleteExpiredRemovals(): Promise<void> {
      await deleteRemovalsBefore(autocommit(db), new Date(clock.now().getTime() - UNDO_MS));
    },
  };
}

export type BulkPublishesService = ReturnType<typeof createBulkPublishesService>;
