import type { Device } from '@vitrine/contract/devices';
import { isContentProblem } from '@vitrine/contract/screen-problems';
import { formatCount, formatRelative } from '../../lib/format.ts';
import { formatDeviceMoment } from '../../lib/wall-clock.ts';
import { getForecastLabel } from './publish-labels.ts';

type ScreenProgress =
  | { is: 'offline' }
  | { is: 'sent' }
  | { is: 'downloading'; downloaded: number; total: number }
  | { is: 'showing'; playlistName: string }
  | { is: 'idle' }
  /** Black, because it is outside its operating hours. */
  | { is: 'off' };

/** Returns a screen's progress towards its newest manifest, from its last report. */
export function getScreenProgress({ status, revision, screen }: Pick<Device, 'status' | 'revision' | 'screen'>): ScreenProgress {
  if (status === 0) return { is: 'offline' };
  if (!screen) return { is: 'sent' };
  if (screen.off) return { is: 'off' };
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
    case 'off':
      return 'Off (operating hours)';
  }
}

type OperatingDevice = Pick<Device, 'operation' | 'timeZone' | 'utcOffsets'>;

/** Describes a screen outside its operating hours: `Off until Monday 8:00 AM (operating hours)`. */
export function getOffLabel({ operation, ...zone }: OperatingDevice, at = Date.now()): string {
  const until = operation?.isOn === false ? operation.until : null;
  return until === null ? 'Off (operating hours)' : `Off until ${formatDeviceMoment(until, zone, at)} (operating hours)`;
}

/** Describes the state of a device: `Showing Summer until 6:00 PM, then Menu`. */
export function getDeviceStateLabel(
  device: Pick<Device, 'status' | 'revision' | 'screen' | 'forecast'> & OperatingDevice,
  at = Date.now(),
): string {
  const progress = getScreenProgress(device);
  // A screen may be unplugged outside of its operating hours. One of an earlier version shows its playlists then.
  if (progress.is === 'off' || (progress.is === 'offline' && device.operation?.isOn === false)) return getOffLabel(device, at);
  if (progress.is === 'offline') return device.screen?.playlistName ? `Last showed ${device.screen.playlistName}` : 'Offline';
  const { forecast } = device;
  if (progress.is === 'showing' && device.screen?.paused) return `Paused: ${progress.playlistName}`;
  // Only while the screen does what the plan says is the rest of the plan true of it.
  if (progress.is === 'showing' && forecast.now?.name === progress.playlistName) return `Showing ${getForecastLabel(forecast, device, at)}`;
  if (progress.is === 'idle' && forecast.next) return `Showing ${getForecastLabel(forecast, device, at)}`;
  return getProgressLabel(progress);
}

/** Returns the state of the last publish: it is deployed once the screen has it. Empty without publishes. */
export function getDeploymentLabel(
  { deployedAt, screen, revision }: Pick<Device, 'deployedAt' | 'screen' | 'revision'>,
  now = Date.now(),
): string {
  if (!deployedAt) return '';
  const when = formatRelative(deployedAt, now);
  if (!screen) return `published ${when}, waiting for the screen to connect`;
  return screen.revision < revision ? `published ${when}, sending to the screen` : `deployed ${when}`;
}

/** Returns the progress of a screen with its latest publish: complete once it plays the newest manifest; failures as messages. */
export function getSyncProgress({ status, revision, screen }: Pick<Device, 'status' | 'revision' | 'screen'>): {
  isReady: boolean;
  fault: string | null;
} {
  const isReady = status === 1 && screen !== null && screen.revision >= revision;
  const [first, ...others] = screen?.failed.filter(isContentProblem) ?? [];
  const more = others.length > 0 ? `. ${formatCount(others.length, 'more item')} failed` : '';
  return { isReady, fault: first && status === 1 ? `Can’t show everything: ${first.reason}${more}` : null };
}
