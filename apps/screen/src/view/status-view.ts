import type { Manifest } from '@vitrine/contract/screens';
import type { Zone } from '@vitrine/playback';
import type { DownloadProgress } from '../sync/manifest-downloads.ts';

/** The text a screen shows without a picture, and over one. */
export type StatusView =
  | { kind: 'connecting'; reachable: boolean }
  | { kind: 'waiting'; deviceId: string; reachable: boolean }
  | { kind: 'downloading'; name: string; progress: DownloadProgress }
  | { kind: 'idle'; name: string; timeZone: Zone; nothingPlayable: boolean }
  | { kind: 'playing' };

export interface ScreenSituation {
  deviceId: string | null;
  /** The adopted one. */
  manifest: Manifest | null;
  /** The newest one, while it is not yet whole. */
  nextManifest: Manifest | null;
  progress: DownloadProgress;
  reachable: boolean;
  /** A picture is on the wall. */
  isShowingItem: boolean;
  /** A publish is chosen although none of its pictures could be shown. */
  hasActivePublish: boolean;
}

export function getStatusView({
  deviceId,
  manifest,
  nextManifest,
  progress,
  reachable,
  isShowingItem,
  hasActivePublish,
}: ScreenSituation): StatusView {
  if (isShowingItem) return { kind: 'playing' };
  if (deviceId === null) return { kind: 'connecting', reachable };
  const device = nextManifest?.device ?? manifest?.device;
  if (!device) return { kind: 'waiting', deviceId, reachable };
  if (nextManifest && progress.downloaded < progress.total) return { kind: 'downloading', name: device.name, progress };
  return { kind: 'idle', name: device.name, timeZone: device, nothingPlayable: hasActivePublish };
}

/** The optional line over the picture; null when it is off or empty. */
export function getBadge(situation: ScreenSituation, playlistName: string | null): string | null {
  const device = situation.manifest?.device;
  if (!device?.showInfo || !situation.isShowingItem) return null;
  const { downloaded, total } = situation.progress;
  const words = [device.name];
  if (playlistName) words.push(playlistName);
  if (downloaded < total) words.push(`Downloading ${downloaded} of ${total}`);
  if (!situation.reachable) words.push('Offline');
  return words.join(' · ');
}
