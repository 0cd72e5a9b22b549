import type { Device, DeviceCommand, DeviceCommandName } from '@vitrine/contract/devices';
import type { Rotation } from '@vitrine/contract/media-key';
import { isScreenProblem } from '@vitrine/contract/screen-problems';
import type { PictureFit, ScreenHealth } from '@vitrine/contract/screens';
import type { DeviceVersion } from '@vitrine/contract/versions';
import { formatCount } from '../../lib/format.ts';

/** Degrees Celsius; below, a screen is as warm as it should be (specification 2 §9). */
const HOT_THRESHOLD = 50;
/** Clock differences below this are not noticeable on a screen, in milliseconds. */
const SKEW_THRESHOLD_MS = 2000;

export const isHot = (temperature: number): boolean => temperature >= HOT_THRESHOLD;
export const formatTemperature = (temperature: number): string => `${temperature.toFixed(2)} °C`;

/** Returns the warnings of a device as texts; empty for most screens. */
export function getDeviceWarnings({
  status,
  temperature,
  underVoltage,
  screen,
}: Pick<Device, 'status' | 'temperature' | 'underVoltage' | 'screen'>): string[] {
  if (status === 0) return [];
  const problems = screen?.failed ?? [];
  const failedItems = problems.filter((problem) => !isScreenProblem(problem)).length;
  return [
    ...(temperature !== null && isHot(temperature) ? [`High temperature: ${formatTemperature(temperature)}`] : []),
    ...(underVoltage ? ['Low voltage'] : []),
    ...(failedItems > 0 ? [`${formatCount(failedItems, 'item')} can’t be shown`] : []),
    ...problems.filter(isScreenProblem).map(({ reason }) => reason),
  ];
}

/** How its clock is against ours. */
export function getClockSkewLabel({ clockSkewMs }: Pick<ScreenHealth, 'clockSkewMs'>): string {
  const ms = Math.abs(clockSkewMs);
  if (ms < SKEW_THRESHOLD_MS) return 'In sync';
  const seconds = Math.round(ms / 1000);
  const amount = seconds < 120 ? `${seconds} sec` : seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} hr`;
  // The correction is positive for a slow clock.
  return `${amount} ${clockSkewMs > 0 ? 'slow' : 'fast'} (corrected automatically)`;
}

interface VersionUpdate {
  version: DeviceVersion;
  /** Why it failed on this screen, which does not try it again. Undefined when it did not fail. */
  failure?: string;
}

/** Returns the newest version that owners may see, if the device has another one. */
export function findVersionUpdate(
  device: Pick<Device, 'versionCode' | 'screen'>,
  versions: readonly DeviceVersion[],
): VersionUpdate | undefined {
  const version = versions.find(({ isVisible }) => isVisible);
  if (!version || version.versionCode === device.versionCode) return undefined;
  const { failed = [], failedVersions = [], failureCauses } = device.screen ?? {};
  // A version without files is the one that the server serves.
  const name = version.shell ?? failedVersions[0];
  const hasFailed = version.shell === null ? failed.some(({ mediaId }) => mediaId === 'version') : failedVersions.includes(version.shell);
  return hasFailed ? { version, failure: (name && failureCauses?.[name]) ?? 'The screen didn’t report the cause.' } : { version };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** `once`, `1,240 times`. */
export const formatTimes = (count: number): string => (count === 1 ? 'once' : `${count.toLocaleString('en-US')} times`);

/** How long something hung on a wall: `less than a minute`, `42 min`, `3 h 20 min`. */
export function formatTimeOnScreen(shownMs: number): string {
  const minutes = Math.round(shownMs / MINUTE_MS);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor((minutes * MINUTE_MS) / HOUR_MS);
  return minutes % 60 === 0 ? `${hours.toLocaleString('en-US')} hr` : `${hours.toLocaleString('en-US')} hr ${minutes % 60} min`;
}

export const FIT_CHOICES: readonly { value: PictureFit; label: string }[] = [
  { value: 'backdrop', label: 'Fit, with blurred background' },
  { value: 'fit', label: 'Fit, with black background' },
  { value: 'fill', label: 'Fill and crop' },
];

const ROTATIONS: readonly Rotation[] = [0, 90, 180, 270];
export const ROTATION_CHOICES = [
  { value: '', label: 'Use the screen’s setting' },
  { value: '0', label: 'No rotation' },
  { value: '90', label: '90° clockwise' },
  { value: '180', label: 'Upside down' },
  { value: '270', label: '90° counterclockwise' },
];
export const parseRotation = (value: string): Rotation | null => ROTATIONS.find((rotation) => String(rotation) === value) ?? null;

const VOLUMES = [100, 80, 60, 40, 20, 0];

/** The usual ones, and the one that is set. */
export const getVolumeChoices = (now: number): { value: string; label: string }[] =>
  [...new Set([...VOLUMES, now])]
    .toSorted((a, b) => b - a)
    .map((volume) => ({ value: String(volume), label: volume === 0 ? 'Muted' : `${volume}%` }));

const COMMAND_LABELS: Record<DeviceCommandName, string> = {
  play: 'Play',
  pause: 'Pause',
  mute: 'Mute',
  unmute: 'Unmute',
  previous: 'Previous',
  next: 'Next',
  reload: 'Reload',
  reboot: 'Reboot',
  poweroff: 'Power off',
  factory_reset: 'Factory reset',
};

/** Returns the outcome of the last command as text. */
export function getReceiptLabel({ action, state, reason }: DeviceCommand): string {
  const name = COMMAND_LABELS[action];
  const ends: Record<DeviceCommand['state'], string> = {
    sent: 'sent to the screen',
    delivered: 'received by the screen',
    done: 'done',
    failed: reason ? `failed. ${reason}` : 'failed',
    expired: 'the screen didn’t respond in time',
  };
  return `${name}: ${ends[state]}`;
}

/** While a command is pending no other can be sent. */
export const isPendingCommand = (command: DeviceCommand | null): boolean => command?.state === 'sent' || command?.state === 'delivered';
