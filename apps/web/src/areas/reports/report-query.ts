import type { PlaysGroup } from '@vitrine/contract/reports';
import type { ReportsSearch } from './search-params.ts';

const DAY_MS = 86_400_000;

export interface Period {
  from: string;
  to: string;
}

export const PLAYS_GROUPS: readonly { value: PlaysGroup; label: string }[] = [
  { value: 'screen', label: 'Screen' },
  { value: 'item', label: 'Item' },
  { value: 'playlist', label: 'Playlist' },
  { value: 'tag', label: 'Tag' },
  { value: 'day', label: 'Day' },
  { value: 'hour', label: 'Hour' },
  { value: 'zone', label: 'Zone' },
];

export type PeriodChoice = '7' | '31' | 'month' | 'lastMonth' | 'custom';
export const PERIOD_CHOICES: readonly { value: PeriodChoice; label: string }[] = [
  { value: '7', label: 'Last 7 days' },
  { value: '31', label: 'Last 31 days' },
  { value: 'month', label: 'This month' },
  { value: 'lastMonth', label: 'Last month' },
  { value: 'custom', label: 'Other dates' },
];

const formatLocalDate = (date: Date) =>
  [date.getFullYear(), String(date.getMonth() + 1).padStart(2, '0'), String(date.getDate()).padStart(2, '0')].join('-');

/** Returns the days of a period of the list. Other dates start as the last seven days. */
export function getPeriod(choice: PeriodChoice, now = new Date()): Period {
  const [year, month] = [now.getFullYear(), now.getMonth()];
  const today = formatLocalDate(now);
  if (choice === 'month') return { from: formatLocalDate(new Date(year, month, 1)), to: today };
  if (choice === 'lastMonth') return { from: formatLocalDate(new Date(year, month - 1, 1)), to: formatLocalDate(new Date(year, month, 0)) };
  const days = choice === '31' ? 31 : 7;
  return { from: formatLocalDate(new Date(year, month, now.getDate() - days + 1)), to: today };
}

/** Returns the period of the list with these days; `custom` for any other. */
export const findPeriodChoice = ({ from, to }: Period, now = new Date()): PeriodChoice =>
  PERIOD_CHOICES.map(({ value }) => value).find((choice) => {
    const period = getPeriod(choice, now);
    return choice !== 'custom' && period.from === from && period.to === to;
  }) ?? 'custom';

const isDay = (text: string | undefined): text is string => text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text);
const parseHour = (text: string | undefined) =>
  text !== undefined && /^\d\d?$/.test(text) && Number(text) < 24 ? Number(text) : undefined;

/** Reads the days of a report from the address. */
export function parsePeriod({ from, to }: ReportsSearch, now = new Date()): Period {
  return isDay(from) && isDay(to) ? { from, to } : getPeriod('7', now);
}

export interface ReportFilters {
  deviceId?: string | undefined;
  tagId?: string | undefined;
  playlistId?: string | undefined;
  mediaId?: string | undefined;
  zone?: string | undefined;
  fromHour?: number | undefined;
  toHour?: number | undefined;
}

/** Reads the filters of a report of plays from the address. */
export const parseFilters = ({ deviceId, tagId, playlistId, mediaId, zone, fromHour, toHour }: ReportsSearch): ReportFilters => ({
  deviceId,
  tagId,
  playlistId,
  mediaId,
  zone,
  fromHour: parseHour(fromHour),
  toHour: parseHour(toHour),
});

export const parseGroup = (by: string | undefined): PlaysGroup => PLAYS_GROUPS.find(({ value }) => value === by)?.value ?? 'screen';

/** Number of days of a period; below one when it ends before it starts. */
export const countDays = ({ from, to }: Period): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

type ChartRow = { _id: string; key: string | null; name: string | null; count: number };

/** Adds days and hours without plays, so that a chart by time has no gaps. Rows of other groups stay as they are. */
export function fillChartRows(
  { groupBy, from, to, fromHour = 0, toHour = 23 }: Period & Pick<ReportFilters, 'fromHour' | 'toHour'> & { groupBy: PlaysGroup },
  rows: readonly ChartRow[],
): readonly ChartRow[] {
  if (groupBy !== 'day' && groupBy !== 'hour') return rows;
  const keys =
    groupBy === 'hour'
      ? Array.from({ length: toHour - fromHour + 1 }, (_, index) => String(fromHour + index))
      : Array.from({ length: countDays({ from, to }) }, (_, index) =>
          new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10),
        );
  return keys.map((key) => rows.find((row) => row.key === key) ?? { _id: key, key, name: null, count: 0 });
}
