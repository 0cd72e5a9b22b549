import { z } from 'zod';
import { id } from './envelope.ts';
import { layoutZone } from './layouts.ts';
import { PLAY_DAYS_MAX } from './plays.ts';

const DAY_MS = 86_400_000;

export const REPORT_LIMITS = {
  /** Most days of a report: 13 months. */
  days: PLAY_DAYS_MAX,
  /** Rows of a page. */
  rows: 50,
  /** Time zones that a report names. */
  timeZones: 5,
} as const;

/** Kinds of rows of a report of plays. */
const playsGroup = z.enum(['day', 'hour', 'screen', 'tag', 'playlist', 'item', 'zone']);
export type PlaysGroup = z.infer<typeof playsGroup>;

const hour = z.coerce.number().int().min(0).max(23);
const period = {
  /** Days in the time zone of each device, both included. */
  from: z.iso.date(),
  to: z.iso.date(),
};
const owner = { userId: id.optional(), orgId: id.optional() };
const filters = { deviceId: id.optional(), tagId: id.optional() };

const isPeriod = ({ from, to }: { from: string; to: string }): boolean => {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return days >= 1 && days <= REPORT_LIMITS.days;
};
const WRONG_PERIOD = { message: `The end must not be before the start, and a report has up to ${REPORT_LIMITS.days} days.`, path: ['to'] };

const playsFilters = {
  ...owner,
  ...period,
  ...filters,
  playlistId: id.optional(),
  mediaId: id.optional(),
  zone: layoutZone.optional(),
  /** First and last hour of the day, both included: 9 and 17 are from 9:00 to 18:00. */
  fromHour: hour.optional(),
  toHour: hour.optional(),
};
const isHourRange = ({ fromHour = 0, toHour = 23 }: { fromHour?: number | undefined; toHour?: number | undefined }) => fromHour <= toHour;
const WRONG_HOURS = { message: 'The last hour must not be before the first one.', path: ['toHour'] };

/** Position of a page: the `next` of the page before. */
const after = z.string().max(300).optional();

export const playsReportQuery = z
  .object({ ...playsFilters, groupBy: playsGroup.default('screen'), after })
  .refine(isPeriod, WRONG_PERIOD)
  .refine(isHourRange, WRONG_HOURS);
export type PlaysReportQuery = z.infer<typeof playsReportQuery>;

/** Rows of the file: the groups of the table, or with `all` one for each day, screen, playlist and item. */
export const playsExportQuery = z
  .object({ ...playsFilters, groupBy: z.enum([...playsGroup.options, 'all']).default('all') })
  .refine(isPeriod, WRONG_PERIOD)
  .refine(isHourRange, WRONG_HOURS);
export type PlaysExportQuery = z.infer<typeof playsExportQuery>;

const counted = { count: z.number(), shownMs: z.number() };

/** One row of a report of plays. */
const playsReportRow = z.object({
  /** A day, an hour, a zone or an id; null for plays without the hour, which were counted before hours were recorded. */
  key: z.string().nullable(),
  /** Null for a day, an hour and a zone, and for what was deleted or the caller cannot see. */
  name: z.string().nullable(),
  /** Key of the picture of an item. */
  thumbnailKey: z.string().nullable().optional(),
  ...counted,
});
export type PlaysReportRow = z.infer<typeof playsReportRow>;

const reportHead = {
  from: z.string(),
  to: z.string(),
  /** Time zones of the screens, at most five; days and hours are those of each screen's own zone. */
  timeZones: z.array(z.string()),
  /** Number of time zones. */
  timeZoneCount: z.number(),
  /** Number of screens that the report covers. */
  screens: z.number(),
  /** Names of the screen, tag, playlist and item to which the report is narrowed, as far as they exist. */
  filters: z.object({
    screen: z.string().nullable(),
    tag: z.string().nullable(),
    playlist: z.string().nullable(),
    item: z.string().nullable(),
  }),
};

/** GET /reports/plays. */
export const playsReport = z
  .object({
    ...reportHead,
    ...counted,
    /** When the sums were computed; null when the report is computed from the plays as they are now. */
    summedAt: z.string().nullable(),
    /** Number of days whose plays are still being summed, and are missing. */
    missingDays: z.number(),
    rows: z.array(playsReportRow),
    /** Pass it as `after` for the next page; null on the last one. */
    next: z.string().nullable(),
  })
  .meta({ id: 'PlaysReport' });
export type PlaysReport = z.infer<typeof playsReport>;

export const screensReportQuery = z.object({ ...owner, ...period, ...filters, after }).refine(isPeriod, WRONG_PERIOD);
export type ScreensReportQuery = z.infer<typeof screensReportQuery>;
export const screensExportQuery = z.object({ ...owner, ...period, ...filters }).refine(isPeriod, WRONG_PERIOD);

const condition = {
  /** Time within the operating hours in which the connection was checked. */
  expectedMs: z.number(),
  /** Part of it in which the screen was connected. */
  onlineMs: z.number(),
  /** Files that the screen downloaded from the server, and their bytes. */
  downloads: z.number(),
  downloadBytes: z.number(),
};

/** GET /reports/screens. */
export const screensReport = z
  .object({
    ...reportHead,
    ...condition,
    days: z.array(z.object({ day: z.string(), ...condition })),
    rows: z.array(
      z.object({
        _id: z.string(),
        name: z.string(),
        timeZone: z.string(),
        ...condition,
        /** Time in which the main zone showed items. */
        shownMs: z.number(),
      }),
    ),
    next: z.string().nullable(),
  })
  .meta({ id: 'ScreensReport' });
export type ScreensReport = z.infer<typeof screensReport>;

/** Account or family that the emails are about. */
export const reportEmailsQuery = z.object(owner);
export const reportEmailsBody = z.strictObject({ ...owner, weekly: z.boolean(), monthly: z.boolean() });
export const reportEmails = z
  .object({
    weekly: z.boolean(),
    monthly: z.boolean(),
    /** Address that they are sent to. */
    email: z.string(),
  })
  .meta({ id: 'ReportEmails' });
export type ReportEmails = z.infer<typeof reportEmails>;
