import type { Manifest } from '@vitrine/contract/screens';
import type { Zone } from '@vitrine/playback';
import type { Progress } from '../sync/manifest-sync.ts';

/** The text a screen shows without a picture, and over one. */
export type Face =
  | { kind: 'connecting'; reachable: boolean }
  | { kind: 'waiting'; deviceId: string; reachable: boolean }
  | { kind: 'downloading'; name: string; progress: Progress }
  | { kind: 'idle'; name: string; timeZone: Zone; nothingPlayable: boolean }
  | { kind: 'playing' };

export interface Situation {
  deviceId: string | null;
  /** The adopted one. */
  manifest: Manifest | null;
  /** The newest one, while it is not yet whole. */
  coming: Manifest | null;
  progress: Progress;
  reachable: boolean;
  /** A picture is on the wall. */
  showing: boolean;
  /** A publish is chosen although none of its pictures could be shown. */
  chosen: boolean;
}

export function faceOf({ deviceId, manifest, coming, progress, reachable, showing, chosen }: Situation): Face {
  if (showing) return { kind: 'playing' };
  if (deviceId === null) return { kind: 'connecting', reachable };
  const device = coming?.device ?? manifest?.device;
  if (!device) return { kind: 'waiting', deviceId, reachable };
  if (coming && progress.downloaded < progress.total) return { kind: 'downloading', name: device.name, progress };
  return { kind: 'idle', name: device.name, timeZone: device, nothingPlayable: chosen };
}

/** The optional line over the picture; null when it is off or empty. */
export function badgeOf(situation: Situation, playlistName: string | null): string | null {
  const device = situation.manifest?.device;
  if (!device?.showInfo || !situation.showing) return null;
  const { downloaded, total } = situation.progress;
  const words = [device.name];
  if (playlistName) words.push(playlistName);
  if (downloaded < total) words.push(`Downloading ${downloaded} of ${total}`);
  if (!situation.reachable) words.push('Offline');
  return words.join(' · ');
}
