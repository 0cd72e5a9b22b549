import type { ManifestChange } from '@vitrine/contract';
import type { ScreenRevision } from '../devices/index.ts';

/** One way in which a playlist is published, and the devices on which it is published so. */
export interface Publication {
  publish: ManifestChange['publishes'][number];
  deviceIds: string[];
}

/** What is known of a change once the screens' next manifests are numbered. */
export interface ResolvedChange {
  /** How playlists whose publishes came, went or changed are published now, on those devices alone. */
  publishes: { deviceIds: string[]; playlistIds: string[]; now: Publication[] };
  /** What playlists are called and show now, each with the devices that have it and are told. */
  playlists: { playlist: ManifestChange['playlists'][number]; deviceIds: ReadonlySet<string> }[];
  /** By device: how it is called and set now. */
  devices: ReadonlyMap<string, ManifestChange['device']>;
}

/** The screens that are told the same. */
export interface ScreenGroup {
  change: ManifestChange;
  screenIds: string[];
}

/**
 * Gathers screens that had the same revision and for which the same changed: what thousands are told is one text. Nothing in it is of a
 * playlist that the screen does not have, or had not.
 */
export function groupScreensByChange(screens: readonly ScreenRevision[], { publishes, playlists, devices }: ResolvedChange): ScreenGroup[] {
  const publishedOn = new Map<string, Publication[]>();
  for (const publication of publishes.now) {
    for (const deviceId of publication.deviceIds) {
      const there = publishedOn.get(deviceId);
      if (there) there.push(publication);
      else publishedOn.set(deviceId, [publication]);
    }
  }
  const places = new Map(publishes.now.map((publication, place) => [publication, place]));
  const isPublishedAnew = new Set(publishes.deviceIds);

  const crowds = new Map<string, ScreenGroup>();
  for (const { screenId, deviceId, from } of screens) {
    if (deviceId === null) continue;
    const currentPublications = publishedOn.get(deviceId) ?? [];
    const shown = playlists.filter(({ deviceIds }) => deviceIds.has(deviceId));
    const device = devices.get(deviceId);
    const key = JSON.stringify([
      from,
      isPublishedAnew.has(deviceId),
      currentPublications.map((publication) => places.get(publication)),
      shown.map(({ playlist }) => playlist.playlistId),
      device,
    ]);
    const crowd = crowds.get(key);
    if (crowd) {
      crowd.screenIds.push(screenId);
      continue;
    }
    const there = new Set(currentPublications.map(({ publish }) => publish.playlistId));
    crowds.set(key, {
      screenIds: [screenId],
      change: {
        from,
        ...(device !== undefined && { device }),
        playlists: shown.map(({ playlist }) => playlist),
        publishes: currentPublications.map(({ publish }) => publish),
        removed: isPublishedAnew.has(deviceId) ? publishes.playlistIds.filter((id) => !there.has(id)) : [],
      },
    });
  }
  return [...crowds.values()];
}
