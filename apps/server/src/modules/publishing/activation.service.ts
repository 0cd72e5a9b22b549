import type { Tx } from '../../platform/database/database.ts';
import type { ManifestsService } from './manifests.service.ts';
import { listDevicesWithPlaylists } from './publishing.read-model.ts';
import { type Activation, type DevicePublish, upsertActivePublishes } from './publishing.store.ts';

interface ActivationOptions {
  /** Playlists whose stored contents have just changed, which concerns all screens that have them. */
  changedPlaylistIds: string[];
  /** Maximum number of returned publishes. */
  some: number;
}

/**
 * Publishes playlists to the same locked devices, makes each one the newest, and sends all changes to the screens at once. Returns some of the publishes, main
 * ones first.
 */
export async function activateOnDevices(
  tx: Tx,
  manifests: ManifestsService,
  activations: readonly Activation[],
  { changedPlaylistIds, some: limit }: ActivationOptions,
): Promise<DevicePublish[]> {
  const results = [];
  for (const activation of activations)
    results.push({ playlistId: activation.playlistId, ...(await upsertActivePublishes(tx, activation, limit)) });
  const deviceIds = activations[0]?.deviceIds ?? [];
  const isContentChanged = changedPlaylistIds.length > 0;
  const notified = isContentChanged ? [...new Set([...deviceIds, ...(await listDevicesWithPlaylists(tx, changedPlaylistIds))])] : deviceIds;
  const added = results.filter(({ addedTo }) => addedTo.length > 0);
  await manifests.sendChange(tx, {
    deviceIds: notified,
    publishes: {
      deviceIds,
      playlistIds: activations.map(({ playlistId }) => playlistId),
      now: results.flatMap(({ publications }) => publications),
    },
    playlists: {
      deviceIds: isContentChanged ? notified : [...new Set(added.flatMap(({ addedTo }) => addedTo))],
      playlistIds: [...new Set([...changedPlaylistIds, ...added.map(({ playlistId }) => playlistId)])],
    },
  });
  return results.flatMap(({ some }) => some).slice(0, limit);
}
