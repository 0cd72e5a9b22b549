import type { PlaylistContents, WaitingPublish } from '@vitrine/contract';
import { WAITING_PUBLISH_LIMITS } from '@vitrine/contract';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { capPerRoom, getPersonRoom, type Nudge } from '../../platform/live/live.ts';
import { authorize, createAccountActor, getAccountInView, type Person } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import { lockMemberships } from '../organisations/index.ts';
import { hasMediaToShow } from '../playlists/index.ts';
import { activateOnDevices } from './activation.service.ts';
import type { ManifestsService } from './manifests.service.ts';
import { lockDevicesForChange } from './ownership-changes.store.ts';
import { type DropReason, waitingPublishesDropped } from './publishing.events.ts';
import { parseSchedule } from './publishing.rules.ts';
import type { PublishRequest } from './publishing.service.ts';
import { publishWaitingJob } from './waiting-publishes.jobs.ts';
import {
  countWaitingPublishes,
  deleteReplacedPublishes,
  deleteWaitingPublish,
  deleteWaitingPublishesOfDevice,
  findWaitingPublish,
  hasOverfullDevice,
  keepPlaylist,
  listDeviceAudiences,
  listDuePublishes,
  listWaitingDevicesByScreens,
  listWaitingPublishes,
  lockScreensOfDevices,
  lockWaitingPublishes,
  type RemovedPublish,
  upsertWaitingPublishes,
  type WaitingPublishRow,
} from './waiting-publishes.store.ts';

interface WaitingPublishesDeps extends Pick<Platform, 'db' | 'clock' | 'queue' | 'live' | 'emit'> {
  manifests: ManifestsService;
}

const present = (row: WaitingPublishRow): WaitingPublish => ({
  _id: row.id,
  playlist: { _id: row.playlist_id, name: row.playlist_name },
  device: { _id: row.device_id, name: row.device_name },
  ...parseSchedule(row),
  requestedAt: row.requested_at.toISOString(),
  requestedBy: { _id: row.user_id, name: row.user_name },
  abilities: { cancel: row.can_cancel },
});

const isNotFound = (error: unknown) => error instanceof AppError && error.code === 'NOT_FOUND';

/** Returns whether the account may still publish the playlist to the locked device. */
async function isAuthorized(tx: Tx, { user_id, playlist_id, device_id }: RemovedPublish): Promise<boolean> {
  const actor = createAccountActor(user_id);
  try {
    await authorize(tx, actor, 'playlist.read', [playlist_id]);
    await authorize(tx, actor, 'device.update', [device_id]);
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

/** Returns why a publish must not be carried out; null when it may. */
async function findDropReason(tx: Tx, publish: RemovedPublish, contents: PlaylistContents | undefined): Promise<DropReason | null> {
  if (publish.is_deactivated) return 'deactivated';
  if (!(await isAuthorized(tx, publish))) return 'access';
  return contents?.items.length || (await hasMediaToShow(tx, publish.playlist_id)) ? null : 'empty';
}

/** Publishes to offline devices: rows that wait until the screen connects, and are then carried out with the rights of the account that asked for them. */
export function createWaitingPublishesService({ db, clock, queue, live, emit, manifests }: WaitingPublishesDeps) {
  const notifyAudiences = async (tx: Tx, deviceIds: string[]): Promise<void> => {
    const nudges = (await listDeviceAudiences(tx, deviceIds)).map(
      ({ id, audience }): Nudge => ({
        namespace: 'device',
        rooms: audience.map(getPersonRoom),
        event: 'publishUpdate',
        payload: { deviceId: id },
      }),
    );
    await live.send(tx, capPerRoom(nudges));
  };

  /** Enqueues what waits for these devices. It is published if they are online by then. */
  const enqueue = (tx: Tx, deviceIds: string[]) => queue.add(tx, publishWaitingJob, { deviceIds });

  /** Notifies the accounts that asked for removed publishes, once for each playlist, and those that see the devices. */
  const reportDropped = async (tx: Tx, removed: readonly RemovedPublish[], reason: DropReason): Promise<void> => {
    for (const [first, ...others] of Map.groupBy(removed, ({ user_id, playlist_id }) => `${user_id} ${playlist_id}`).values()) {
      if (!first) continue;
      const deviceNames = [first, ...others].map(({ device_name }) => device_name);
      await emit(tx, waitingPublishesDropped, { userId: first.user_id, playlistName: first.playlist_name, deviceNames, reason });
    }
    await notifyAudiences(tx, [...new Set(removed.map(({ device_id }) => device_id))]);
  };

  /** Locks the playlists and serializes their contents. Returns the contents of each, and the playlists whose stored contents changed. */
  const updateContents = async (tx: Tx, playlistIds: string[]) => {
    const contents = new Map<string, PlaylistContents | undefined>();
    const changedPlaylistIds: string[] = [];
    for (const playlistId of playlistIds) {
      const refreshed = await manifests.updateStoredContents(tx, playlistId);
      contents.set(playlistId, refreshed.contents);
      if (refreshed.changed) changedPlaylistIds.push(playlistId);
    }
    return { contents, changedPlaylistIds };
  };

  /** Carries out claimed publishes of one locked device, oldest request first, so that the newest request is shown. */
  const carryOut = async (
    tx: Tx,
    deviceId: string,
    claimed: RemovedPublish[],
    { contents, changedPlaylistIds }: Awaited<ReturnType<typeof updateContents>>,
  ): Promise<void> => {
    const allowed: RemovedPublish[] = [];
    const dropped: { publish: RemovedPublish; reason: DropReason }[] = [];
    for (const publish of claimed.toSorted((a, b) => a.requested_at.getTime() - b.requested_at.getTime())) {
      const reason = await findDropReason(tx, publish, contents.get(publish.playlist_id));
      if (reason === null) allowed.push(publish);
      else dropped.push({ publish, reason });
    }
    const now = clock.now().getTime();
    // Different times, because screens show the publish that was activated last.
    const activations = allowed.map(({ playlist_id, ...row }, index) => ({
      playlistId: playlist_id,
      schedule: row.schedule === null ? undefined : parseSchedule(row),
      deviceIds: [deviceId],
      at: new Date(now - (allowed.length - 1 - index)),
    }));
    await activateOnDevices(tx, manifests, activations, { changedPlaylistIds, some: 0 });
    for (const [reason, publishes] of Map.groupBy(dropped, (entry) => entry.reason))
      await reportDropped(
        tx,
        publishes.map(({ publish }) => publish),
        reason,
      );
  };

  return {
    reportDropped,

    /** Stores the publish until the devices are back. NOT_FOUND, PLAYLIST_EMPTY, WAITING_DEVICE_LIMIT, WAITING_ACCOUNT_LIMIT. */
    create: (actor: Person, { playlistId, schedule }: PublishRequest, deviceIds: string[]): Promise<WaitingPublish[]> =>
      db.transaction().execute(async (tx) => {
        const targets = [...new Set(deviceIds.map((id) => id.toLowerCase()))].toSorted();
        const userId = getAccountInView(actor);
        await lockWaitingPublishes(tx, userId);
        await lockMemberships(tx, userId);
        await authorize(tx, actor, 'playlist.read', [playlistId]);
        if (!(await keepPlaylist(tx, playlistId))) throw new AppError('NOT_FOUND');
        // Authorize after locking, so that a concurrent transfer of a device cannot leave a publish behind.
        await lockDevicesForChange(tx, targets);
        await authorize(tx, actor, 'device.update', targets);
        if (!(await hasMediaToShow(tx, playlistId))) throw new AppError('PLAYLIST_EMPTY');
        const online = await lockScreensOfDevices(tx, targets);
        await upsertWaitingPublishes(tx, { userId, playlistId, deviceIds: targets, schedule, at: clock.now() });
        if (await hasOverfullDevice(tx, targets)) throw new AppError('WAITING_DEVICE_LIMIT');
        if ((await countWaitingPublishes(tx, userId)) > WAITING_PUBLISH_LIMITS.perAccount) throw new AppError('WAITING_ACCOUNT_LIMIT');
        if (online.length > 0) await enqueue(tx, online);
        await notifyAudiences(tx, targets);
        return (await listWaitingPublishes(tx, userId, { playlistId, deviceIds: targets })).map(present);
      }),

    /** Lists the waiting publishes of a playlist, or to a device. NOT_FOUND. */
    async list(actor: Person, { playlistId, deviceId }: { playlistId?: string; deviceId?: string }): Promise<WaitingPublish[]> {
      if (playlistId === undefined && deviceId === undefined) throw new AppError('INVALID', 'Specify a playlist or a device.');
      if (playlistId !== undefined) await authorize(db, actor, 'playlist.read', [playlistId]);
      if (deviceId !== undefined) await authorize(db, actor, 'device.read', [deviceId]);
      const query = { playlistId, ...(deviceId !== undefined && { deviceIds: [deviceId] }) };
      return (await listWaitingPublishes(db, getAccountInView(actor), query)).map(present);
    },

    /** NOT_FOUND, also when the publish was carried out in the meantime. */
    cancel: (actor: Person, id: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const found = await findWaitingPublish(tx, id);
        if (!found) throw new AppError('NOT_FOUND');
        await authorize(tx, actor, 'device.update', [found.device_id]);
        if ((await deleteWaitingPublish(tx, id)).length === 0) throw new AppError('NOT_FOUND');
        await notifyAudiences(tx, [found.device_id]);
      }),

    enqueue,

    /** Enqueues the publishes of screens that came online, in the transaction that records it. */
    async enqueueConnected(tx: Tx, screenIds: string[]): Promise<void> {
      const deviceIds = await listWaitingDevicesByScreens(tx, screenIds);
      if (deviceIds.length > 0) await enqueue(tx, deviceIds);
    },

    /** Ends publishes of a playlist that is removed from these devices. */
    async endRemoved(tx: Tx, playlistId: string, deviceIds: string[]): Promise<void> {
      const ended = await deleteReplacedPublishes(tx, playlistId, deviceIds);
      if (ended.length > 0) await notifyAudiences(tx, ended);
    },

    /** Publishes what waits for the device in one transaction, if it is online. Several processes may call it at the same time. */
    publishWaiting: (deviceId: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const due = await listDuePublishes(tx, deviceId);
        if (due.length === 0) return;
        await lockMemberships(tx, ...due.map(({ user_id }) => user_id));
        const playlistIds = due.map(({ playlist_id }) => playlist_id).toSorted();
        const updated = await updateContents(tx, playlistIds);
        await lockDevicesForChange(tx, [deviceId]);
        // Claimed by deletion: a publish that was cancelled, or carried out by another process, is not returned.
        const claimed = await deleteWaitingPublishesOfDevice(tx, deviceId, playlistIds);
        await carryOut(tx, deviceId, claimed, updated);
      }),
  };
}

export type WaitingPublishesService = ReturnType<typeof createWaitingPublishesService>;
