import type { BulkSettings, BulkSettingsOutcome, BulkSettingsPreview, SettingChange } from '@vitrine/contract/bulk-devices';
import { formatCount } from '../../lib/format.ts';
import type { BulkResult } from './bulk-result-messages.ts';

const formatDevices = (count: number) => formatCount(count, 'device');

/** Words of a setting in sentences. */
interface SettingNames {
  own: string;
  tags: string;
  /** State of a device that has the setting neither itself nor by a tag. */
  none: (count: number) => string;
}
const HOURS: SettingNames = {
  own: 'operating hours of its own',
  tags: 'the hours of its tags',
  none: (count) => `${formatDevices(count)} will always be on.`,
};
const BRIGHTNESS: SettingNames = {
  own: 'a brightness of its own',
  tags: 'the brightness of its tags',
  none: (count) => `${formatDevices(count)} will have no brightness set.`,
};
const forCount = (text: string, count: number) => (count === 1 ? text : text.replaceAll('its', 'their'));

/** Describes a setting that all devices get. */
const describeSet = ({ before }: SettingChange, { own, tags }: SettingNames): string[] => [
  ...(before.own > 0 ? [`${formatDevices(before.own)} ${before.own === 1 ? 'has' : 'have'} ${forCount(own, before.own)} now.`] : []),
  ...(before.tags > 0 ? [`${formatDevices(before.tags)} will no longer follow ${forCount(tags, before.tags)}.`] : []),
];

/** Describes a setting that is removed from all devices. */
const describeCleared = ({ before, after }: SettingChange, { own, tags, none }: SettingNames): string[] =>
  before.own === 0
    ? [`No device has ${own}.`]
    : [
        `${formatDevices(before.own)} will lose ${forCount(own, before.own)}.`,
        ...(after.tags > 0 ? [`${formatDevices(after.tags)} will follow ${forCount(tags, after.tags)}.`] : []),
        ...(after.none > 0 ? [none(after.none)] : []),
      ];

const describeSetting = (setting: object | null | undefined, change: SettingChange, names: SettingNames): string[] => {
  if (setting === undefined) return [];
  return setting ? describeSet(change, names) : describeCleared(change, names);
};

const SETTING_NAMES: Record<keyof BulkSettings, string> = {
  fit: 'Photo fit',
  rotation: 'Rotation',
  volume: 'Volume',
  timeZone: 'Time zone',
  operatingHours: 'Operating hours',
  brightness: 'Brightness',
};

/** Describes how many devices each of several settings changes: `Photo fit: 8 devices. Volume: 12 devices.` */
function describeCounts({ changingBySetting: counts }: BulkSettingsPreview, settings: BulkSettings): string[] {
  const names = (Object.keys(SETTING_NAMES) as (keyof BulkSettings)[]).filter((name) => settings[name] !== undefined);
  return names.length > 1 ? names.map((name) => `${SETTING_NAMES[name]}: ${formatDevices(counts[name])}.`) : [];
}

/** Describes the effect of a change before it is saved. */
export function describeSettingsChange(preview: BulkSettingsPreview, settings: BulkSettings): string[] {
  const { changing, devices, timeZones } = preview;
  const { operatingHours, brightness } = settings;
  if (changing === 0) return ['All selected devices have these settings already.'];
  return [
    `${changing < devices ? `${changing.toLocaleString('en-US')} of ${formatDevices(devices)}` : formatDevices(changing)} will change.${changing < devices ? ` ${devices - changing} already ${devices - changing === 1 ? 'has' : 'have'} these settings.` : ''}`,
    ...describeCounts(preview, settings),
    ...(timeZones > 1 && (operatingHours || brightness) ? [`The times apply in ${timeZones} time zones.`] : []),
    ...describeSetting(operatingHours, preview.hours, HOURS),
    ...describeSetting(brightness, preview.brightness, BRIGHTNESS),
  ];
}

/** Describes the screens that the change turns off or on now, also while they are offline. */
export const describeTurning = ({ turningOff, turningOn }: BulkSettingsPreview): string[] => [
  ...(turningOff > 0 ? [`${formatCount(turningOff, 'screen')} will be off now.`] : []),
  ...(turningOn > 0 ? [`${formatCount(turningOn, 'screen')} will be on now.`] : []),
];

/** Returns the result of a change: `Settings saved for 12 devices. 3 no longer exist.` */
export function getSettingsResult({ done, gone }: BulkSettingsOutcome): BulkResult {
  const text = done > 0 ? `Settings saved for ${formatDevices(done)}.` : 'No devices were changed.';
  return { text: gone > 0 ? `${text} ${gone} no longer ${gone === 1 ? 'exists' : 'exist'}.` : text, isWhole: gone === 0 };
}
