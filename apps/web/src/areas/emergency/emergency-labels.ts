import type { EmergencyAlert, EmergencyColor, EmergencyMessage, EmergencySound } from '@vitrine/contract/emergency';
import { formatCount } from '../../lib/format.ts';

export const COLOR_LABELS: Readonly<Record<EmergencyColor, string>> = {
  red: 'Red',
  orange: 'Orange',
  yellow: 'Yellow',
  green: 'Green',
  blue: 'Blue',
  black: 'Black',
};

export const SOUND_LABELS: Readonly<Record<EmergencySound, string>> = {
  none: 'None',
  attention: 'Two tones',
  evacuation: 'Evacuation signal',
  siren: 'Siren',
  chime: 'Chime',
};

export const LANGUAGES = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'German' },
  { value: 'es', label: 'Spanish' },
  { value: 'fr', label: 'French' },
  { value: 'it', label: 'Italian' },
  { value: 'nl', label: 'Dutch' },
  { value: 'pl', label: 'Polish' },
  { value: 'pt', label: 'Portuguese' },
  { value: 'sv', label: 'Swedish' },
  { value: 'tr', label: 'Turkish' },
  { value: 'uk', label: 'Ukrainian' },
  { value: 'ar', label: 'Arabic' },
  { value: 'zh', label: 'Chinese' },
] as const;

export const DURATIONS = [
  { value: '10', label: '10 minutes' },
  { value: '30', label: '30 minutes' },
  { value: '60', label: '1 hour' },
  { value: '120', label: '2 hours' },
  { value: '240', label: '4 hours' },
  { value: '480', label: '8 hours' },
  { value: '1440', label: '24 hours' },
] as const;

/** Returns the durations to choose from, with the given one first when it is not among them. Programs may set any duration. */
export const listDurations = (minutes: number) =>
  DURATIONS.some(({ value }) => value === String(minutes))
    ? DURATIONS
    : [{ value: String(minutes), label: formatCount(minutes, 'minute') }, ...DURATIONS];

export const describeTargets = ({ isForAll, screens }: Pick<EmergencyMessage, 'isForAll' | 'screens'>): string =>
  screens === 0 ? 'No screens' : isForAll ? `All screens (${screens.toLocaleString('en-US')})` : formatCount(screens, 'screen');

/** Returns how many screens show an alert, such as `11 of 12 screens show it`. */
export function describeShown({ screens, shown, endedAt }: Pick<EmergencyAlert, 'screens' | 'shown' | 'endedAt'>): string {
  if (screens === 0) return endedAt ? 'No screen showed it' : 'No screen shows it';
  const verb = endedAt ? 'showed' : screens === 1 ? 'shows' : 'show';
  return `${shown.toLocaleString('en-US')} of ${formatCount(screens, 'screen')} ${verb} it`;
}

export const isDone = ({ screens, shown }: Pick<EmergencyAlert, 'screens' | 'shown'>): boolean => screens > 0 && shown >= screens;

/** Returns the time of an end, such as `2:05 PM`. Includes the weekday when the alert ends on another day. */
export function formatEnd(iso: string, now = new Date()): string {
  const end = new Date(iso);
  const time = end.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });
  return end.toDateString() === now.toDateString() ? time : `${end.toLocaleDateString('en-US', { weekday: 'short' })} ${time}`;
}

/** Returns what raised an alert, such as `Raised by the feed “Weather”`; null when the account was deleted. */
export function describeRaiser({
  raisedFrom,
  raisedBy,
  isFromCap,
}: Pick<EmergencyAlert, 'raisedFrom' | 'raisedBy' | 'isFromCap'>): string | null {
  if (raisedFrom === 'feed') return `Raised by the feed “${raisedBy ?? ''}”`;
  if (raisedFrom === 'screen') return `Raised by keys on the screen “${raisedBy ?? ''}”`;
  if (isFromCap) return 'Raised by a CAP alert';
  return raisedBy && `Raised by ${raisedBy}`;
}
