import type { Tx } from '../../platform/database/database.ts';
import type { ManifestsService } from './manifests.service.ts';
import { listDevicesWithPlaylists } from './publishing.read-model.ts';
import { type Activation, type DevicePublish, upsertActivePublishes } from './publishing.store.ts';

interface ActivationOptions {
  /** Whether the stored contents of the playlist have just changed, which concerns all screens that have it. */
  isContentChanged: boolean;
  /** Maximum number of returned publishes. */
  some: number;
}

/** Makes a playlist the newest one on locked devices and tells their screens. Returns some of the publishes, main ones first. */
export async function activateOnDevices(
  tx: Tx,
  manifests: ManifestsService,
  activation: Activation,
  { isContentChanged, some: limit }: ActivationOptions,
): Promise<DevicePublish[]> {
  const { playlistId, deviceIds } = activation;
  const { publications, addedTo, some } = await upsertActivePublishes(tx, activation, limit);
  const told = isContentChanged ? await listDevicesWithPlaylists(tx, [playlistId]) : deviceIds;
  await manifests.sendChange(tx, {
    deviceIds: told,
    publishes: { deviceIds, playlistIds: [playlistId], now: publications },
    playlists: { deviceIds: isContentChanged ? told : addedTo, playlistIds: [playlistId] },
  });
  return some;
}
