import type { Device } from '@vitrine/contract/devices';
import { getForecastLabel } from './forecast-labels.ts';

export type ScreenProgress =
  | { is: 'offline' }
  | { is: 'sent' }
  | { is: 'downloading'; downloaded: number; total: number }
  | { is: 'showing'; playlistName: string }
  | { is: 'idle' };

/** Returns a screen's progress towards its newest manifest, from its last report. */
export function getScreenProgress({ status, revision, screen }: Pick<Device, 'status' | 'revision' | 'screen'>): ScreenProgress {
  if (status === 0) return { is: 'offline' };
  if (!screen) return { is: 'sent' };
  if (screen.revision >= revision) return screen.playlistName ? { is: 'showing', playlistName: screen.playlistName } : { is: 'idle' };
  return screen.downloaded < screen.total ? { is: 'downloading', downloaded: screen.downloaded, total: screen.total } : { is: 'sent' };
}

export function getProgressLabel(progress: ScreenProgress): string {
  switch (progress.is) {
    case 'offline':
      return 'Offline';
    case 'sent':
      return 'Sent, waiting for the screen';
    case 'downloading':
      return `Downloading ${progress.downloaded} of ${progress.total}`;
    case 'showing':
      return `Showing ${progress.playlistName}`;
    case 'idle':
      return 'Nothing published yet';
  }
}

/** Describes the state of a device: `Showing Summer until 6:00 PM, then Menu`. */
export function getDeviceStateLabel(
  device: Pick<Device, 'status' | 'revision' | 'screen' | 'forecast' | 'timeZone' | 'utcOffsets'>,
  at = Date.now(),
): string {
  const progress = getScreenProgress(device);
  if (progress.is === 'offline') return device.screen?.playlistName ? `Last showed ${device.screen.playlistName}` : 'Offline';
  const { forecast } = device;
  if (progress.is === 'showing' && device.screen?.paused) return `Paused: ${progress.playlistName}`;
  // Only while the screen does what the plan says is the rest of the plan true of it.
  if (progress.is === 'showing' && forecast.now?.name === progress.playlistName) return `Showing ${getForecastLabel(forecast, device, at)}`;
  if (progress.is === 'idle' && forecast.next) return `Showing ${getForecastLabel(forecast, device, at)}`;
  return getProgressLabel(progress);
}
