import { type PlaysExportQuery, type PlaysGroup, type PlaysReportRow, type ScreensReport, ZONE_LABELS } from '@vitrine/contract';
import { formatCsvCell, formatCsvHeader, formatCsvLine } from '../../platform/csv.ts';

/** Formats milliseconds as whole seconds. */
const formatSeconds = (ms: number): string => String(Math.round(ms / 1000));

const GROUP_HEADINGS: Record<PlaysGroup, string> = {
  day: 'Day (time zone of each screen)',
  hour: 'Hour (time zone of each screen)',
  screen: 'Screen',
  tag: 'Tag',
  playlist: 'Playlist',
  item: 'Item',
  zone: 'Zone',
};

const formatGroupHead = (group: PlaysGroup): string => formatCsvHeader([GROUP_HEADINGS[group], 'Plays', 'Shown (s)', 'Id']);

/** First line of the file for each kind of rows. */
export const PLAYS_HEAD: Record<PlaysExportQuery['groupBy'], string> = {
  day: formatGroupHead('day'),
  hour: formatGroupHead('hour'),
  screen: formatGroupHead('screen'),
  tag: formatGroupHead('tag'),
  playlist: formatGroupHead('playlist'),
  item: formatGroupHead('item'),
  zone: formatGroupHead('zone'),
  all: formatCsvHeader(['Day', 'Screen', 'Time zone', 'Playlist', 'Item', 'Zone', 'Plays', 'Shown (s)', 'Playlist id', 'Item id']),
};

const isZone = (key: string): key is keyof typeof ZONE_LABELS => key in ZONE_LABELS;

const GROUPS_WITH_IDS: readonly PlaysGroup[] = ['screen', 'tag', 'playlist', 'item'];

function formatGroup(group: PlaysGroup, { key, name }: PlaysReportRow): string {
  if (GROUPS_WITH_IDS.includes(group)) return name ?? '';
  if (key === null) return 'unknown';
  if (group === 'hour') return `${key.padStart(2, '0')}:00`;
  return group === 'zone' && isZone(key) ? ZONE_LABELS[key] : key;
}

export const playsCsvLine = (group: PlaysGroup, row: PlaysReportRow): string =>
  formatCsvLine([
    formatCsvCell(formatGroup(group, row)),
    String(row.count),
    formatSeconds(row.shownMs),
    GROUPS_WITH_IDS.includes(group) ? (row.key ?? '') : '',
  ]);

export const screensCsvHead = (): string =>
  formatCsvHeader([
    'Screen',
    'Time zone',
    'Uptime (%)',
    'Online (s)',
    'Operating time (s)',
    'Shown (s)',
    'Downloads',
    'Downloaded bytes',
    'Id',
  ]);

/** Returns the share of the operating time in which screens were online, in percent; null when it is not known. */
export const getUptimePercent = ({ onlineMs, expectedMs }: { onlineMs: number; expectedMs: number }): number | null =>
  expectedMs === 0 ? null : Math.round((onlineMs / expectedMs) * 1000) / 10;

export const screensCsvLine = (row: ScreensReport['rows'][number]): string =>
  formatCsvLine([
    formatCsvCell(row.name),
    formatCsvCell(row.timeZone),
    String(getUptimePercent(row) ?? ''),
    ...[row.onlineMs, row.expectedMs, row.shownMs].map(formatSeconds),
    ...[row.downloads, row.downloadBytes].map(String),
    row._id,
  ]);
