import type { ManifestChange, ManifestSource, SentSource } from '@vitrine/contract';
import type { ScreenRevision } from '../devices/index.ts';

/** Settings with which a playlist is published, and the devices that have it with these settings. */
export interface Publication {
  publish: ManifestChange['publishes'][number];
  deviceIds: string[];
}

/** Data about a change, read after the screens' next revisions were assigned. */
export interface ResolvedChange {
  /** Current publications of playlists whose publishes were added, removed or changed, on the affected devices. */
  publishes: { deviceIds: string[]; playlistIds: string[]; now: Publication[] };
  /** Current names and contents of playlists, each with the devices that have it and are notified. */
  playlists: { playlist: ManifestChange['playlists'][number]; deviceIds: ReadonlySet<string> }[];
  /** Current names and settings by device. */
  devices: ReadonlyMap<string, ManifestChange['device']>;
  /** Current sources by device; null when none may have changed. `newDocuments` are the digests of documents that no screen has. */
  sources: { byDevice: ReadonlyMap<string, ManifestSource[]>; newDocuments: ReadonlySet<string> } | null;
}

/** Screens that receive the same message. */
export interface ScreenGroup {
  change: ManifestChange;
  screenIds: string[];
}

/**
 * Groups screens that had the same revision and have the same change, so that thousands receive one text. A message contains nothing about playlists that its
 * screens neither have nor had.
 */
export function groupScreensByChange(
  screens: readonly ScreenRevision[],
  { publishes, playlists, devices, sources }: ResolvedChange,
): ScreenGroup[] {
  // Places in `publishes.now`, as text, because a publish builds thousands of keys from them.
  const placesByDevice = new Map<string, string>();
  for (const [place, { deviceIds }] of publishes.now.entries()) {
    const text = `${place},`;
    for (const deviceId of deviceIds) placesByDevice.set(deviceId, (placesByDevice.get(deviceId) ?? '') + text);
  }
  const isPublishedAnew = new Set(publishes.deviceIds);

  const lists = new Map<readonly ManifestSource[], { place: number; sent: SentSource[] }>();
  const getSourceList = (deviceId: string) => {
    if (!sources) return undefined;
    const list = sources.byDevice.get(deviceId) ?? NO_SOURCES;
    const known = lists.get(list) ?? { place: lists.size, sent: markNewDocuments(list, sources.newDocuments) };
    lists.set(list, known);
    return known;
  };

  const groups = new Map<string, ScreenGroup>();
  for (const { screenId, deviceId, from } of screens) {
    if (deviceId === null) continue;
    const places = placesByDevice.get(deviceId) ?? '';
    const shown = playlists.filter(({ deviceIds }) => deviceIds.has(deviceId));
    const device = devices.get(deviceId);
    const sourceList = getSourceList(deviceId);
    const shownIds = shown.map(({ playlist }) => playlist.playlistId).join(' ');
    const key = `${from} ${isPublishedAnew.has(deviceId)} ${places}; ${shownIds}; ${sourceList?.place} ${device && JSON.stringify(device)}`;
    const group = groups.get(key);
    if (group) {
      group.screenIds.push(screenId);
      continue;
    }
    const currentPublications = places.split(',').flatMap((place) => (place === '' ? [] : (publishes.now[Number(place)] ?? [])));
    const publishedIds = new Set(currentPublications.map(({ publish }) => publish.playlistId));
    groups.set(key, {
      screenIds: [screenId],
      change: {
        from,
        ...(device !== undefined && { device }),
        playlists: shown.map(({ playlist }) => playlist),
        publishes: currentPublications.map(({ publish }) => publish),
        removed: isPublishedAnew.has(deviceId) ? publishes.playlistIds.filter((id) => !publishedIds.has(id)) : [],
        ...(sourceList && { sources: sourceList.sent }),
      },
    });
  }
  return [...groups.values()];
}

const NO_SOURCES: readonly ManifestSource[] = [];

/** Marks the places of documents that are added to the message where it is delivered. */
const markNewDocuments = (sources: readonly ManifestSource[], newDocuments: ReadonlySet<string>): SentSource[] =>
  sources.map((source) => (newDocuments.has(source.sha256) ? { ...source, document: null } : source));
