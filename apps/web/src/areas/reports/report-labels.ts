import { ZONE_LABELS } from '@vitrine/contract/layouts';
import type { PlaysGroup, PlaysReportRow } from '@vitrine/contract/reports';
import { formatTwelveHours } from '../../lib/wall-clock.ts';

const MINUTE_MS = 60_000;

/** Formats a time as hours and minutes: 1,234 h 5 min. */
export function formatHours(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return `${hours.toLocaleString('en-US')} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`;
}

/** Formats the share of the operating time in which screens were online. */
export const formatUptime = ({ onlineMs, expectedMs }: { onlineMs: number; expectedMs: number }): string =>
  expectedMs === 0 ? '–' : `${(Math.floor((onlineMs / expectedMs) * 1000) / 10).toLocaleString('en-US')}%`;

/** Formats a day as `Mon, May 4`. */
export const formatReportDay = (day: string): string =>
  new Date(day).toLocaleDateString('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });

const isZone = (key: string): key is keyof typeof ZONE_LABELS => key in ZONE_LABELS;

/** Formats the start of an hour, or the end of the day for 24: `6:00 PM`. */
export const formatHour = (hour: number): string => formatTwelveHours(`${hour % 24}:00`);

const MISSING: Partial<Record<PlaysGroup, string>> = { item: 'Deleted or private item', playlist: 'Deleted playlist' };

/** Returns what a row of a report stands for. */
export function describeRow(group: PlaysGroup, { key, name }: Pick<PlaysReportRow, 'key' | 'name'>): string {
  if (name !== null) return name;
  if (key === null) return 'Unknown hour';
  if (group === 'day') return formatReportDay(key);
  if (group === 'hour') return `${formatHour(Number(key))}–${formatHour(Number(key) + 1)}`;
  if (group === 'zone') return isZone(key) ? ZONE_LABELS[key] : key;
  return MISSING[group] ?? 'Deleted';
}

/** States whose time zone days and hours are in. */
export function describeTimeZones({ timeZones, timeZoneCount }: { timeZones: readonly string[]; timeZoneCount: number }): string {
  if (timeZoneCount === 0) return 'Days and hours are in the time zone of each screen.';
  const named = timeZones.map((zone) => zone.replaceAll('_', ' ')).join(', ');
  const others = timeZoneCount > timeZones.length ? ` and ${timeZoneCount - timeZones.length} more` : '';
  return timeZoneCount === 1
    ? `Days and hours are in the time zone of the screens: ${named}.`
    : `Days and hours are in the time zone of each screen: ${named}${others}.`;
}
