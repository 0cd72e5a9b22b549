import {
  type ConsoleDevice,
  consoleDevice,
  type DeviceCommand,
  type DeviceDetails,
  type DeviceOperation,
  environment,
} from '@vitrine/contract';
import { formatCsvCell, formatCsvHeader, formatCsvLine } from '../../../platform/csv.ts';
import type { DevicePlaylistRow } from '../devices.events.ts';
import type { ConsoleDeviceRow } from './console-devices.read-model.ts';

/** As many as the side panel shows. */
const MAX_RECENT_PLAYLISTS = 5;

export const presentConsoleDevice = (row: ConsoleDeviceRow): ConsoleDevice => ({
  _id: row.id,
  name: row.name,
  deviceId: row.device_code,
  createdAt: row.created_at.toISOString(),
  status: row.live_process_id === null ? 0 : 1,
  createdUser: [{ _id: row.user_id, name: row.user_name, email: row.user_email }],
  platform: consoleDevice.shape.platform.parse(row.platform),
  versionCode: row.version_code,
  timeZone: row.time_zone,
  showInfo: row.show_info ? 1 : 0,
});

interface DeviceDetailsParts {
  playlists: DevicePlaylistRow[];
  deployedAt: Date | null;
  action: DeviceCommand | null;
  operation: DeviceOperation | undefined;
}

/** Playlists with the newest first. */
export const presentDeviceDetails = (
  row: ConsoleDeviceRow,
  { playlists, deployedAt, action, operation }: DeviceDetailsParts,
): DeviceDetails => ({
  ...presentConsoleDevice(row),
  ...parseMachineDetails(row.user_agent),
  lastDeployed: deployedAt?.toISOString() ?? null,
  playlists: playlists.length,
  lastAddedPlaylist: playlists[0]?.name ?? null,
  recent: playlists.slice(0, MAX_RECENT_PLAYLISTS).map(({ publishId, name, coverKey, albums, isActive, addedAt }) => ({
    publish_Id: publishId,
    name,
    thumbnailKey: coverKey,
    albums,
    status: isActive ? 'active' : 'onqueue',
    addedAt: addedAt.toISOString(),
  })),
  environment: environment.parse(row.environment),
  serialNumber: row.serial_number,
  action,
  ...(operation && { operation }),
});

export const deviceCsvHead = (): string =>
  formatCsvHeader(['Device name', 'Device ID', 'Created', 'Connection', 'Owner', 'Email', 'Platform', 'Version', 'Time zone']);

export const deviceCsvLine = (line: ConsoleDevice): string =>
  formatCsvLine(
    [
      line.name,
      line.deviceId,
      line.createdAt,
      line.status === 1 ? 'Online' : 'Offline',
      line.createdUser[0]?.name ?? '',
      line.createdUser[0]?.email ?? '',
      line.platform,
      line.versionCode ?? '',
      line.timeZone,
    ].map(formatCsvCell),
  );

/** Properties of a machine that its browser reveals. */
export interface MachineDetails {
  operatingSystem: string | null;
  modelName: string | null;
}

const OPERATING_SYSTEMS: [RegExp, (match: RegExpExecArray) => string][] = [
  [/Android (\d+(?:\.\d+)*)/, ([, version]) => `Android ${version}`],
  [/Android/, () => 'Android'],
  [/CrOS/, () => 'ChromeOS'],
  [/Tizen (\d+(?:\.\d+)*)/, ([, version]) => `Tizen ${version}`],
  [/(?:Web0S|webOS)/, () => 'webOS'],
  [/(?:iPhone|iPad).* OS (\d+(?:_\d+)*)/, ([, version = '']) => `iOS ${version.replaceAll('_', '.')}`],
  [/Windows NT 10/, () => 'Windows 10 or 11'],
  [/Windows/, () => 'Windows'],
  [/Mac OS X/, () => 'macOS'],
  [/Linux (armv\d\w*|aarch64|arm\w*)/, ([, kind]) => `Linux (${kind})`],
  [/Linux/, () => 'Linux'],
];

/** Browsers that say less name every Android machine K. */
const ANDROID_MODEL = /Android[^;)]*; (?!K[;) ]|wv)([^;)]{2,60}?)(?: Build\/[^;)]*)?[;)]/;

/** Derives them from the browser's User-Agent. */
export function parseMachineDetails(userAgent: string | null): MachineDetails {
  if (!userAgent) return { operatingSystem: null, modelName: null };
  let operatingSystem: string | null = null;
  for (const [pattern, nameOf] of OPERATING_SYSTEMS) {
    const match = pattern.exec(userAgent);
    if (match) {
      operatingSystem = nameOf(match);
      break;
    }
  }
  const model = ANDROID_MODEL.exec(userAgent)?.[1] ?? (/\((?:iPhone|iPad)/.exec(userAgent)?.[0].slice(1) || null);
  return { operatingSystem, modelName: model };
}
