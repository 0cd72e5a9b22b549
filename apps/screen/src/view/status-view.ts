import type { Manifest } from '@vitrine/contract/screens';
import type { Zone } from '@vitrine/playback';
import type { DownloadProgress } from '../sync/manifest-downloads.ts';

/** Contents of the screen while no item plays. */
export type StatusView =
  | { kind: 'connecting'; reachable: boolean }
  | { kind: 'waiting'; deviceId: string; reachable: boolean }
  | { kind: 'downloading'; name: string; progress: DownloadProgress; problem: string | null }
  | { kind: 'idle'; name: string; timeZone: Zone; nothingPlayable: boolean }
  | { kind: 'playing' }
  /** Black: outside of the operating hours. */
  | { kind: 'off' };

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
  /** True outside of the operating hours. */
  isOff: boolean;
  /** Why files of the newest manifest cannot be stored; null when they can. */
  storageProblem: string | null;
}

export function getStatusView({
  deviceId,
  manifest,
  nextManifest,
  progress,
  reachable,
  isShowingItem,
  hasActivePublish,
  isOff,
  storageProblem,
}: ScreenSituation): StatusView {
  // A message that must be visible at all times is drawn above this view, see `ScreenOperation.setOverlayShown`.
  if (isOff) return { kind: 'off' };
  if (isShowingItem) return { kind: 'playing' };
  if (deviceId === null) return { kind: 'connecting', reachable };
  const device = nextManifest?.device ?? manifest?.device;
  if (!device) return { kind: 'waiting', deviceId, reachable };
  if (nextManifest && progress.downloaded < progress.total) {
    return { kind: 'downloading', name: device.name, progress, problem: storageProblem };
  }
  return { kind: 'idle', name: device.name, timeZone: device, nothingPlayable: hasActivePublish };
}

/** Returns the progress in the words of the console. */
export const getDownloadLabel = ({ downloaded, total }: DownloadProgress): string => `Downloading ${downloaded} of ${total}`;

/** Returns the text of the badge over the item; null when the badge is off or no item is shown. */
export function getBadge(situation: ScreenSituation, playlistName: string | null): string | null {
  const device = situation.manifest?.device;
  if (!device?.showInfo || !situation.isShowingItem || situation.isOff) return null;
  const { progress } = situation;
  const parts = [device.name];
  if (situation.deviceId !== null) parts.push(situation.deviceId);
  if (playlistName) parts.push(playlistName);
  if (progress.downloaded < progress.total) parts.push(getDownloadLabel(progress));
  if (!situation.reachable) parts.push('Offline');
  return parts.join(' · ');
}
