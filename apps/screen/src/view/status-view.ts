import type { Manifest } from '@vitrine/contract/screens';
import type { Zone } from '@vitrine/playback';
import type { DownloadProgress } from '../sync/manifest-downloads.ts';

/** What a screen shows while no item plays. */
export type StatusView =
  | { kind: 'connecting'; reachable: boolean }
  | { kind: 'waiting'; deviceId: string; reachable: boolean }
  | { kind: 'downloading'; name: string; progress: DownloadProgress }
  | { kind: 'idle'; name: string; timeZone: Zone; nothingPlayable: boolean }
  | { kind: 'playing' };

export interface ScreenSituation {
  deviceId: string | null;
  /** Manifest that plays. */
  manifest: Manifest | null;
  /** Newest manifest, while its files are incomplete. */
  nextManifest: Manifest | null;
  progress: DownloadProgress;
  reachable: boolean;
  /** True while an item is shown. */
  isShowingItem: boolean;
  /** True when a publish is scheduled, even if none of its items can be shown. */
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

/** Returns the text of the badge over the item; null when the badge is off or no item is shown. */
export function getBadge(situation: ScreenSituation, playlistName: string | null): string | null {
  const device = situation.manifest?.device;
  if (!device?.showInfo || !situation.isShowingItem) return null;
  const { downloaded, total } = situation.progress;
  const parts = [device.name];
  if (playlistName) parts.push(playlistName);
  if (downloaded < total) parts.push(`Downloading ${downloaded} of ${total}`);
  if (!situation.reachable) parts.push('Offline');
  return parts.join(' · ');
}
